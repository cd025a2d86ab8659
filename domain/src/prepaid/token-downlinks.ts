import type { TokenCommand } from '@nightflow/schemas/prepaid/token-commands'
import { type TokenDownlinkCommand, tokenDownlinkHours } from '@nightflow/schemas/prepaid/token-downlink'
import { RefundStatus } from '@nightflow/schemas/prepaid/token-refund'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context } from '../shared/decider.ts'
import type { Downlink, KeyChange, MeterTokens, MeterTokensEvent } from './meter-tokens.ts'

type Decision = readonly MeterTokensEvent[] | Rejection
type Of<Type extends TokenDownlinkCommand['type']> = Extract<TokenDownlinkCommand, { type: Type }>
type Named = { meterNo: string; requestId: string }
const hourMilliseconds = 3_600_000

type Delivered = { readonly downlink?: Downlink }
/** A gateway that has or may fetch the tokens. */
export const isUnderWay = ({ downlink }: Delivered): boolean => downlink?.state === 'requested' || downlink?.state === 'sent'
/** The meter has said that it took the tokens. */
export const isEntered = ({ downlink }: Delivered): boolean => downlink?.state === 'confirmed'

/** A sale, a management or a key change. `isOver`: its tokens are not for the meter any more. */
type Order = Delivered & { readonly requestId: string; readonly tokens?: readonly string[] | undefined; readonly isOver: boolean }

const orderOf = (state: MeterTokens, requestId: string): Order | undefined => {
  const sale = state.sales.get(requestId)
  if (sale) return { ...sale, requestId, isOver: sale.refund?.status === RefundStatus.enum.completed }
  const management = state.managements.get(requestId)
  if (management) return { ...management, requestId, isOver: false }
  const change = state.keyChanges.get(requestId)
  return change && { ...change, requestId, isOver: state.pendingChange !== requestId }
}

const orderOfDownlink = (state: MeterTokens, downlinkId: string): Order | undefined => {
  const { sales, managements, keyChanges } = state
  const all: (readonly [string, Delivered])[] = [...sales, ...managements, ...keyChanges]
  const [requestId] = all.findLast(([, { downlink }]) => downlink?.downlinkId === downlinkId) ?? []
  return requestId === undefined ? undefined : orderOf(state, requestId)
}

/** The tokens wait for the gateway of the meter, which enters them in their order. */
export const downlinkOf = (
  { meterNo, requestId }: Named,
  downlinkId: string,
  tokens: readonly string[],
  now: string,
): MeterTokensEvent => ({
  type: 'prepaid.TokenDownlinkRequested',
  data: {
    ...{ meterNo, requestId, downlinkId, tokens: [...tokens], at: now },
    expiresAt: new Date(Date.parse(now) + tokenDownlinkHours * hourMilliseconds).toISOString(),
  },
})

/** Once more, after a downlink has failed. A token that was entered, given back or cancelled is not sent again. */
export const requestDownlink = (
  { meterNo, requestId, downlinkId }: Extract<TokenCommand, { type: 'RequestTokenDownlink' }>,
  state: MeterTokens,
  { now }: Context,
): Decision => {
  const order = orderOf(state, requestId)
  if (!order?.tokens) return rejected('not-found')
  if (!state.registered?.isTwoWay) return rejected('sts-meter-one-way')
  if (order.downlink?.downlinkId === downlinkId) return []
  if (isEntered(order) || order.isOver) return rejected('token-downlink-over')
  if (isUnderWay(order)) return rejected('token-downlink-open')
  return [downlinkOf({ meterNo, requestId }, downlinkId, order.tokens, now)]
}

/** A gateway has fetched the tokens. It gets them again until it has answered, because an answer may be lost. */
export const markDownlinkSent = ({ type: _, ...named }: Of<'MarkTokenDownlinkSent'>, state: MeterTokens, { now }: Context): Decision => {
  const order = orderOfDownlink(state, named.downlinkId)
  if (!order) return rejected('not-found')
  if (!isUnderWay(order) || order.isOver) return rejected('token-downlink-over')
  const { requestId, downlink } = order
  return downlink?.state === 'sent' ? [] : [{ type: 'prepaid.TokenDownlinkSent', data: { ...named, requestId, at: now } }]
}

/** The word of the meter counts after a deadline too: the water, or the key, is in it. */
export const confirmDownlink = ({ type: _, ...named }: Of<'ConfirmTokenDownlink'>, state: MeterTokens, { now }: Context): Decision => {
  const order = orderOfDownlink(state, named.downlinkId)
  if (!order) return rejected('not-found')
  if (isEntered(order)) return []
  const { requestId } = order
  const entered: MeterTokensEvent = { type: 'prepaid.TokenDownlinkConfirmed', data: { ...named, requestId, at: now } }
  return [entered, ...keyOf(state, requestId, now)]
}

/** The meter has the key of a change that it took, also where the change was given up meanwhile. Another change that is pending goes on. */
const keyOf = (state: MeterTokens, requestId: string, now: string): MeterTokensEvent[] => {
  const change = state.keyChanges.get(requestId)
  const { pendingChange, registered } = state
  if (!change || !registered || (pendingChange !== undefined && pendingChange !== requestId)) return []
  const { meterNo, next } = change.requested
  return hasKey(registered, change) ? [] : [{ type: 'prepaid.KeyChangeConfirmed', data: { meterNo, comments: '', next, at: now } }]
}

const hasKey = (registered: NonNullable<MeterTokens['registered']>, { requested: { next } }: KeyChange): boolean =>
  (Object.keys(next) as (keyof typeof next)[]).every((field) => registered[field] === next[field])

export const failDownlink = ({ type: _, ...asked }: Of<'FailTokenDownlink'>, state: MeterTokens, { now }: Context): Decision => {
  const order = orderOfDownlink(state, asked.downlinkId)
  if (!order) return rejected('not-found')
  if (order.downlink?.state === 'failed') return []
  if (!isUnderWay(order)) return rejected('token-downlink-over')
  return [{ type: 'prepaid.TokenDownlinkFailed', data: { ...asked, requestId: order.requestId, at: now } }]
}
