import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { VendedTokens } from './token-vendor.ts'

/** Tokens by request. `asked` is what the request asked for, to tell a repeat from another request. */
export type TokenResult = { requestId: string; asked: string; vended: VendedTokens }

export type TokenResults = {
  find(requestId: string): Promise<TokenResult | undefined>
  /** Keeps the result unless one of its request is kept already. Returns the one that is kept. */
  keep(result: TokenResult): Promise<TokenResult>
}

type Made = VendedTokens | Rejection

/** The same text for a repeat of a request, whenever it arrives: the time of the sale and the last identifier do not count. */
const askedOf = (kind: string, request: object): string => {
  const { requestId, atMilliseconds, lastTokenIdentifier, ...asked } = request as Record<string, unknown>
  const sorted = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : value
  return JSON.stringify({ kind, ...asked }, sorted)
}

/** Makes the tokens of a request once: a repeat is answered with what was kept, and another request under the identifier is refused. */
export const keptOnce =
  (results: TokenResults) =>
  async (kind: string, request: { requestId: string }, make: () => Made | Promise<Made>): Promise<Made> => {
    const { requestId } = request
    const asked = askedOf(kind, request)
    const earlier = await results.find(requestId)
    if (earlier) return earlier.asked === asked ? earlier.vended : rejected('sts-request-id-used')
    const vended = await make()
    if (isRejection(vended)) return vended
    const kept = await results.keep({ requestId, asked, vended })
    return kept.asked === asked ? kept.vended : rejected('sts-request-id-used')
  }
