import { createHash } from 'node:crypto'
import { SaidStatus } from '@nightflow/schemas/payments/payment-callback'
import type { HttpAnswer, OrderAnswer, PaymentAdapter, PlatformMeans, RefundAnswer, Said, Tools } from '../payment-adapter.ts'
import { at, detailOf, isRefusal, jsonIn, minorAt, textAt } from './read-json.ts'
import { isSameText } from './signatures.ts'

/**
 * M-Pesa by Safaricom's Daraja: STK push with its query, C2B confirmations, and reversals. Callbacks are not signed: the address that Daraja calls
 * carries a secret instead, and the money of a push is believed after the callback's receipt alone. Credentials: consumer key (`publicKey`),
 * consumer secret (`privateKey`), passkey (`encryptionKey`), short code (`merchantCode`), initiator (`alias`), its sealed password (`customerId`).
 */
export const mpesaAdapter: PaymentAdapter = {
  // A push that is sent again asks the payer again.
  isRepeatable: false,
  collect: async (order, means, tools) => {
    // The telephone of the payer receives the question; shillings are whole.
    const telephone = kenyanNumber(order.telephone)
    if (telephone === undefined) return { outcome: 'refused', detail: 'no telephone of the payer' }
    if (order.amountMinor % 100 !== 0) return { outcome: 'refused', detail: 'M-Pesa takes whole shillings' }
    const answer = await post('/mpesa/stkpush/v1/processrequest', means, tools, {
      ...signed(means, tools.now),
      TransactionType: 'CustomerPayBillOnline',
      Amount: order.amountMinor / 100,
      PartyA: telephone,
      PartyB: means.credentials.merchantCode,
      PhoneNumber: telephone,
      CallBackURL: callbackAddressOf(means),
      AccountReference: order.orderNumber.slice(-12),
      TransactionDesc: 'Water',
    })
    return acceptedPush(answer)
  },
  ask: async ({ orderNumber, platformReference }, means, tools) => {
    if (platformReference === null) return { outcome: 'unknown', detail: 'the push was not acknowledged' }
    const answer = await post('/mpesa/stkpushquery/v1/query', means, tools, {
      ...signed(means, tools.now),
      CheckoutRequestID: platformReference,
    })
    return queriedPush(answer, { orderNumber, platformReference, means })
  },
  refund: async ({ transaction, amountMinor, refundId }, means, tools) => {
    const answer = await post('/mpesa/reversal/v1/request', means, tools, {
      ...{ Initiator: means.credentials.alias, SecurityCredential: means.credentials.customerId, CommandID: 'TransactionReversal' },
      ...{
        TransactionID: transaction,
        Amount: amountMinor / 100,
        ReceiverParty: means.credentials.merchantCode,
        RecieverIdentifierType: shortCodeKind,
      },
      ...{ ResultURL: `${callbackAddressOf(means)}&refund=${refundId}`, QueueTimeOutURL: `${callbackAddressOf(means)}&refund=${refundId}` },
      ...{ Remarks: 'Refund', Occasion: refundId },
    })
    return acceptedReversal(answer)
  },
  // A reversal has no query of its own: its result is called back, and without it a person looks.
  askRefund: async () => ({ outcome: 'unknown', detail: 'the result of the reversal was not called back' }),
  readCallback: ({ bytes, query }, means) => {
    const keys = [means.credentials.notificationKey, means.replaced.notificationKey]
    const given = query.key ?? ''
    const good = keys.filter((key) => key !== undefined && key !== '').map((key) => isSameText(given, tokenOf(key as string)))
    if (!good.includes(true)) return { refused: 'callback-forged' }
    const body = jsonIn(bytes.toString('utf8'))
    if (at(body, 'Body.stkCallback') !== undefined) return readPush(body)
    if (at(body, 'Result') !== undefined) return readReversal(body, query.refund ?? '')
    return at(body, 'TransID') === undefined ? { refused: 'request-invalid' } : readC2b(body)
  },
}

/** The secret part of the address: it follows from the notification key, and does not give it away. */
export const tokenOf = (key: string): string => createHash('sha256').update(`daraja-callback/${key}`).digest('hex')
const callbackAddressOf = ({ callbackAddress, credentials }: PlatformMeans): string =>
  `${callbackAddress}?key=${tokenOf(credentials.notificationKey ?? '')}`

/** `07…`, `+2547…` and `2547…` are one number; undefined for others. */
const kenyanNumber = (telephone: string): string | undefined =>
  /^(?:\+?254|0)([17]\d{8})$/.exec(telephone.replaceAll(/[\s-]/g, ''))?.[1]?.replace(/^/, '254')

/** Daraja's clock is East Africa's: three hours before Greenwich, all year. */
const timestampOf = (now: Date): string => new Date(now.getTime() + 3 * 3_600_000).toISOString().replaceAll(/\D/g, '').slice(0, 14)

const signed = ({ credentials: { merchantCode = '', encryptionKey = '' } }: PlatformMeans, now: Date) => {
  const Timestamp = timestampOf(now)
  return {
    BusinessShortCode: merchantCode,
    Password: Buffer.from(`${merchantCode}${encryptionKey}${Timestamp}`).toString('base64'),
    Timestamp,
  }
}

