import { paymentReceipt } from '@nightflow/schemas/billing/counter'
import { PaymentStatus } from '@nightflow/schemas/billing/payment'
import { IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { download } from '#api/download.ts'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

/** Status of a payment that went back to the customer: it has no receipt. */
const refunded = PaymentStatus.enum.refunded

/** Saves the receipt of a payment as PDF: in the reader's language first, in another one by the menu. */
export function ReceiptMenu({ payment }: { payment: { paymentNo: number; accountNo: string; status: string } }) {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const { paymentNo, accountNo, status } = payment
  if (!mayDo(paymentReceipt) || status === refunded) return null
  return (
    <LanguageMenu
      label={t('payment.receipt')}
      icon={IconReceipt}
      onChoose={(language) => download(paymentReceipt, { paymentNo, language }, `${accountNo}-${paymentNo}.pdf`)}
    />
  )
}
