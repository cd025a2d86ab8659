import type { AccountRow } from '@nightflow/schemas/customers/account'
import { changeAccount } from '@nightflow/schemas/customers/account-lifecycle'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useAccountFields } from '#customers/account-fields.ts'
import { accountQuery, accountWords } from '#customers/account-query.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { typedFrom } from '#ui/form/form-fields.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { wordsIn } from '#ui/resource/resource-columns.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'

/** Changes details and settings. The list does not have all of them, so that the account is read first. */
export function ChangeAccountDialog({ row: { accountNo }, onClose }: { row: Pick<AccountRow, 'accountNo'>; onClose: () => void }) {
  const { t } = useTranslation('shared')
  const words = useResourceWords(accountWords)
  const account = useQuery(accountQuery(accountNo))
  const fields = useAccountFields(false).map((field) => {
    const options = wordsIn(changeAccount.request.shape[field.name as 'customerName'])
    return {
      label: words.field(field.name),
      description: words.hint(field.name),
      ...(options.length > 0 && { optionLabels: Object.fromEntries(options.map((each) => [each, words.word(field.name, each).label])) }),
      ...field,
    }
  })
  return (
    <FormDialog title={words.own('command.change', { name: accountNo })} onClose={onClose} size={640}>
      {account.isError && <ErrorState error={account.error} onRetry={() => account.refetch()} compact />}
      {account.isPending && <ChartSkeleton height={320} />}
      {account.data && (
        <CommandForm
          schema={changeAccount.request}
          fields={fields}
          initial={typedFrom(
            account.data,
            fields.map(({ name }) => name),
          )}
          fixed={{ accountNo }}
          submitLabel={t('action.save')}
          onCancel={onClose}
          doneText={t('done.saved')}
          onSubmit={async (command) => {
            await call(changeAccount, command)
            onClose()
          }}
        />
      )}
    </FormDialog>
  )
}