/** With a token of its own: one lives an hour, and orders of one minute are few. */
const post = async (path: string, means: PlatformMeans, { send }: Tools, body: object): Promise<HttpAnswer> => {
  const { publicKey = '', privateKey = '' } = means.credentials
  const basic = Buffer.from(`${publicKey}:${privateKey}`).toString('base64')
  const url = `${means.baseAddress}/oauth/v1/generate?grant_type=client_credentials`
  const granted = await send({ method: 'GET', url, headers: { authorization: `Basic ${basic}` } })
  const token = textAt(jsonIn(granted.body), 'access_token', 500)
  if (granted.status !== 200 || token === '') return { status: granted.status === 200 ? 502 : granted.status, body: granted.body }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return send({ method: 'POST', url: `${means.baseAddress}${path}`, headers, body: JSON.stringify(body) })
}

const acceptedPush = (answer: HttpAnswer): OrderAnswer => {
  if (isRefusal(answer)) return { outcome: 'refused', detail: detailOf(answer) }
  const body = jsonIn(answer.body)
  const platformReference = textAt(body, 'CheckoutRequestID')
  if (textAt(body, 'ResponseCode') === succeeded && platformReference !== '')
    return { outcome: 'accepted', platformReference, payAddress: null }
  return { outcome: 'unknown', detail: detailOf(answer) }
}

/** Codes by which the payer refused, or did not answer: 1032 cancelled, 1 balance too low, 2001 wrong PIN. Others may be said before the end. */
const failedCodes = [1, 1032, 2001].map(String)

/** The query says that a push was paid, and neither amount nor receipt: these come with the callback, so `0` alone is not money. */
const queriedPush = (
  answer: HttpAnswer,
  { orderNumber, platformReference, means }: { orderNumber: string; platformReference: string; means: PlatformMeans },
): OrderAnswer => {
  const body = jsonIn(answer.body)
  const code = textAt(body, 'ResultCode', 10)
  if (answer.status !== 200 || textAt(body, 'CheckoutRequestID') !== platformReference)
    return { outcome: 'unknown', detail: detailOf(answer) }
  const status = failedCodes.includes(code) ? SaidStatus.enum.failed : undefined
  if (status === undefined) return { outcome: 'unknown', detail: detailOf(answer) }
  const { currency } = means
  return {
    outcome: 'said',
    said: {
      platformEventId: `${platformReference}/${code}`,
      status,
      platformReference,
      reference: orderNumber,
      payerReference: '',
      currency,
      amountMinor: 0,
    },
  }
}

const shillings = 'KES'
/** The code of success in every answer and result. */
const succeeded = String(0)
/** The receiver of a reversal is named by its short code. */
const shortCodeKind = String(11)

/** `reference` is null: a push is known by the identifier of its request. The receipt is what a reversal names. */
const readPush = (body: object): { said: Said } | { refused: 'request-invalid' } => {
  const push = at(body, 'Body.stkCallback')
  const requestId = textAt(push, 'CheckoutRequestID')
  const code = textAt(push, 'ResultCode', 10)
  const items = at(push, 'CallbackMetadata.Item')
  const itemOf = (name: string): unknown =>
    Array.isArray(items) ? items.find((item: unknown) => textAt(item, 'Name') === name) : undefined
  const amountMinor = minorAt(itemOf('Amount'), 'Value', 'units')
  const receipt = textAt(itemOf('MpesaReceiptNumber'), 'Value')
  if (requestId === '' || code === '') return { refused: 'request-invalid' }
  const common = { platformReference: requestId, reference: null, payerReference: '', currency: shillings }
  if (code !== succeeded)
    return { said: { ...common, platformEventId: `${requestId}/${code}`, status: SaidStatus.enum.failed, amountMinor: 0 } }
  if (amountMinor === undefined || receipt === '') return { refused: 'request-invalid' }
  return { said: { ...common, platformEventId: receipt, status: SaidStatus.enum.paid, amountMinor } }
}

/** A payment at the till or by the menu of the telephone: no order was placed, and the payer named an account. */
const readC2b = (body: object): { said: Said } | { refused: 'request-invalid' } => {
  const platformReference = textAt(body, 'TransID')
  const amountMinor = minorAt(body, 'TransAmount', 'units')
  if (platformReference === '' || amountMinor === undefined) return { refused: 'request-invalid' }
  const payerReference = textAt(body, 'BillRefNumber', 64)
  return {
    said: {
      platformEventId: platformReference,
      status: SaidStatus.enum.paid,
      platformReference,
      reference: null,
      payerReference,
      currency: shillings,
      amountMinor,
    },
  }
}

const readReversal = (body: object, refundId: string): { said: Said } | { refused: 'request-invalid' } => {
  const result = at(body, 'Result')
  const code = textAt(result, 'ResultCode', 10)
  const conversation = textAt(result, 'ConversationID')
  if (code === '' || refundId === '') return { refused: 'request-invalid' }
  const status = code === succeeded ? SaidStatus.enum.refunded : SaidStatus.enum.refundFailed
  const common = { platformEventId: `${conversation}/${code}`, platformReference: textAt(result, 'TransactionID') || conversation }
  return { said: { ...common, status, reference: refundId, payerReference: '', currency: shillings, amountMinor: 0 } }
}

const acceptedReversal = (answer: HttpAnswer): RefundAnswer => {
  if (isRefusal(answer)) return { outcome: 'refused', detail: detailOf(answer) }
  return textAt(jsonIn(answer.body), 'ResponseCode') === succeeded
    ? { outcome: 'accepted' }
    : { outcome: 'unknown', detail: detailOf(answer) }
}
