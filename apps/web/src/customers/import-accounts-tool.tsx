import { listAccounts } from '@nightflow/schemas/customers/endpoints'
import { AccountSheetRow, importAccounts, importAccountsTemplate } from '@nightflow/schemas/customers/import-accounts'
import { accountWords } from '#customers/account-query.ts'
import { ImportTool } from '#ui/resource/import-tool.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'

/** Opens accounts from a spreadsheet. */
export function ImportAccountsTool() {
  const words = useResourceWords(accountWords)
  return (
    <ImportTool
      title={words.own('title')}
      endpoints={{ importTemplate: importAccountsTemplate, importData: importAccounts }}
      heads={Object.fromEntries(Object.keys(AccountSheetRow.shape).map((name) => [name, words.field(name)]))}
      listPath={listAccounts.path}
    />
  )
}
