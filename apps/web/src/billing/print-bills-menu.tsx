import { Checkbox } from '@mantine/core'
import { printBills } from '@nightflow/schemas/billing/bill-batches'
import { resources } from '@nightflow/schemas/resources'
import { IconPrinter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { beginExport } from '#ui/resource/export-jobs.ts'
import { useScreenSearch } from '#ui/screen-search.ts'
import { filterOf, type ListSearch } from '#ui/table/list-search.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** Prints bills as one PDF in the background: in the reader's language first, in another one by the menu. */
export function PrintBillsMenu({ selected }: { selected: Record<string, string> }) {
  const { t } = useTranslation('billing')
  const client = useQueryClient()
  const mayDo = useMayDo()
  const [hasAnnex, setAnnex] = useState(false)
  if (!mayDo(printBills)) return null
  return (
    <LanguageMenu
      label={t('bill.print.button')}
      icon={IconPrinter}
      hint={t('bill.print.hint')}
      onChoose={(language) => beginExport(client, printBills.path, { ...selected, language, annex: String(hasAnnex) })}
    >
      <Checkbox
        m="xs"
        size="xs"
        label={t('bill.pdf.annex')}
        checked={hasAnnex}
        onChange={({ currentTarget }) => setAnnex(currentTarget.checked)}
      />
    </LanguageMenu>
  )
}

/** The bills that the filter of the list leaves. */
export function PrintListedBillsTool() {
  const search = useScreenSearch<ListSearch>()
  const filter = filterOf(search, resources.bills.filter)
  return <PrintBillsMenu selected={Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]))} />
}
