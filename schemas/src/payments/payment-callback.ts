import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import { recorded, text, verbatim } from '../shared/text.ts'
import { Instant, LocalDate } from '../shared/values.ts'
import { SignedMinor } from './amounts.ts'

/** The state of an order's money, by its platform. */
export const SaidStatus = z.enum({ paid: '0', failed: '1', pending: '2', refunded: '3', refundFailed: '4' })
export type SaidStatus = z.infer<typeof SaidStatus>

const said = {
  /** Follows from the association and the platform's identifier: the same event of a platform is one callback for ever. */
  callbackId: z.uuid(),
  associationId: z.int().positive().max(Number.MAX_SAFE_INTEGER),
  platformName: text(50),
  platformEventId: recorded(255),
  status: SaidStatus,
  platformReference: recorded(255),
  reference: text(64).nullable(),
  /** The account that the payer named, where no order was placed before. */
  payerReference: recorded(64),
  currency: recorded(16),
  amountMinor: SignedMinor,
}
export const ReceiveCallback = z.object({ type: z.literal('ReceiveCallback'), ...said })
export type ReceiveCallback = z.infer<typeof ReceiveCallback>

export const callbackEventTypes = {
  'payments.CallbackReceived': { version: 1, data: z.object({ ...said, at: Instant }) },
} as const

export const receivePaymentCallback = endpoint({
  method: 'POST',
  path: '/api/v1/payment-callbacks/:callbackKey',
  permission: 'public',
  summary:
    'For payment platforms: what became of an order. The body is the platform’s own and signed over its bytes; a repetition changes nothing',
  request: z.object({
    callbackKey: z.uuid(),
    /** Of platforms that do not sign: the secret of the address, and the refund that it is about. */
    key: verbatim(100).optional(),
    refund: z.uuid().optional(),
  }),
  response: z.object({ isNew: z.boolean() }),
  takesBytes: true,
})

export const uploadPaymentReport = endpoint({
  method: 'POST',
  path: '/prod-api/business/paymentReconciliation/upload',
  permission: 'payments:reconciliation:upload',
  summary:
    'Reconcile a day with the report of a platform, a CSV file with the heads reference, platformReference, currency, amount and status',
  upload: 'file',
  request: z.object({ associationId: RowId, day: LocalDate }),
  response: z.object({ lines: z.int(), matched: z.int(), settled: z.int(), theirs: z.int(), ours: z.int() }),
})
