import { Button } from '@mantine/core'
import { listAccounts } from '@nightflow/schemas/customers/endpoints'
import { AccountSheetRow, importAccounts, importAccountsTemplate } from '@nightflow/schemas/customers/import-accounts'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountWords } from '#customers/account-query.ts'
import { ImportDialog } from '#ui/resource/import-dialog.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** Opens accounts from a spreadsheet: template, preview by row and column, then the good rows or all. */
export function ImportAccountsTool() {
  const shared = useTranslation('shared').t
  const words = useResourceWords(accountWords)
  const client = useQueryClient()
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(importAccounts)) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {shared('import.open')}
      </Button>
      {isOpen && (
        <ImportDialog
          title={`${words.own('title')} · ${shared('import.open')}`}
          endpoints={{ importTemplate: importAccountsTemplate, importData: importAccounts }}
          heads={Object.fromEntries(Object.keys(AccountSheetRow.shape).map((name) => [name, words.field(name)]))}
          onImported={() => client.invalidateQueries({ queryKey: [listAccounts.path] })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
