import { Button, Group } from '@mantine/core'
import type { AccountDetail } from '@nightflow/schemas/customers/account'
import { changeAccount } from '@nightflow/schemas/customers/account-lifecycle'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSchemeChoices } from '#customers/account-fields.ts'
import { accountResource } from '#customers/account-resource.tsx'
import { ChangeAccountDialog } from '#customers/change-account-dialog.tsx'
import { CommandButtons } from '#ui/form/command-buttons.tsx'
import { useMayDo } from '#ui/use-may-do.ts'
import { useOwners } from '#ui/use-owners.ts'

/** Commands for the account of a page. */
export function AccountCommands({ account }: { account: AccountDetail }) {
  const { t } = useTranslation('customers')
  const mayDo = useMayDo()
  const schemes = useSchemeChoices()
  const owners = useOwners()
  const resource = useMemo(() => accountResource([], schemes, owners), [schemes, owners])
  const [isChanging, setChanging] = useState(false)
  return (
    <Group gap="xs">
      {account.status !== AccountStatus.enum.cancelled && mayDo(changeAccount) && (
        <Button size="xs" variant="light" onClick={() => setChanging(true)}>
          {t('change')}
        </Button>
      )}
      <CommandButtons resource={resource} row={account} mb={0} />
      {isChanging && <ChangeAccountDialog row={account} onClose={() => setChanging(false)} />}
    </Group>
  )
}
