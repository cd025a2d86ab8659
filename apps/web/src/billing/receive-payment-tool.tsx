import { Button } from '@mantine/core'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconCash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ReceivePaymentDialog } from '#billing/receive-payment-dialog.tsx'
import { useOpenTool } from '#ui/resource/asked-command.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

type Props = { accountNo?: string; contractNo?: number; isRecharge?: boolean }

/** Receives money at the counter: of a holder of the account of a page, the present one where none is named, or of an account that is found. */
export function ReceivePaymentTool({ accountNo, contractNo, isRecharge = false }: Props) {
  const { t } = useTranslation('billing')
  const mayDo = useMayDo()
  const { isOpen, open, close } = useOpenTool()
  if (!mayDo(resourceCalls.payments.create)) return null
  return (
    <>
      <Button size="xs" leftSection={<IconCash size={14} aria-hidden />} onClick={open}>
        {t(isRecharge ? 'recharge.create' : 'payment.create')}
      </Button>
      {isOpen && <ReceivePaymentDialog accountNo={accountNo} contractNo={contractNo} isRecharge={isRecharge} onClose={close} />}
    </>
  )
}
