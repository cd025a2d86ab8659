import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#api/lazy-part.ts'
import { PageTitleContext } from '#session/page-title.ts'
import { MenuStrip } from '#shell/menu-strip.tsx'
import { useShellSettings } from '#shell/shell-settings.ts'
import { Sidebar } from '#shell/sidebar.tsx'
import { TagsView } from '#shell/tags-view.tsx'
import { TopBar } from '#shell/top-bar.tsx'
import { useDocumentTitle } from '#shell/use-document-title.ts'
import { useSidebar } from '#shell/use-sidebar.ts'
import { VisitBanner } from '#shell/visit-banner.tsx'

const SettingsPanel = lazyPart(async () => (await import('#shell/settings-panel.tsx')).SettingsPanel)

const SidebarDrawer = lazyPart(async () => (await import('#shell/sidebar-drawer.tsx')).SidebarDrawer, [])

type Props = { bell: ReactNode; onFind: () => void; children: ReactNode }

/** Sidebar, bars and the screen. Only what the person may see is offered. */
export function Shell({ bell, onFind, children }: Props) {
  const { t } = useTranslation('shell')
  const { isMobile, isOpen, toggle, close } = useSidebar()
  const { tagsView, fixedHeader } = useShellSettings()
  const takeTitle = useDocumentTitle()
  // Undefined until the settings are opened for the first time.
  const [isSettingUp, setIsSettingUp] = useState<boolean>()
  return (
    <div className="nf-shell">
      <a className="nf-skip" href="#content">
        {t('skip')}
      </a>
      {isMobile ? (
        <Suspense>
          <SidebarDrawer isOpen={isOpen} onClose={close} />
        </Suspense>
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
      <Suspense>{isSettingUp !== undefined && <SettingsPanel opened={isSettingUp} onClose={() => setIsSettingUp(false)} />}</Suspense>
    </div>
  )
}
