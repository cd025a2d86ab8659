import { type GenericProtocol, readProtocol, sandboxProtocol } from '@nightflow/schemas/payments/generic-protocol'
import { SaidStatus } from '@nightflow/schemas/payments/payment-callback'
import {
  type CallbackReading,
  callbackToleranceSeconds,
  type HttpAnswer,
  type OrderAnswer,
  type OrderAtPlatform,
  type PaymentAdapter,
  type PlatformMeans,
  type ReceivedCallback,
  type RefundAnswer,
  type RefundAtPlatform,
  type ReportLine,
  type Said,
  type Tools,
} from '../payment-adapter.ts'
import { at, detailOf, isRefusal, jsonIn, minorAt, textAt } from './read-json.ts'
import { isSigned, signatureOf } from './signatures.ts'

type Call = GenericProtocol['collect']
type Values = Readonly<Record<string, string | number>>

/** Speaks the protocol that `protocolOf` finds in the means of a platform. */
const adapterFor = (protocolOf: (means: PlatformMeans) => GenericProtocol): PaymentAdapter => ({
  isRepeatable: true,
  collect: async (order, means, tools) => {
    const protocol = protocolOf(means)
    return orderAnswer(protocol, await send(protocol, protocol.collect, ofOrder(protocol, order, means), means, tools), means, 'accepted')
  },
  ask: async (order, means, tools) => {
    const protocol = protocolOf(means)
    return orderAnswer(protocol, await send(protocol, protocol.ask, ofOrder(protocol, order, means), means, tools), means, 'unknown')
  },
  refund: async (refund, means, tools) => {
    const protocol = protocolOf(means)
    return refundAnswer(protocol, await send(protocol, protocol.refund, ofRefund(protocol, refund), means, tools))
  },
  askRefund: async (refund, means, tools) => {
    const protocol = protocolOf(means)
    const answer = await send(protocol, protocol.askRefund, ofRefund(protocol, refund), means, tools)
    // A refund that the platform does not know was never asked for: it is asked for again.
    return answer.status === 404 ? { outcome: 'unknown', detail: 'not known' } : refundAnswer(protocol, answer)
  },
  readCallback: (callback, means, now) => readCallback(protocolOf(means), callback, means, now),
  report: async (day, means, tools) => {
    const protocol = protocolOf(means)
    if (!protocol.report) return undefined
    const { body, status } = await send(protocol, protocol.report, { day }, means, tools)
    if (status !== 200) throw new Error(`the report was answered with ${status}`)
    return linesIn(protocol, body, means)
  },
})

const configured = ({ protocol }: PlatformMeans): GenericProtocol => {
  const read = readProtocol(protocol)
  if ('wrong' in read) throw new TypeError(`the protocol of the platform is wrong: ${read.wrong}`)
  return read
}

/** A platform that speaks HTTP and JSON in words that its configuration has. */
export const genericAdapter = adapterFor(configured)
/** The platform for tests and the demo. */
export const sandboxAdapter = adapterFor(() => sandboxProtocol)

const amountOf = ({ amountUnit }: GenericProtocol, amountMinor: number): number =>
  amountUnit === 'units' ? amountMinor / 100 : amountMinor

const ofOrder = (protocol: GenericProtocol, order: OrderAtPlatform, { callbackAddress, returnAddress }: PlatformMeans): Values => {
  const { orderId, orderNumber, amountMinor, currency, description, platformReference, telephone } = order
  const addresses = { callbackAddress, returnAddress }
  return {
    orderId,
    orderNumber,
    currency,
    description,
    telephone,
    ...addresses,
    platformReference: platformReference ?? '',
    amount: amountOf(protocol, amountMinor),
  }
}

const ofRefund = (protocol: GenericProtocol, { amountMinor, ...refund }: RefundAtPlatform): Values => ({
  ...refund,
  amount: amountOf(protocol, amountMinor),
})

/** Each value is written for its place, so that no text of a customer becomes a part of the address or the body. */
const filled = (template: string, values: Values, write: (value: string | number) => string): string =>
  template.replaceAll(/\{\{(\w{1,40})\}\}/g, (_, name: string) => write(values[name] ?? ''))

const send = async (
  protocol: GenericProtocol,
  { method, path, body }: Call,
  values: Values,
  means: PlatformMeans,
  { send: to, now }: Tools,
) => {
  const url = `${means.baseAddress}${filled(path, values, (value) => encodeURIComponent(String(value)))}`
  const text = body === undefined ? undefined : filled(body, values, (value) => JSON.stringify(value))
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const secret = (protocol.signature === 'RSA-SHA256' ? means.credentials.privateKey : means.credentials.notificationKey) ?? ''
  const signature = signatureOf(protocol.signature, secret, signedParts(protocol, timestamp, text ?? ''))
  const headers = {
    ...{ accept: 'application/json', [protocol.signatureHeader]: signature },
    ...(text !== undefined && { 'content-type': 'application/json' }),
    ...(protocol.timestampHeader && { [protocol.timestampHeader]: timestamp }),
    ...(means.credentials.merchantCode && { 'x-merchant': means.credentials.merchantCode }),
  }
  return to({ method, url, headers, ...(text !== undefined && { body: text }) })
}

const signedParts = ({ signed }: GenericProtocol, timestamp: string, body: string | Buffer): (string | Buffer)[] =>
  signed === 'timestamped' ? [`${timestamp}.`, body] : [body]

