import type { SaidStatus } from '@nightflow/schemas/payments/payment-callback'
import type { Credentials } from './credentials.ts'

export type HttpCall = { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; body?: string }
export type HttpAnswer = { status: number; body: string }
/** Sends one call. Throws where no answer came: then nothing is known of what the other side did. */
export type Send = (call: HttpCall) => Promise<HttpAnswer>

/** The means by which an adapter speaks to one platform. */
export type PlatformMeans = {
  baseAddress: string
  /** Of the generic protocol its templates, as JSON. */
  protocol: string | null
  callbackAddress: string
  returnAddress: string
  currency: string
  credentials: Credentials
  /** Credentials that were replaced within a day: what was signed with them is still believed. */
  replaced: Credentials
}

export type OrderAtPlatform = {
  orderId: string
  orderNumber: string
  amountMinor: number
  currency: string
  description: string
  /** The platform's own reference, once it took the order. */
  platformReference: string | null
  /** The telephone of the payer, for platforms that ask on it; empty where none is known. */
  telephone: string
}
export type RefundAtPlatform = {
  refundId: string
  orderNumber: string
  platformReference: string
  /** The platform's name of the payment when it said that it was paid, such as a receipt. */
  transaction: string
  amountMinor: number
  currency: string
}

/** A message of a platform about the money of an order. */
export type Said = {
  platformEventId: string
  status: SaidStatus
  platformReference: string
  /** Our reference as the platform repeats it; null where its protocol does not. */
  reference: string | null
  payerReference: string
  currency: string
  amountMinor: number
}

/** An acknowledgement is `accepted`, never money. `unknown`: nothing is known, so ask again. */
export type OrderAnswer =
  | { outcome: 'accepted'; platformReference: string; payAddress: string | null }
  | { outcome: 'said'; said: Said }
  | { outcome: 'unknown'; detail: string }
  | { outcome: 'refused'; detail: string }
export type RefundAnswer =
  | { outcome: 'refunded'; refundReference: string }
  | { outcome: 'accepted' }
  | { outcome: 'unknown'; detail: string }
  | { outcome: 'refused'; detail: string }

export type ReceivedCallback = {
  bytes: Buffer
  headers: Readonly<Record<string, string | undefined>>
  query: Readonly<Record<string, string>>
}
export type CallbackReading =
  | { said: Said }
  /** Signed and ours, but about nothing that concerns an order. */
  | { ignored: string }
  | { refused: 'callback-forged' | 'callback-late' | 'request-invalid' }

export type ReportLine = { platformReference: string; reference: string | null; currency: string; amountMinor: number }

/** A day is local to the platform: `YYYY-MM-DD`. */
export type PaymentAdapter = {
  /** The platform knows a request by our reference: the same one again has no further effect there. */
  isRepeatable: boolean
  /** Asks the platform to collect the money. The same order again is the same request: platforms know it by our reference. */
  collect: (order: OrderAtPlatform, means: PlatformMeans, tools: Tools) => Promise<OrderAnswer>
  ask: (order: OrderAtPlatform, means: PlatformMeans, tools: Tools) => Promise<OrderAnswer>
  refund: (refund: RefundAtPlatform, means: PlatformMeans, tools: Tools) => Promise<RefundAnswer>
  askRefund: (refund: RefundAtPlatform, means: PlatformMeans, tools: Tools) => Promise<RefundAnswer>
  readCallback: (callback: ReceivedCallback, means: PlatformMeans, now: Date) => CallbackReading
  /** Undefined where the platform offers no report of a day. */
  report?: (day: string, means: PlatformMeans, tools: Tools) => Promise<ReportLine[] | undefined>
}
export type Tools = { send: Send; now: Date }

/** How far the clocks of a platform and of the service may be apart. */
export const callbackToleranceSeconds = 300
