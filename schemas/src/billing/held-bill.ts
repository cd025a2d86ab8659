import { z } from 'zod'
import { defineResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { AccountNo, Instant, LocalDate } from '../shared/values.ts'
import { BillType, HeldReason } from './bill.ts'
import { customerName } from './holder-of-row.ts'

/** Attempts to raise a bill within a month, one a day: what gateways deliver late has come by then. */
export const heldAttemptsMax = 7

const about = { accountNo: AccountNo, billId: z.uuid() }
const held = {
  ...about,
  billType: BillType,
  periodFrom: LocalDate,
  periodTo: LocalDate,
  heldFor: HeldReason,
  attempts: z.int().min(1).max(100),
}

export const HoldBill = z.object({ type: z.literal('HoldBill'), ...held })

export const heldBillEventTypes = {
  /** A bill that an event of the account or its price asks for could not be calculated, and a person has to look at it. */
  'billing.BillHeld': { version: 1, data: z.object({ ...held, at: Instant }) },
} as const

export const HeldBillStatus = z.enum({ held: '0', billed: '1', dismissed: '2' })

export const heldBills = defineResource({
  name: 'heldBill',
  texts: 'billing',
  noun: 'heldBill',
  path: '/prod-api/business/heldBill',
  permission: 'billing:heldBill',
  verbs: ['list', 'query', 'issue', 'dismiss', 'export'],
  id: 'heldNo',
  table: 'views.held_bills',
  scope: 'own',
  fields: {
    billId: { schema: z.uuid(), isReadOnly: true },
    accountNo: { schema: AccountNo, filter: 'contains', isReadOnly: true },
    customerName,
    billType: { schema: BillType, isReadOnly: true, filter: 'equals', dictionary: 'bill_type' },
    status: { schema: HeldBillStatus, isReadOnly: true, filter: 'equals', dictionary: 'held_bill_status' },
    heldFor: { schema: HeldReason, isReadOnly: true, filter: 'equals', dictionary: 'bill_held_for' },
    periodFrom: { schema: text(10), isReadOnly: true },
    periodTo: { schema: text(10), isReadOnly: true },
    attempts: { schema: z.int(), isReadOnly: true, isLarge: true },
    createTime: { schema: Instant, isReadOnly: true },
  },
  menu: {
    directory: 'billing',
    place: 21,
    path: 'heldBills',
    component: 'billing/heldBills',
    icon: 'receipt',
    titles: { en: 'Held bills', 'zh-CN': '挂起账单', fr: 'Factures en attente', id: 'Tagihan ditangguhkan' },
    audience: 'tenant',
  },
  screen: {
    columns: ['accountNo', 'customerName', 'billType', 'status', 'heldFor', 'periodFrom', 'attempts', 'createTime'],
    spans: { periodFrom: 'periodTo' },
    onPhone: ['accountNo', 'heldFor', 'customerName', 'periodFrom'],
    form: [],
  },
})
