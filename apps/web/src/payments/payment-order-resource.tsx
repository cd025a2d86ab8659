import { Anchor, Stack, Text } from '@mantine/core'
import { listOrderHistory, orderCommands } from '@nightflow/schemas/payments/order-calls'
import type { paymentOrders } from '@nightflow/schemas/payments/payment-order'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { PaymentHistory } from '#payments/payment-history.tsx'
import { useAssociationChoices } from '#payments/use-payment-choices.ts'
import { CommandButtons } from '#ui/form/command-buttons.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useCurrency } from '#ui/use-money.ts'

type Row = RowOf<typeof paymentOrders>
const historyKey = 'payment-order-history'
const words = { texts: 'payments', name: 'paymentOrder', calls: { dictionaries: resources.paymentOrders.dictionaries } }
const { find } = resourceCalls.paymentOrders

/** The page where the customer pays, above the history of the order. */
function Detail({ row }: { row: Row }) {
  const { t } = useTranslation('payments')
  const { orderNo } = row
  const { data } = useQuery({ queryKey: [find.path, orderNo], queryFn: ({ signal }) => call(find, { orderNo }, signal) })
  const address = data?.payAddress ?? ''
  return (
    <Stack gap="md">
      <CommandButtons resource={resource} row={row} mb={0} />
      {row.description !== '' && <Text size="sm">{row.description}</Text>}
      {/^https?:\/\//.test(address) && (
        <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
          {t('paymentOrder.payPage')}
        </Anchor>
      )}
      <PaymentHistory resource={words} endpoint={listOrderHistory} queryKey={[historyKey, orderNo]} of={{ orderNo }} />
    </Stack>
  )
}

const resource = resourceOf(
  resources.paymentOrders,
  { ...resourceCalls.paymentOrders, commands: orderCommands.list },
  {
    title: ({ orderNumber }) => orderNumber,
    requestId: 'orderId',
    tabs: 'status',
    useChoices: () => ({ associationId: { choices: useAssociationChoices() }, amount: { unit: useCurrency() } }),
    Detail,
    related: [[historyKey], [find.path], [resourceCalls.payments.list.path]],
    refreshSeconds: 30,
  },
)

export const Screen = screenOf(resource)
