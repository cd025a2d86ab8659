import type { TokenCommand } from '@nightflow/schemas/prepaid/token-commands'
import { type TokenDownlinkCommand, tokenDownlinkHours } from '@nightflow/schemas/prepaid/token-downlink'
import { RefundStatus } from '@nightflow/schemas/prepaid/token-refund'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context } from '../shared/decider.ts'
import type { MeterTokens, MeterTokensEvent, TokenSale } from './meter-tokens.ts'

type Decision = readonly MeterTokensEvent[] | Rejection
type Of<Type extends TokenDownlinkCommand['type']> = Extract<TokenDownlinkCommand, { type: Type }>
type Named = { meterNo: string; requestId: string }
const hourMilliseconds = 3_600_000

/** A gateway that has or may fetch the tokens of a sale. */
export const isUnderWay = ({ downlink }: TokenSale): boolean => downlink?.state === 'requested' || downlink?.state === 'sent'
/** The meter has said that it took the tokens. */
export const isEntered = ({ downlink }: TokenSale): boolean => downlink?.state === 'confirmed'

/** The tokens of a sale wait for the gateway of the meter. */
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

/** Once more, after a downlink has failed. A token that was entered or given back is not sent again. */
export const requestDownlink = (
  { meterNo, requestId, downlinkId }: Extract<TokenCommand, { type: 'RequestTokenDownlink' }>,
  { sales, registered }: MeterTokens,
  { now }: Context,
): Decision => {
  const sale = sales.get(requestId)
  if (!sale?.tokens) return rejected('not-found')
  if (!registered?.isTwoWay) return rejected('sts-meter-one-way')
  if (sale.downlink?.downlinkId === downlinkId) return []
  if (isEntered(sale) || isReturned(sale)) return rejected('token-downlink-over')
  if (isUnderWay(sale)) return rejected('token-downlink-open')
  return [downlinkOf({ meterNo, requestId }, downlinkId, sale.tokens, now)]
}

const isReturned = ({ refund }: TokenSale): boolean => refund?.status === RefundStatus.enum.completed

const saleOf = ({ sales }: MeterTokens, downlinkId: string): TokenSale | undefined =>
  [...sales.values()].findLast(({ downlink }) => downlink?.downlinkId === downlinkId)

/** A gateway has fetched the tokens. It gets them again until it has answered, because an answer may be lost. */
export const markDownlinkSent = ({ type: _, ...named }: Of<'MarkTokenDownlinkSent'>, state: MeterTokens, { now }: Context): Decision => {
  const sale = saleOf(state, named.downlinkId)
  if (!sale) return rejected('not-found')
  if (!isUnderWay(sale) || isReturned(sale)) return rejected('token-downlink-over')
  const { requestId } = sale.started
  return sale.downlink?.state === 'sent' ? [] : [{ type: 'prepaid.TokenDownlinkSent', data: { ...named, requestId, at: now } }]
}

/** The word of the meter counts after a deadline too: the water is in it. */
export const confirmDownlink = ({ type: _, ...named }: Of<'ConfirmTokenDownlink'>, state: MeterTokens, { now }: Context): Decision => {
  const sale = saleOf(state, named.downlinkId)
  if (!sale) return rejected('not-found')
  return isEntered(sale) ? [] : [{ type: 'prepaid.TokenDownlinkConfirmed', data: { ...named, requestId: sale.started.requestId, at: now } }]
}

export const failDownlink = ({ type: _, ...asked }: Of<'FailTokenDownlink'>, state: MeterTokens, { now }: Context): Decision => {
  const sale = saleOf(state, asked.downlinkId)
  if (!sale) return rejected('not-found')
  if (sale.downlink?.state === 'failed') return []
  if (!isUnderWay(sale)) return rejected('token-downlink-over')
  return [{ type: 'prepaid.TokenDownlinkFailed', data: { ...asked, requestId: sale.started.requestId, at: now } }]
}
