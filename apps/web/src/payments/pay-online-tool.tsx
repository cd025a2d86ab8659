import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { findPayLink, payFragment } from '@nightflow/schemas/payments/pay-page'
import { OrderStatus, paymentOrders } from '@nightflow/schemas/payments/payment-order'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useMayDo } from '#ui/use-may-do.ts'
import { useCurrency, useMoney } from '#ui/use-money.ts'

const { create, find } = resourceCalls.paymentOrders
const words = { texts: 'payments', name: 'paymentOrder', calls: { dictionaries: paymentOrders.dictionaries } }
const followMilliseconds = 3_000

/** A payment that the holder of an account makes at home or on a telephone, by a link or a code that is shown. */
export function PayOnlineTool({ accountNo }: { accountNo: string }) {
  const { t } = useTranslation('payments')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  const isOffered = mayDo(create) && mayDo(findPayLink)
  const page = useQuery({
    queryKey: [findPayLink.path, accountNo],
    queryFn: ({ signal }) => call(findPayLink, { accountNo }, signal),
    enabled: isOffered,
  })
  const link = page.data?.link
  if (!isOffered || !link) return null
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconDeviceMobile size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('payOnline.button')}
      </Button>
      {isOpen && (
        <PayOnlineDialog accountNo={accountNo} page={link.page} platforms={page.data?.platforms ?? []} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

type Placed = { orderId: string; orderNo: number }

type DialogProps = { accountNo: string; page: string; platforms: ResponseOf<typeof findPayLink>['platforms']; onClose: () => void }

function PayOnlineDialog({ accountNo, page, platforms, onClose }: DialogProps) {
  const associations = platforms.map(({ associationId: value, name: label }) => ({ value, label }))
  const { t } = useTranslation('payments')
  const client = useQueryClient()
  const currency = useCurrency()
  const [orderId] = useState(() => crypto.randomUUID())
  const [placed, setPlaced] = useState<Placed | null>(null)
  return (
    <FormDialog title={t('payOnline.title', { accountNo })} onClose={onClose}>
      {placed ? (
        <Follow placed={placed} page={page} accountNo={accountNo} onClose={onClose} />
      ) : (
        <CommandForm
          schema={create.request}
          fixed={{ orderId, accountNo, isOnPage: true }}
          proposed={{ associationId: associations.length === 1 ? associations[0]!.value : '' }}
          fields={[
            { name: 'amount', label: t('paymentOrder.field.amount'), unit: currency },
            { name: 'associationId', label: t('paymentOrder.field.associationId'), choices: associations },
            { name: 'description', label: t('paymentOrder.field.description') },
          ]}
          submitLabel={t('payOnline.confirm')}
          doneText={null}
          onCancel={onClose}
          onSubmit={async (order) => {
            const { orderNo } = await call(create, order)
            await client.invalidateQueries({ queryKey: [resourceCalls.paymentOrders.list.path] })
            setPlaced({ orderId: order.orderId, orderNo })
          }}
        />
      )}
    </FormDialog>
  )
}

const { unpaid, paid, exception } = OrderStatus.enum
const meanings: Partial<Record<OrderStatus, 'good' | 'warning' | 'alarm'>> = { [unpaid]: 'warning', [paid]: 'good', [exception]: 'alarm' }

/** The link and its code until the money is there. */
function Follow({ placed, page, accountNo, onClose }: { placed: Placed; page: string; accountNo: string; onClose: () => void }) {
  const { t } = useTranslation('payments')
  const money = useMoney()
  const client = useQueryClient()
  const { word } = useResourceWords(words)
  const { orderId, orderNo } = placed
  const { data } = useQuery({
    queryKey: [find.path, orderNo, 'followed'],
    queryFn: async ({ signal }) => {
      const order = await call(find, { orderNo }, signal)
      if (order.status === paid) await client.invalidateQueries({ queryKey: ['account', accountNo, 'billing'] })
      return order
    },
    refetchInterval: ({ state }) => (state.data?.status === unpaid || !state.data ? followMilliseconds : false),
  })
  const address = `${page}#${payFragment.order}=${orderId}`
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text fw={600}>{data ? money(data.orderMinor) : ''}</Text>
        <div role="status">
          {data && <StatusBadge meaning={meanings[data.status] ?? 'off'} label={word('status', data.status).label} />}
        </div>
      </Group>
      {data?.status === unpaid && (
        <>
          <Text size="sm">{t('payOnline.what')}</Text>
          <Group justify="center">
            <QrCode text={address} label={t('payOnline.code')} size={200} />
          </Group>
          <Anchor href={address} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {address}
          </Anchor>
        </>
      )}
      {data?.status === paid && <Text>{t('payOnline.paid', { amount: money(data.receivedMinor) })}</Text>}
      <Group justify="end">
        <Button variant="default" onClick={onClose}>
          {t('payOnline.close')}
        </Button>
      </Group>
    </Stack>
  )
}
