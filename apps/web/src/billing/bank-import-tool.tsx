import { Button } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BankImportDialog } from '#billing/bank-import-dialog.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

/** Imports statements of a bank, after it was seen which accounts their entries would pay. */
export function BankImportTool() {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(resourceCalls.bankStatements.importData)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconFileImport size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('bankStatement.import.button')}
      </Button>
      {isOpen && <BankImportDialog onClose={() => setOpen(false)} />}
    </>
  )
}
