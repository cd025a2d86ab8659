import { Button, Group, Text, Title } from '@mantine/core'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { ValveTurn } from '@nightflow/schemas/work-orders/shut-off'
import { findShutOff, listShutOff, sendShutOffNotices, turnValve } from '@nightflow/schemas/work-orders/shut-off-calls'
import { isOpenOrder } from '@nightflow/schemas/work-orders/work-order-calls'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import type { Order } from '#work-orders/order.ts'
import { refreshShutOff } from '#work-orders/refresh-shut-off.ts'
import { LeaveClosedDialog, NoticesDialog } from '#work-orders/shut-off-dialogs.tsx'
import { ShutOffListDialog } from '#work-orders/shut-off-list-dialog.tsx'
import './board.css'

type Found = ResponseOf<typeof findShutOff>
type Valve = Found['valves'][number]
type Asked = 'list' | 'notices'

/** The shut-off list of an order: valves with their turns, customers without water, and the notices to them. */
export function ShutOffPanel({ order }: { order: Order }) {
  const { t } = useTranslation('work-orders')
  const mayDo = useMayDo()
  const { workOrderNo } = order
  const [asked, setAsked] = useState<Asked>()
  const found = useQuery({
    queryKey: [findShutOff.path, workOrderNo],
    queryFn: ({ signal }) => call(findShutOff, { workOrderNo }, signal),
  })
  const shutOff = found.data
  if (found.isError) return <ErrorState error={found.error} compact />
  const mayList = mayDo(listShutOff) && isOpenOrder(order)
  const isEmpty = !shutOff || (shutOff.valves.length === 0 && shutOff.customerCount === 0)
  if (isEmpty && !mayList) return null
  return (
    <section aria-label={t('shutOff.title')} className="nf-shut-off">
      <Group justify="space-between" mb={6}>
        <Title order={3} size="h5">
          {t('shutOff.title')}
        </Title>
        <Group gap="xs">
          {mayList && (
            <Button size="compact-xs" variant="light" onClick={() => setAsked('list')}>
              {t('shutOff.edit')}
            </Button>
          )}
          {mayDo(sendShutOffNotices) && isOpenOrder(order) && (shutOff?.customerCount ?? 0) > 0 && (
            <Button size="compact-xs" variant="default" onClick={() => setAsked('notices')}>
              {t('shutOff.send')}
            </Button>
          )}
          {!isEmpty && (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconPrinter size={14} aria-hidden />}
              onClick={() => globalThis.print()}
            >
              {t('shutOff.print')}
            </Button>
          )}
        </Group>
      </Group>
      {isEmpty && (
        <Text size="sm" c="dimmed">
          {t('shutOff.none')}
        </Text>
      )}
      {shutOff && shutOff.valves.length > 0 && <Valves order={order} valves={shutOff.valves} />}
      {shutOff && !isEmpty && <Customers found={shutOff} />}
      {asked === 'list' && shutOff && <ShutOffListDialog order={order} found={shutOff} onClose={() => setAsked(undefined)} />}
      {asked === 'notices' && shutOff && <NoticesDialog order={order} found={shutOff} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

const meanings = { open: 'unknown', closed: 'warning', reopened: 'good', left: 'alarm' } as const
/** The turns that a valve may take next. */
const nextOf = { open: ['closed'], closed: ['reopened', 'left'], reopened: ['closed'], left: ['reopened'] } as const

function Valves({ order, valves }: { order: Order; valves: readonly Valve[] }) {
  const { t } = useTranslation('work-orders')
  const { instant } = useFormat()
  const { timeZone } = useSession()
  const mayDo = useMayDo()
  const client = useQueryClient()
  const [left, setLeft] = useState<Valve>()
  const { workOrderNo } = order
  const turning = useMutation({
    mutationFn: (turned: { valveNo: string; turn: ValveTurn }) => call(turnValve, { workOrderNo, ...turned }),
    onSettled: () => refreshShutOff(client, workOrderNo),
  })
  const time = (turned: Valve['closed']) => turned && [instant(turned.at, timeZone), turned.by].filter(Boolean).join(' · ')
  return (
    <ul className="nf-shut-off-valves">
      {valves.map((valve) => (
        <li key={valve.valveNo}>
          <div>
            <Group gap="xs">
              <Text size="sm" fw={600}>
                {valve.valveName}
              </Text>
              <StatusBadge meaning={meanings[valve.state]} label={t(`shutOff.state.${valve.state}`)} />
            </Group>
            <Text size="xs" c="dimmed">
              {[t(`shutOff.kind.${valve.valveKind}`), valve.valveNo, valve.place].filter(Boolean).join(' · ')}
            </Text>
            {valve.closed && <Text size="xs">{t('shutOff.closedAt', { at: time(valve.closed) })}</Text>}
            {valve.reopened && <Text size="xs">{t('shutOff.reopenedAt', { at: time(valve.reopened) })}</Text>}
            {valve.state === ValveTurn.enum.left && <Text size="xs">{t('shutOff.leftFor', { reason: valve.note })}</Text>}
          </div>
          {mayDo(turnValve) && (
            <Group gap={6}>
              {nextOf[valve.state].map((turn) => (
                <Button
                  key={turn}
                  size="compact-xs"
                  variant={turn === 'left' ? 'subtle' : 'default'}
                  disabled={turning.isPending}
                  aria-label={`${t(`shutOff.turn.${turn}`)}: ${valve.valveName}`}
                  onClick={() => (turn === 'left' ? setLeft(valve) : turning.mutate({ valveNo: valve.valveNo, turn }))}
                >
                  {t(`shutOff.turn.${turn}`)}
                </Button>
              ))}
            </Group>
          )}
        </li>
      ))}
      {left && <LeaveClosedDialog order={order} valve={left} onClose={() => setLeft(undefined)} />}
    </ul>
  )
}

function Customers({ found: { customers, customerCount, reachableCount, notices } }: { found: Found }) {
  const { t } = useTranslation('work-orders')
  const { instant, number } = useFormat()
  const { timeZone } = useSession()
  return (
    <>
      <Text size="sm" mt="xs">
        {t('shutOff.customers', { count: customerCount, shown: number(customerCount), reachable: number(reachableCount) })}
      </Text>
      {notices.map(({ at, by, offFrom, offUntil, accounts }) => (
        <Text key={at} size="xs" c="dimmed">
          {t('shutOff.noticed', {
            count: accounts,
            at: [instant(at, timeZone), by].filter(Boolean).join(' · '),
            from: instant(offFrom, timeZone),
            until: instant(offUntil, timeZone),
          })}
        </Text>
      ))}
      {customers.length > 0 && (
        <details className="nf-shut-off-customers">
          <summary>{t('shutOff.showCustomers')}</summary>
          <ul>
            {customers.map(({ accountNo, meterNo, place, isReachable }) => (
              <li key={accountNo}>
                <ScreenLink screen="customers/account" params={{ accountNo }} className="nf-link nf-figures">
                  {accountNo}
                </ScreenLink>{' '}
                {[place, meterNo, !isReachable && t('shutOff.unreachable')].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ul>
          {customers.length < customerCount && (
            <Text size="xs" c="dimmed">
              {t('shutOff.firstCustomers', { shown: number(customers.length), total: number(customerCount) })}
            </Text>
          )}
        </details>
      )}
    </>
  )
}
