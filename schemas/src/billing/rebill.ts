import { z } from 'zod'
import { confirmedAmount } from '../shared/confirmed-amount.ts'
import { endpoint } from '../shared/endpoint.ts'
import { paging } from '../shared/lists.ts'
import { Position } from '../shared/quantity.ts'
import { text, lines as textLines } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { AccountNo, Instant, LocalDate } from '../shared/values.ts'
import { BillLine, BillType, HeldReason, RecomputedBill } from './bill.ts'
import { billMinorMax, Postings } from './ledger.ts'

const rebilled = { accountNo: AccountNo, billId: z.uuid(), adjustmentId: z.uuid(), reason: textLines(200).min(1) }

export const RebillBill = z.object({ type: z.literal('RebillBill'), ...rebilled, ...RecomputedBill.shape })
export type RebillBill = z.infer<typeof RebillBill>

export const rebillEventTypes = {
  /** The bill stays as it was issued. A credit and a debit of the same adjustment have the money of the difference. */
  'billing.BillRecomputed': {
    version: 1,
    data: z.object({
      ...rebilled,
      /** Of the adjustment: a price adjustment where the volumes are the same and only the price is another one, else that of the bill. */
      billType: BillType,
      ...RecomputedBill.shape,
      /** With VAT; above zero the customer owes more. */
      differenceMinor: z.int().min(-billMinorMax).max(billMinorMax),
      /** None: those of the credit and the debit move the money. */
      postings: Postings,
      at: Instant,
    }),
  },
} as const

/** Bills of one page of a preview: each is computed again. */
export const rebillsMax = 50

/** Why the inputs of a bill are others than those it was computed from. */
export const ChangedInput = z.enum(['reading', 'price', 'customer'])
export type ChangedInput = z.infer<typeof ChangedInput>

/** One line of a bill before and after: what one step, fixed part or minimum of a version amounts to. */
export const LineDifference = z.object({
  kind: BillLine.shape.kind,
  step: BillLine.shape.step,
  priceScheme: z.string(),
  version: z.int(),
  litresBefore: z.int(),
  litresAfter: z.int(),
  amountBefore: z.int(),
  amountAfter: z.int(),
  vatBefore: z.int(),
  vatAfter: z.int(),
})
export type LineDifference = z.infer<typeof LineDifference>

export const RebillPreview = z.object({
  billNo: z.int(),
  accountNo: AccountNo,
  periodFrom: LocalDate,
  periodTo: LocalDate,
  changed: z.array(ChangedInput),
  totalBefore: z.int(),
  /** Null where the bill cannot be computed now; `held` says why. */
  totalAfter: z.int().nullable(),
  held: HeldReason.nullable(),
  lines: z.array(LineDifference),
  /** Digest of both calculations; send it along when the difference is posted. */
  calculation: z.string(),
})
export type RebillPreview = z.infer<typeof RebillPreview>

export const previewRebills = endpoint({
  method: 'POST',
  path: '/prod-api/business/bill/rebill/preview',
  permission: 'billing:bill:rebill',
  summary:
    'What bills would be by what is known now, line by line: of an account its latest bills, without one the bills whose readings, prices or customer changed after they were computed; nothing is posted',
  request: z.object({
    accountNo: AccountNo.optional(),
    pageNum: paging.pageNum,
    pageSize: typedNumber().int().min(1).max(rebillsMax).default(20),
  }),
  response: z.object({
    /** Of the page, those that would be others; the latest first. */
    bills: z.array(RebillPreview),
    /** Bills of all pages that are compared. */
    total: z.int(),
  }),
})

export const rebill = endpoint({
  method: 'PUT',
  path: '/prod-api/business/bill/rebill/:billNo',
  permission: 'billing:bill:rebill',
  summary: 'Post the difference of a bill to what it is by what is known now, as a credit or a debit; the bill stays as it was issued',
  request: z.object({
    billNo: Position,
    adjustmentId: z.uuid(),
    /** The difference again. */
    ...confirmedAmount,
    reason: textLines(200).min(1),
    calculation: text(64).min(1),
  }),
  response: z.object({ totalMinor: z.int(), openMinor: z.int(), differenceMinor: z.int() }),
})
