import { tokenReceipt } from '@nightflow/schemas/prepaid/token-calls'
import { IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { download } from '#api/download.ts'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

/** Saves the receipt of a token as PDF, in the reader's language first. Printing it again makes no token. */
export function TokenReceiptMenu({ tokenNo, meterNo }: { tokenNo: number; meterNo: string }) {
  const { t } = useTranslation('prepaid')
  const mayDo = useMayDo()
  if (!mayDo(tokenReceipt)) return null
  return (
    <LanguageMenu
      label={t('token.receipt')}
      icon={IconReceipt}
      onChoose={(language) => download(tokenReceipt, { tokenNo, language }, `${meterNo}-${tokenNo}.pdf`)}
    />
  )
}
