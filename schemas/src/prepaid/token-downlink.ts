import { z } from 'zod'
import { recorded } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'
import { ofSale, TokenDigits, tokensMax } from './token.ts'

/** The way of a token to a meter by radio: not at all, waiting for the gateway, fetched by it, entered, or not entered. */
export const TokenDownlink = z.enum({ none: '0', requested: '1', sent: '2', confirmed: '3', failed: '4' })
export type TokenDownlink = z.infer<typeof TokenDownlink>

/** A gateway that has not entered a token after so long is not asked any more; the holder types it. */
export const tokenDownlinkHours = 72

/** The first downlink of a sale has the identifier of the sale. */
const ofDownlink = { ...ofSale, downlinkId: z.uuid() }
const reason = recorded(200)

/** Gateways name the meter and the downlink. */
const named = { meterNo: ofSale.meterNo, downlinkId: z.uuid() }
export const MarkTokenDownlinkSent = z.object({ type: z.literal('MarkTokenDownlinkSent'), ...named })
export const ConfirmTokenDownlink = z.object({ type: z.literal('ConfirmTokenDownlink'), ...named })
export const FailTokenDownlink = z.object({ type: z.literal('FailTokenDownlink'), ...named, reason })
export type TokenDownlinkCommand = z.infer<typeof MarkTokenDownlinkSent | typeof ConfirmTokenDownlink | typeof FailTokenDownlink>

export const requestedDownlink = {
  downlinkId: z.uuid(),
  tokens: z.array(TokenDigits).min(1).max(tokensMax),
  expiresAt: Instant,
}
export const tokenDownlinkEventTypes = {
  'prepaid.TokenDownlinkSent': { version: 1, data: z.object({ ...ofDownlink, at: Instant }) },
  /** The meter has taken the tokens. */
  'prepaid.TokenDownlinkConfirmed': { version: 1, data: z.object({ ...ofDownlink, at: Instant }) },
  'prepaid.TokenDownlinkFailed': { version: 1, data: z.object({ ...ofDownlink, reason, at: Instant }) },
} as const
