import { Alert, Anchor, Button, Loader, Stack, Text } from '@mantine/core'
import { isOrderMoving, payReceiptPdf, streamPayOrder } from '@nightflow/schemas/payments/pay-order-calls'
import { followPayOrder, type PayOrder } from '@nightflow/schemas/payments/pay-page'
import { OrderStatus } from '@nightflow/schemas/payments/payment-order'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuietly } from '#api/call-quietly.ts'
import { download } from '#api/download.ts'
import { followEvents } from '#api/follow.ts'
import { ProblemError } from '#api/problem-error.ts'
import { readAnswer } from '#api/read-answer.ts'
import { PayFrame } from '#payments/pay/pay-frame.tsx'
import { PayReceipt, type TokensOf } from '#payments/pay/pay-receipt.tsx'
import { usePayFormat } from '#payments/pay/use-pay-format.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { LanguageMenu } from '#ui/language-menu.tsx'

type Props = { tenant: string; orderId: string; isJustPlaced: boolean; tokensOf: TokensOf; onOther: () => void }

const soonMilliseconds = 2_000
const laterMilliseconds = 10_000
/** While the connection is open it brings each change; a poll finds one that got lost. */
const besideStreamMilliseconds = 60_000
const soonAttempts = 90
/** An order that was placed an instant ago may not be readable yet. */
const missesMax = 3

const { unpaid, paid } = OrderStatus.enum

const isRefused = (error: unknown): boolean => error instanceof ProblemError && error.status >= 400 && error.status < 500

/**
 * An order from its placing to its receipt, by server-sent events, and by polls while they do not come. A cut line is no end: the address has the order, and
 * the page asks until there is an answer.
 */
export function OrderView({ tenant, orderId, isJustPlaced, tokensOf, onOther }: Props) {
  const { t } = useTranslation('pay')
  const [isStreamed, setStreamed] = useState(false)
  const { data, error, failureCount } = useQuery({
    queryKey: keyOf(tenant, orderId),
    queryFn: () => callQuietly(followPayOrder, { tenant, orderId }),
    meta: { isQuiet: true },
    retry: (failures, failed) => failures < missesMax && isRefused(failed) && isJustPlaced,
    retryDelay: soonMilliseconds,
    networkMode: 'always',
    refetchInterval: ({ state }) => {
      if (isRefused(state.error) && !state.data) return false
      if (state.data && !isOrderMoving(state.data)) return false
      if (isStreamed) return besideStreamMilliseconds
      return state.dataUpdateCount + state.errorUpdateCount < soonAttempts ? soonMilliseconds : laterMilliseconds
    },
  })
  useOrderStream({ tenant, orderId, isFollowing: data !== undefined && isOrderMoving(data), onConnection: setStreamed })
  const payAddress = data?.status === unpaid ? data.payAddress : null
  const hasGone = useRef(false)
  useEffect(() => {
    if (!isJustPlaced || payAddress === null || hasGone.current) return
    hasGone.current = true
    window.location.assign(payAddress)
  }, [isJustPlaced, payAddress])
  return (
    <PayFrame title={data?.utility ?? t('order.title')} {...(data && { subtitle: t('account', { accountNo: data.accountNo }) })}>
      <Stack gap="md">
        {!data && !isRefused(error) && <Loader aria-label={t('order.loading')} />}
        {!data && isRefused(error) && <ProblemAlert failure={error} />}
        {(error !== null || failureCount > 0) && !isRefused(error) && (
          <Alert color="yellow" role="status">
            {t('order.offline')}
          </Alert>
        )}
        {data && <Order order={data} tokensOf={tokensOf} />}
        {data && data.receipt !== null && data.status === paid && !isOrderMoving(data) && (
          <LanguageMenu
            label={t('order.pdf')}
            icon={IconFileTypePdf}
            onChoose={(language) => download(payReceiptPdf, { tenant, orderId, language }, `${data.accountNo}-${data.orderNumber}.pdf`)}
          />
        )}
        {data && !isOrderMoving(data) && (
          <Button variant="default" onClick={() => window.print()}>
            {t('order.print')}
          </Button>
        )}
        <Button variant="subtle" onClick={onOther}>
          {t('order.other')}
        </Button>
        {data && (
          <Text size="sm" c="dimmed">
            {t('order.keep')}
          </Text>
        )}
      </Stack>
    </PayFrame>
  )
}

const keyOf = (tenant: string, orderId: string) => ['pay-order', tenant, orderId] as const

type Following = { tenant: string; orderId: string; isFollowing: boolean; onConnection: (isOpen: boolean) => void }

/** Puts each state of the order that the service sends where the poll puts its answers. */
function useOrderStream({ tenant, orderId, isFollowing, onConnection }: Following): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isFollowing) return
    const leaving = new AbortController()
    const onEvent = (data: string) => {
      const read = readAnswer(followPayOrder.response, JSON.parse(data))
      if (read) client.setQueryData(keyOf(tenant, orderId), read.answer)
    }
    void followEvents(streamPayOrder, { request: { tenant, orderId }, onEvent, onConnection, signal: leaving.signal })
    return () => leaving.abort()
  }, [client, tenant, orderId, isFollowing, onConnection])
}

const colours: Partial<Record<OrderStatus, string>> = { [paid]: 'green', [unpaid]: 'blue' }

function Order({ order, tokensOf }: { order: PayOrder; tokensOf: TokensOf }) {
  const { t } = useTranslation('pay')
  const { money } = usePayFormat(order.currency)
  const { status, payAddress, isAccepted } = order
  const waits = status === unpaid ? (payAddress ? 'toPay' : isAccepted ? 'onPhone' : 'sending') : undefined
  return (
    <>
      <Alert color={colours[status] ?? 'yellow'} role="status" title={t(`order.state.${status}`)}>
        {waits
          ? t(`order.waits.${waits}`, { platform: order.platform })
          : t(`order.text.${status}`, { amount: money(order.receivedMinor) })}
      </Alert>
      {status === unpaid && payAddress && (
        <Anchor href={payAddress} className="nf-pay-go" underline="never">
          {t('order.go', { amount: money(order.orderMinor), platform: order.platform })}
        </Anchor>
      )}
      <PayReceipt order={order} tokensOf={tokensOf} />
    </>
  )
}
