import { Menu } from '@mantine/core'
import { IconHelpCircle, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#api/lazy-part.ts'
import { signOut } from '#session/leave.ts'
import { useSessionInfo } from '#session/session-query.ts'

const ConfirmDialog = lazyPart(async () => (await import('#ui/form/confirm-dialog.tsx')).ConfirmDialog)

/** The list of the person's menu: the personal centre, help, and signing out after a confirmation. */
export function UserMenuList({ button }: { button: ReactElement }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { user, tenant } = useSessionInfo()
  const [isLeaving, setIsLeaving] = useState<boolean>()
  const roles = user.roles.map(({ roleName }) => roleName).join(', ')
  return (
    <>
      <Menu position="bottom-end" width={230} defaultOpened>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{[tenant.tenantName, roles].filter(Boolean).join(' · ')}</Menu.Label>
          <Menu.Item leftSection={<IconUserCircle size={16} aria-hidden />} onClick={() => navigate({ to: '/user/profile' })}>
            {t('profile')}
          </Menu.Item>
          <Menu.Item leftSection={<IconHelpCircle size={16} aria-hidden />} onClick={() => navigate({ to: '/help' })}>
            {t('help')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => setIsLeaving(true)}>
            {t('signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isLeaving !== undefined && (
          <ConfirmDialog
            opened={isLeaving}
            title={t('signOutTitle')}
            text={t('signOutText')}
            confirmLabel={t('signOut')}
            doneText={null}
            onConfirm={signOut}
            onClose={() => setIsLeaving(false)}
          />
        )}
      </Suspense>
    </>
  )
}
