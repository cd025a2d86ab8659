import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import type { EventType } from '@nightflow/schemas/events'
import type { WebhookTopic } from '@nightflow/schemas/payments/webhook'

type Offered = { topic: WebhookTopic; type: string; fields: readonly string[]; isSent?: (data: object) => boolean }

const valve = ['number', 'reason', 'confirmedAt', 'failedAt', 'expiredAt'] as const
const order = ['orderNumber', 'payerAccountNo', 'receivedMinor', 'feeMinor', 'purchaseMinor', 'platformReference', 'at'] as const

/** The events that endpoints may get, under the names that they have there, and the fields of each. None of a person is among them. */
const offered: Partial<Record<EventType, Offered>> = {
  'billing.PaymentReceived': {
    topic: 'recharge',
    type: 'recharge.received',
    fields: ['accountNo', 'paymentId', 'amountMinor', 'payMethod', 'at'],
    isSent: (data) => Reflect.get(data, 'source') === PaymentSource.enum.recharge,
  },
  'prepaid.TokensIssued': { topic: 'token', type: 'token.issued', fields: ['meterNo', 'requestId', 'tokens', 'at'] },
  'prepaid.TokenSaleFailed': { topic: 'token', type: 'token.failed', fields: ['meterNo', 'requestId', 'reasonCode', 'at'] },
  'devices.ValveOpened': { topic: 'valve', type: 'valve.opened', fields: valve },
  'devices.ValveClosed': { topic: 'valve', type: 'valve.closed', fields: valve },
  'devices.ValveOperationFailed': { topic: 'valve', type: 'valve.failed', fields: valve },
  'devices.ValveOperationExpired': { topic: 'valve', type: 'valve.expired', fields: valve },
  'alarms.AlarmRaised': {
    topic: 'alarm',
    type: 'alarm.raised',
    fields: ['eventType', 'subject', 'occurrence', 'occurredAt', 'raisedAt', 'value', 'threshold', 'unit', 'severity'],
  },
  'billing.BillIssued': {
    topic: 'bill',
    type: 'bill.issued',
    fields: ['accountNo', 'billId', 'billType', 'periodFrom', 'periodTo', 'dueOn', 'totalMinor', 'vatMinor', 'at'],
  },
  'payments.OrderPaid': { topic: 'order', type: 'order.paid', fields: [...order, 'isPartial'] },
  'payments.OrderMoneyCredited': { topic: 'order', type: 'order.credited', fields: order },
  'payments.OrderRefunded': { topic: 'order', type: 'order.refunded', fields: ['payerAccountNo', 'refundMinor', 'refundReference', 'at'] },
}

export const webhookEventTypes = Object.keys(offered) as EventType[]

/** The part of an event that endpoints get; undefined where they get nothing of it. */
export const webhookOf = (event: {
  id: string
  type: string
  data: object
}): { topic: WebhookTopic; type: string; body: string } | undefined => {
  const found = offered[event.type as EventType]
  if (!found || found.isSent?.(event.data) === false) return undefined
  const data = Object.fromEntries(
    found.fields.flatMap((field) => {
      const value: unknown = Reflect.get(event.data, field)
      return value === undefined ? [] : [[field, value]]
    }),
  )
  return { topic: found.topic, type: found.type, body: JSON.stringify({ id: event.id, type: found.type, data }) }
}
