import { Checkbox } from '@mantine/core'
import { billPdf } from '@nightflow/schemas/billing/bill-documents'
import type { Language } from '@nightflow/schemas/shared/language'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '#api/download.ts'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

type Props = {
  bill: { billNo: number; accountNo: string }
  /** The moment as of which the bill is printed; null for the bill as it is. */
  asOf?: string | null
}

/** Saves a bill as PDF: in the reader's language first, in another one by the menu. */
export function BillPdfMenu({ bill: { billNo, accountNo }, asOf = null }: Props) {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const [hasAnnex, setAnnex] = useState(true)
  if (!mayDo(billPdf)) return null
  const save = (language: Language) => {
    const request = { billNo, language, annex: hasAnnex ? 'true' : 'false', ...(asOf !== null && { asOf }) } as const
    return download(billPdf, request, `${accountNo}-${billNo}.pdf`)
  }
  return (
    <LanguageMenu label={t('bill.pdf.button')} icon={IconFileTypePdf} onChoose={save}>
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