/** The meaning of a word. One that is not configured means nothing, and the order is asked about again. */
const statusOf = ({ words }: GenericProtocol, word: string): SaidStatus | 'accepted' | undefined => {
  if (words.paid.includes(word)) return SaidStatus.enum.paid
  if (words.failed.includes(word)) return SaidStatus.enum.failed
  if (words.refunded.includes(word)) return SaidStatus.enum.refunded
  if (words.refundFailed.includes(word)) return SaidStatus.enum.refundFailed
  if (words.pending.includes(word)) return SaidStatus.enum.pending
  return words.accepted.includes(word) ? 'accepted' : undefined
}

const saidIn = (protocol: GenericProtocol, where: GenericProtocol['answer'], value: unknown, means: PlatformMeans): Said | undefined => {
  const status = statusOf(protocol, textAt(value, where.status, 40))
  const platformReference = textAt(value, where.platformReference)
  const amountMinor = where.amount === undefined ? 0 : minorAt(value, where.amount, protocol.amountUnit)
  if (status === undefined || status === 'accepted' || platformReference === '') return undefined
  if (amountMinor === undefined && status === SaidStatus.enum.paid) return undefined
  return {
    ...{
      platformEventId: (where.eventId && textAt(value, where.eventId)) || platformReference,
      status,
      platformReference,
      payerReference: '',
    },
    reference: where.reference === undefined ? null : textAt(value, where.reference, 64),
    currency: (where.currency && textAt(value, where.currency, 16)) || means.currency,
    amountMinor: amountMinor ?? 0,
  }
}

const orderAnswer = (protocol: GenericProtocol, answer: HttpAnswer, means: PlatformMeans, kind: 'accepted' | 'unknown'): OrderAnswer => {
  if (answer.status === 404 && kind === 'unknown') return { outcome: 'unknown', detail: detailOf(answer) }
  if (isRefusal(answer)) return { outcome: 'refused', detail: detailOf(answer) }
  if (answer.status < 200 || answer.status >= 300) return { outcome: 'unknown', detail: detailOf(answer) }
  const value = jsonIn(answer.body)
  const { answer: where } = protocol
  const said = saidIn(protocol, where, value, means)
  if (said && kind === 'unknown') return { outcome: 'said', said }
  const platformReference = textAt(value, where.platformReference)
  // The answer to an order is an acknowledgement and no payment, also where it speaks of money.
  if (kind === 'accepted' && platformReference !== '')
    return { outcome: 'accepted', platformReference, payAddress: (where.payAddress && textAt(value, where.payAddress, 1_000)) || null }
  return { outcome: 'unknown', detail: detailOf(answer) }
}

const refundAnswer = (protocol: GenericProtocol, answer: HttpAnswer): RefundAnswer => {
  if (isRefusal(answer)) return { outcome: 'refused', detail: detailOf(answer) }
  if (answer.status < 200 || answer.status >= 300) return { outcome: 'unknown', detail: detailOf(answer) }
  const value = jsonIn(answer.body)
  const { answer: where } = protocol
  const status = statusOf(protocol, textAt(value, where.status, 40))
  const refundReference = textAt(value, where.platformReference)
  if (status === SaidStatus.enum.refunded) return { outcome: 'refunded', refundReference }
  if (status === SaidStatus.enum.refundFailed) return { outcome: 'refused', detail: detailOf(answer) }
  return status === 'accepted' || status === SaidStatus.enum.pending
    ? { outcome: 'accepted' }
    : { outcome: 'unknown', detail: detailOf(answer) }
}

/** The signature comes before everything else that a callback says. */
const readCallback = (
  protocol: GenericProtocol,
  { bytes, headers }: ReceivedCallback,
  means: PlatformMeans,
  now: Date,
): CallbackReading => {
  const { signature, signatureHeader, timestampHeader } = protocol
  const given = headers[signatureHeader.toLowerCase()] ?? ''
  const timestamp = (timestampHeader && headers[timestampHeader.toLowerCase()]) ?? ''
  const name = signature === 'RSA-SHA256' ? 'publicKey' : 'notificationKey'
  const keys = [means.credentials[name], means.replaced[name]]
  if (!isSigned(signature, keys, signedParts(protocol, timestamp, bytes), given)) return { refused: 'callback-forged' }
  if (timestampHeader !== undefined && !isNear(timestamp, now)) return { refused: 'callback-late' }
  const value = jsonIn(bytes.toString('utf8'))
  const said = saidIn(protocol, protocol.callback, value, means)
  if (said) return { said }
  return at(value, protocol.callback.status) === undefined
    ? { refused: 'request-invalid' }
    : { ignored: textAt(value, protocol.callback.status, 40) }
}

/** Within the tolerance, both ways. */
export const isNear = (epochSeconds: string, now: Date): boolean =>
  /^\d{1,12}$/.test(epochSeconds) && Math.abs(Number(epochSeconds) - now.getTime() / 1000) <= callbackToleranceSeconds

const reportLinesMax = 100_000

const linesIn = (protocol: GenericProtocol, body: string, means: PlatformMeans): ReportLine[] => {
  const parsed: unknown = JSON.parse(body)
  const lines = at(parsed, protocol.reportLines ?? '')
  if (!Array.isArray(lines) || lines.length > reportLinesMax) throw new Error('the report has no list of lines')
  return lines.flatMap((line: unknown) => {
    const said = saidIn(protocol, protocol.answer, line, means)
    return said?.status === SaidStatus.enum.paid ? [said] : []
  })
}
