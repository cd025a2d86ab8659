import type { AccountDetail, AccountRow } from '@nightflow/schemas/customers/account'
import { changeAccount } from '@nightflow/schemas/customers/account-lifecycle'
import { listAccounts } from '@nightflow/schemas/customers/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useWordedFields } from '#customers/account-fields.ts'
import { accountQuery, accountWords } from '#customers/account-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { typedFrom } from '#ui/form/form-fields.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

/** Changes details and settings. The list does not have all of them, so that the account is read first. */
export function ChangeAccountDialog({ row: { accountNo }, onClose }: { row: Pick<AccountRow, 'accountNo'>; onClose: () => void }) {
  const words = useResourceWords(accountWords)
  const account = useQuery(accountQuery(accountNo))
  return (
    <FormDialog title={words.own('command.change', { name: accountNo })} onClose={onClose} size={640}>
      {account.isError && <ErrorState error={account.error} onRetry={() => account.refetch()} compact />}
      {account.isPending && <ChartSkeleton height={320} />}
      {account.data && <ChangeForm account={account.data} onClose={onClose} />}
    </FormDialog>
  )
}

function ChangeForm({ account, onClose }: { account: AccountDetail; onClose: () => void }) {
  const { t } = useTranslation('shared')
  const client = useQueryClient()
  const { accountNo } = account
  const [natureOfUse, setNatureOfUse] = useState<string>(account.natureOfUse)
  const fields = useWordedFields(changeAccount.request, false, natureOfUse, account.priceScheme)
  return (
    <CommandForm
      schema={changeAccount.request}
      fields={fields}
      initial={typedFrom(account, Object.keys(changeAccount.request.shape))}
      fixed={{ accountNo }}
      submitLabel={t('action.save')}
      onCancel={onClose}
      doneText={t('done.saved')}
      onTyped={(typed) => setNatureOfUse(String(typed.natureOfUse))}
      onSubmit={async (command) => {
        await call(changeAccount, command)
        for (const queryKey of [['account', accountNo], [listAccounts.path]]) await client.invalidateQueries({ queryKey })
        onClose()
      }}
    />
  )
}
