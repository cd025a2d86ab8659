import type { TokenCommand } from '@nightflow/schemas/prepaid/token-commands'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context } from '../shared/decider.ts'
import type { MeterTokens, MeterTokensEvent } from './meter-tokens.ts'

/** Each message costs money, and a person who did not get ten of them does not get the next. */
export const sendsMax = 10

/** The message follows from the event, so that it is written once whatever stops. */
export const sendToken = (
  { type: _, ...asked }: Extract<TokenCommand, { type: 'SendToken' }>,
  { sales }: MeterTokens,
  { now }: Context,
): readonly MeterTokensEvent[] | Rejection => {
  const sale = sales.get(asked.requestId)
  if (!sale?.tokens) return rejected('not-found')
  if (sale.sends?.has(asked.sendId)) return []
  if ((sale.sends?.size ?? 0) >= sendsMax) return rejected('sts-token-sent-often')
  const { accountNo } = sale.started
  return [{ type: 'prepaid.TokenSent', data: { ...asked, accountNo, tokens: [...sale.tokens], at: now } }]
}
