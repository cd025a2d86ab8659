import { z } from 'zod'
import { text } from '../shared/text.ts'

const header = z.string().regex(/^[A-Za-z0-9-]{1,64}$/)
const Path = z.string().regex(/^[A-Za-z0-9_]{1,40}(\.[A-Za-z0-9_]{1,40}){0,7}$/)
const template = text(2_000)
const words = z.array(text(40).min(1)).max(20)

/** A call with templates: `{{orderNumber}}` in the path is written for an address, in the body for JSON. */
const TemplateCall = z.object({
  method: z.enum(['GET', 'POST']),
  path: template.refine((path) => path.startsWith('/')),
  body: template.optional(),
})

/** Where an answer or a callback has what: paths such as `data.id`. Without a path of the currency it is that of the platform. */
const Answer = z.object({
  status: Path,
  platformReference: Path,
  reference: Path.optional(),
  amount: Path.optional(),
  currency: Path.optional(),
  eventId: Path.optional(),
  payAddress: Path.optional(),
})

/** A payment platform that speaks HTTP and JSON in its own words. */
export const GenericProtocol = z.object({
  signature: z.enum(['HMAC-SHA256', 'RSA-SHA256', 'MD5']),
  signatureHeader: header,
  /** Epoch seconds. Without it a callback has no age, and only its identifier says that it came before. */
  timestampHeader: header.optional(),
  /** `timestamped`: the timestamp, a point and the bytes are signed; `bytes`: the bytes alone. */
  signed: z.enum(['timestamped', 'bytes']),
  amountUnit: z.enum(['units', 'hundredths']),
  collect: TemplateCall,
  ask: TemplateCall,
  refund: TemplateCall,
  askRefund: TemplateCall,
  report: TemplateCall.optional(),
  /** The list in the answer to `report`; empty where it is the answer. */
  reportLines: Path.optional(),
  answer: Answer,
  callback: Answer.extend({ eventId: Path }),
  words: z.object({ paid: words.min(1), failed: words, pending: words, refunded: words, refundFailed: words, accepted: words }),
})
export type GenericProtocol = z.infer<typeof GenericProtocol>

/** The protocol that this text describes, or the field in which it is wrong. */
export const readProtocol = (json: string | null): GenericProtocol | { wrong: string } => {
  let value: unknown
  try {
    value = JSON.parse(json ?? '')
  } catch {
    return { wrong: 'JSON' }
  }
  const read = GenericProtocol.safeParse(value)
  return read.success ? read.data : { wrong: read.error.issues[0]?.path.map(String).join('.').slice(0, 100) || 'JSON' }
}

/** The protocol of the sandbox: a generic one, so that all that tests and the demo show is true of every configured platform. */
export const sandboxProtocol: GenericProtocol = {
  signature: 'HMAC-SHA256',
  signatureHeader: 'sandbox-signature',
  timestampHeader: 'sandbox-timestamp',
  signed: 'timestamped',
  amountUnit: 'hundredths',
  collect: {
    method: 'POST',
    path: '/orders',
    body: '{"reference":{{orderNumber}},"amount":{{amount}},"currency":{{currency}},"description":{{description}},"callback":{{callbackAddress}},"return":{{returnAddress}}}',
  },
  ask: { method: 'GET', path: '/orders/{{orderNumber}}' },
  refund: {
    method: 'POST',
    path: '/refunds',
    body: '{"id":{{refundId}},"reference":{{orderNumber}},"amount":{{amount}},"currency":{{currency}}}',
  },
  askRefund: { method: 'GET', path: '/refunds/{{refundId}}' },
  report: { method: 'GET', path: '/reports/{{day}}' },
  reportLines: 'lines',
  answer: {
    ...{ status: 'status', platformReference: 'id', reference: 'reference', amount: 'amount', currency: 'currency' },
    payAddress: 'payAddress',
  },
  callback: {
    ...{ eventId: 'eventId', status: 'order.status', platformReference: 'order.id', reference: 'order.reference' },
    ...{ amount: 'order.amount', currency: 'order.currency' },
  },
  words: {
    ...{ paid: ['paid'], failed: ['failed'], pending: ['pending'], accepted: ['accepted'] },
    ...{ refunded: ['refunded'], refundFailed: ['refundFailed'] },
  },
}
