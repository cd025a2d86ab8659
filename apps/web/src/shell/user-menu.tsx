import { Avatar, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#api/lazy-part.ts'
import { LateMenu } from '#session/late-menu.tsx'
import { useSessionInfo } from '#session/session-query.ts'

const UserMenuList = lazyPart(async () => (await import('#shell/user-menu-list.tsx')).UserMenuList, [])

/** Menu of the signed-in person. */
export function UserMenu() {
  const { t } = useTranslation('shell')
  const { user } = useSessionInfo()
  const name = user.nickName || user.userName
  return (
    <LateMenu
      button={
        <UnstyledButton className="nf-user" aria-label={t('personMenu', { name })}>
          <Avatar src={user.avatar || null} size={26} color="brand" alt="" />
          <span className="nf-person">{name}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      }
    >
      {(button) => <UserMenuList button={button} />}
    </LateMenu>
  )
}
