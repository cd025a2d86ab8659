import { Drawer } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitleContext } from '#session/page-title.ts'
import { MenuStrip } from '#shell/menu-strip.tsx'
import { SettingsPanel } from '#shell/settings-panel.tsx'
import { useShellSettings } from '#shell/shell-settings.ts'
import { Sidebar } from '#shell/sidebar.tsx'
import { TagsView } from '#shell/tags-view.tsx'
import { TopBar } from '#shell/top-bar.tsx'
import { useDocumentTitle } from '#shell/use-document-title.ts'
import { useSidebar } from '#shell/use-sidebar.ts'
import { VisitBanner } from '#shell/visit-banner.tsx'

type Props = { bell: ReactNode; onFind: () => void; children: ReactNode }

/** Sidebar, bars and the screen. Only what the person may see is offered. */
export function Shell({ bell, onFind, children }: Props) {
  const { t } = useTranslation('shell')
  const { isMobile, isOpen, toggle, close } = useSidebar()
  const { tagsView, fixedHeader } = useShellSettings()
  const takeTitle = useDocumentTitle()
  const [isSettingUp, setIsSettingUp] = useState(false)
  return (
    <div className="nf-shell">
      <a className="nf-skip" href="#content">
        {t('skip')}
      </a>
      {isMobile ? (
        <Drawer.Root opened={isOpen} onClose={close} size={250} padding={0}>
          <Drawer.Overlay />
          {/* A name that is given to the drawer itself goes to an element without a role. */}
          <Drawer.Content aria-label={t('navigation')}>
            <Drawer.Body>
              <Sidebar isFolded={false} />
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      ) : (
        <aside className="nf-side" data-folded={!isOpen || undefined}>
          <Sidebar isFolded={!isOpen} />
        </aside>
      )}
      <div className="nf-body">
        <VisitBanner />
        <header className="nf-top" data-fixed={fixedHeader || undefined}>
          <TopBar isOpen={isOpen} bell={bell} onToggle={toggle} onFind={onFind} onSettings={() => setIsSettingUp(true)} />
          <MenuStrip />
          {tagsView && <TagsView />}
        </header>
        <main id="content" tabIndex={-1} className="nf-content">
          <PageTitleContext value={takeTitle}>{children}</PageTitleContext>
        </main>
      </div>
      <SettingsPanel opened={isSettingUp} onClose={() => setIsSettingUp(false)} />
    </div>
  )
}
