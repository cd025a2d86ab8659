import { z } from 'zod'
import { PersonName } from '../shared/actors.ts'
import { defineResource } from '../shared/resource.ts'
import { recorded, text } from '../shared/text.ts'
import { Instant, LocalDate } from '../shared/values.ts'
import { AmountMinor, Postings } from './amounts.ts'

/** Ours: an order that we know as paid and the platform does not have. Theirs: money that no order of ours explains. */
export const LeftoverSide = z.enum({ ours: '0', theirs: '1' })
export type LeftoverSide = z.infer<typeof LeftoverSide>
export const LeftoverStatus = z.enum({ open: '0', credited: '1', explained: '2', matched: '3' })
export const LeftoverSource = z.enum({ callback: '0', report: '1', upload: '2' })
export type LeftoverSource = z.infer<typeof LeftoverSource>

export const ofLeftover = { leftoverId: z.uuid() }
const associationId = z.int().positive().max(Number.MAX_SAFE_INTEGER)
const found = {
  ...ofLeftover,
  associationId,
  platformName: text(50),
  side: LeftoverSide,
  source: LeftoverSource,
  day: LocalDate,
  reference: recorded(255),
  /** The account that the payer named, where the protocol carries one. */
  payerReference: recorded(64),
  currency: recorded(16),
  amountMinor: AmountMinor,
  orderId: z.uuid().nullable(),
}
export const FindLeftover = z.object({ type: z.literal('FindLeftover'), ...found })
/** The order or the line that was missing came after all. */
export const MatchLeftover = z.object({ type: z.literal('MatchLeftover'), ...ofLeftover })
export const ReopenLeftover = z.object({ type: z.literal('ReopenLeftover'), ...ofLeftover, detail: recorded(200) })

export const leftoverEventTypes = {
  'payments.LeftoverFound': { version: 1, data: z.object({ ...found, at: Instant }) },
  'payments.LeftoverMatched': { version: 1, data: z.object({ ...ofLeftover, at: Instant }) },
  /** The account did not take the money. */
  'payments.LeftoverReopened': { version: 1, data: z.object({ ...ofLeftover, detail: recorded(200), postings: Postings, at: Instant }) },
} as const

/** Leftovers of both sides of the reconciliation, until a person or a later statement explains them. */
export const paymentReconciliations = defineResource({
  name: 'paymentReconciliation',
  texts: 'payments',
  noun: 'payment reconciliation',
  path: '/prod-api/business/paymentReconciliation',
  permission: 'payments:reconciliation',
  verbs: ['list', 'query', 'export', 'upload', 'resolve'],
  id: 'leftoverNo',
  table: 'views.payment_leftovers',
  scope: 'own',
  fields: {
    leftoverId: { schema: z.uuid(), isReadOnly: true },
    reference: { schema: z.string(), isReadOnly: true, filter: 'contains', filterMax: 100 },
    side: { schema: LeftoverSide, isReadOnly: true, filter: 'equals', dictionary: 'payment_leftover_side' },
    status: { schema: LeftoverStatus, isReadOnly: true, filter: 'equals', dictionary: 'payment_leftover_status' },
    source: { schema: LeftoverSource, isReadOnly: true, filter: 'equals', dictionary: 'payment_leftover_source' },
    platformName: { schema: z.string(), isReadOnly: true, filter: 'contains', filterMax: 50 },
    day: { schema: text(10), isReadOnly: true },
    /** Whole days since the day of the money. */
    ageDays: { schema: z.int(), isReadOnly: true, isComputed: true, isUnsortable: true },
    amountMinor: { schema: z.int(), isReadOnly: true, isLarge: true },
    currency: { schema: z.string(), isReadOnly: true },
    payerReference: { schema: z.string(), isReadOnly: true },
    owner: { schema: PersonName.nullable(), isReadOnly: true },
    note: { schema: z.string().nullable(), isReadOnly: true },
    createTime: { schema: Instant, isReadOnly: true },
  },
  totals: { fields: ['amountMinor'] },
  menu: {
    directory: 'payment',
    place: 40,
    path: 'paymentReconciliation',
    component: 'payments/payment-reconciliation',
    icon: 'clipboard',
    titles: { en: 'Payment reconciliation', 'zh-CN': '支付对账', fr: 'Rapprochement des paiements', id: 'Rekonsiliasi pembayaran' },
    audience: 'tenant',
    shows: ['/api/v1/payment-leftovers'],
  },
  screen: {
    columns: ['reference', 'side', 'status', 'platformName', 'day', 'ageDays', 'amountMinor', 'owner', 'createTime'],
    moreColumns: ['source', 'currency', 'payerReference', 'note'],
    onPhone: ['reference', 'amountMinor', 'side', 'status'],
    filters: ['reference', 'side', 'platformName', 'createdWithin'],
  },
})

export type LeftoverMessage = z.infer<typeof FindLeftover | typeof MatchLeftover | typeof ReopenLeftover>
