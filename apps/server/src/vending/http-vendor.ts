import { keptOnce, type TokenResults } from '@nightflow/domain/prepaid/kept-results'
import { blockOfDigits } from '@nightflow/domain/prepaid/sts/token-digits'
import type { TokenVendor, VendedTokens, VendingMeter, VerifiedToken } from '@nightflow/domain/prepaid/token-vendor'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { z } from 'zod'
import { oneAtATime } from './one-at-a-time.ts'
import { ModuleSilent } from './thrift-connection.ts'

export type HttpVendorParts = {
  /** Of the API, without a slash at its end. */
  url: URL
  key: string
  results: TokenResults
  /** The supply groups of the tenant: one vendor has the keys of several. */
  supplyGroups: ReadonlySet<string>
  millisecondsMax: number
}

const unitsMax = 18_201_624
const identifierMax = 0xff_ffff
const Vended = z.object({
  tokens: z
    .array(z.string().regex(/^\d{20}$/))
    .min(1)
    .max(4),
  tokenIdentifier: z.int().min(0).max(identifierMax).nullable(),
  units: z.int().min(0).max(unitsMax).nullable(),
  roundedUpUnits: z.int().min(0).max(unitsMax).nullable(),
})
const Refusal = z.object({ error: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/) })
const stamp = { tokenIdentifier: z.int().min(0).max(identifierMax) }
const code = z.int().min(0).max(0xffff)
const Verified = z.discriminatedUnion('isIntact', [
  z.object({ isIntact: z.literal(false) }),
  z.object({
    isIntact: z.literal(true),
    content: z.union([
      z.object({ tokenClass: z.literal(0), subclass: z.int().min(0).max(7), ...stamp, amountCode: code }),
      z.object({ tokenClass: z.literal(2), subclass: z.literal([0, 1, 2, 5, 6, 7]), ...stamp, register: code }),
      z.looseObject({ tokenClass: z.literal([1, 2]), subclass: z.int().min(0).max(15) }),
    ]),
  }),
])

const bodyBytesMax = 64 * 1024
const notFound = 404
const isPassing = (status: number): boolean => status === 401 || status === 403 || status === 408 || status === 429 || status >= 500

/**
 * The adapter of the HTTP API of a vendor. Its contract is in `docs/sts-tokens.md`: a request has an identifier, the same one again is answered with the
 * same tokens, and another request under it is refused.
 */
export const httpVendor = ({ url, key, results, supplyGroups, millisecondsMax }: HttpVendorParts): TokenVendor => {
  const once = keptOnce(results)
  const queue = oneAtATime()

  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<{ status: number; content: unknown }> => {
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) }
    const request = {
      method,
      headers,
      redirect: 'error' as const,
      signal: AbortSignal.timeout(millisecondsMax),
      ...(body && { body: JSON.stringify(body) }),
    }
    const answered = await fetch(`${url.href.replace(/\/$/, '')}/${path}`, request)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => {
        // The error of a request may repeat its address and headers.
        throw new ModuleSilent('the vendor does not answer')
      })
    if (isPassing(answered.status)) throw new ModuleSilent(`the vendor answered with ${answered.status}`)
    return { status: answered.status, content: contentOf(answered.text) }
  }

  const post = async <T>(verb: string, schema: z.ZodType<T>, meter: VendingMeter | undefined, body: object): Promise<T | Rejection> => {
    const { status, content } = await call('POST', verb, body)
    if (status >= 400) return refusalOf(content, meter)
    return parsed(schema, content)
  }

  const issue = (
    verb: string,
    request: { requestId: string; meter?: VendingMeter; next?: VendingMeter },
  ): Promise<VendedTokens | Rejection> =>
    queue(request.requestId, () =>
      once(verb, request, () => ofTenant(request.meter) ?? ofTenant(request.next) ?? post(verb, Vended, request.meter, request)),
    )

  const ofTenant = (meter: VendingMeter | undefined): Rejection | undefined =>
    meter === undefined || supplyGroups.has(meter.supplyGroupCode) ? undefined : missingKey(meter)

  return {
    issueCredit: (request) => issue('credit', request),
    issueManagement: (request) => issue('management', request),
    issueTest: (request) => issue('test', request),
    changeKey: (request) => issue('key-change', request),
    verify: async (meter, token) => {
      const block = blockOfDigits(token)
      if (isRejection(block)) return block
      const refused = ofTenant(meter) ?? (block.tokenClass === 3 ? rejected('sts-class-reserved') : undefined)
      // The schema checks what the port reads; fields of other contents are not read.
      return refused ?? (post('verify', Verified, meter, { meter, token }) as Promise<VerifiedToken | Rejection>)
    },
    fetchTokenResult: async (requestId) => {
      const kept = await results.find(requestId)
      if (kept) return kept.vended
      const { status, content } = await call('GET', `results/${encodeURIComponent(requestId)}`)
      if (status === notFound) return undefined
      return parsed(Vended, status >= 400 ? undefined : content)
    },
  }
}

const contentOf = (text: string): unknown => {
  try {
    return text.length > bodyBytesMax ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

const parsed = <T>(schema: z.ZodType<T>, content: unknown): T => {
  const read = schema.safeParse(content)
  if (!read.success) throw new ModuleSilent('the vendor answered with something else', { cause: read.error })
  return read.data
}

const missingKey = ({ supplyGroupCode, keyRevisionNumber }: VendingMeter): Rejection =>
  rejected('sts-vending-key-missing', { group: supplyGroupCode, revision: keyRevisionNumber })

const refusalOf = (content: unknown, meter: VendingMeter | undefined): Rejection => {
  const { error } = parsed(Refusal, content)
  if (meter && error === 'key-missing') return missingKey(meter)
  if (error === 'key-expired') return rejected('sts-key-expired')
  if (error === 'request-id-used') return rejected('sts-request-id-used')
  if (error === 'amount-too-large') return rejected('sts-amount-too-large', { most: unitsMax })
  return rejected('sts-module-refused', { code: error })
}
