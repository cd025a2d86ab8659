import { Button } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReceivePaymentDialog } from '#billing/receive-payment-dialog.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

/** Receives money at the counter: of a holder of the account of a page, the present one where none is named, or of an account that is found. */
export function ReceivePaymentTool({ accountNo, contractNo }: { accountNo?: string; contractNo?: number }) {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  if (!mayDo(resourceCalls.payments.create)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconCash size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('payment.create')}
      </Button>
      {isOpen && <ReceivePaymentDialog accountNo={accountNo} contractNo={contractNo} onClose={() => setOpen(false)} />}
    </>
  )
}
