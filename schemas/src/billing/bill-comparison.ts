import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import { LocalDate } from '../shared/values.ts'

const Minor = z.int()

/** One bill as others are compared with it. Volume, standing charges, VAT, surcharges and instalments of the bill, late fees and corrections add up to its total. */
export const BillFacts = z.object({
  billNo: z.int(),
  periodFrom: LocalDate,
  /** The day after the last. */
  periodTo: LocalDate,
  days: z.int(),
  litres: z.int(),
  litresPerDay: z.number(),
  /** Days of its meters that a person estimated or edited, and their volume. */
  estimatedDays: z.int(),
  estimatedLitres: z.int(),
  /** Average price of water in hundredths without VAT; null where nothing was used. */
  minorPerCubicMetre: z.number().nullable(),
  volumeMinor: Minor,
  /** Fixed parts and minimum charges. */
  standingMinor: Minor,
  vatMinor: Minor,
  /** Surcharges and instalments of the bill, with their VAT. */
  chargesMinor: Minor,
  lateFeesMinor: Minor,
  /** Credits and debits. */
  correctionsMinor: Minor,
  /** Taken from payments in the period, beside the bill. */
  surchargesMinor: Minor,
  totalMinor: Minor,
})
export type BillFacts = z.infer<typeof BillFacts>

/** An earlier bill, by how much the later one is higher, and from what. The effects add up to the difference. */
export const BillComparison = z.object({
  bill: BillFacts,
  differenceMinor: Minor,
  effects: z.object({
    daysMinor: Minor,
    useMinor: Minor,
    priceMinor: Minor,
    standingMinor: Minor,
    vatMinor: Minor,
    chargesMinor: Minor,
    lateFeesMinor: Minor,
    correctionsMinor: Minor,
  }),
})
export type BillComparison = z.infer<typeof BillComparison>

export const compareBill = endpoint({
  method: 'GET',
  path: '/prod-api/business/bill/compare/:billNo',
  permission: 'billing:bill:query',
  summary:
    'A bill beside the bill before it and the one of the year before: days, use, price, estimates and charges, and what each makes of the difference',
  request: z.object({ billNo: RowId }),
  response: z.object({
    bill: BillFacts,
    /** Null where the holder has no such bill. */
    before: BillComparison.nullable(),
    lastYear: BillComparison.nullable(),
  }),
})
