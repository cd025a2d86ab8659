import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Sidebar } from '#shell/sidebar.tsx'

/** The sidebar of a telephone. */
export function SidebarDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} size={250} padding={0}>
      <Drawer.Overlay />
      {/* A name that is given to the drawer itself goes to an element without a role. */}
      <Drawer.Content aria-label={t('navigation')}>
        <Drawer.Body>
          <Sidebar isFolded={false} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
