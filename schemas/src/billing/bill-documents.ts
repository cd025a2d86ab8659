import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import { RowId } from '../shared/lists.ts'
import { lines, text } from '../shared/text.ts'
import { Instant, LocalDate, LocalMoment, MeterNumber } from '../shared/values.ts'
import { BillMonth, bills } from './bill.ts'

/** In which language a document is written, and whether it says how each amount was computed. */
export const documentChoice = {
  language: Language.optional().meta({ description: 'the language of the document; the reader’s unless given' }),
  annex: z.enum(['true', 'false']).default('false').meta({ description: 'adds how the bill was computed' }),
}

const asOf = LocalMoment.meta({
  description:
    'The bill as the events of its account up to this moment leave it; local to the utility unless it has a zone. A moment in the future, and one before the bill was issued, are refused.',
})

/** A bill as it was believed at a moment. */
export const BillThen = z.object({
  asOf: Instant,
  bill: bills.row,
  /** Events of the bill after the moment, which are not included. */
  laterEvents: z.int().min(0),
})
export type BillThen = z.infer<typeof BillThen>

export const billAsOf = endpoint({
  method: 'GET',
  path: '/prod-api/business/bill/asOf/:billNo',
  permission: 'billing:bill:query',
  summary: 'A bill as it was believed at a moment: its state, corrections, payments and last calculation by the events up to then',
  request: z.object({ billNo: RowId, asOf }),
  response: BillThen,
})

/** `accepted`: a rule questioned the measured volume and a person let it count. */
export const HowCounted = z.enum(['measured', 'accepted', 'estimated', 'edited'])
export type HowCounted = z.infer<typeof HowCounted>

/** Days of one calculation: two years of several meters. */
export const calculationDaysMax = 10_000

/** One day of a meter as it counts now, or counted at the moment that was asked for; null litres are not known. */
export const CalculationDay = z.object({
  meterNo: MeterNumber,
  day: LocalDate,
  litres: z.number().nullable(),
  how: HowCounted.nullable(),
  reviewId: z.int().nullable(),
  reason: lines(500).nullable(),
  /** The event with which a person decided the day. */
  position: z.int().nullable(),
})
export type CalculationDay = z.infer<typeof CalculationDay>

/** The last register of a meter before an instant. */
const Shown = z.object({ at: Instant, litres: z.number() }).nullable()

export const BillCalculation = z.object({
  billNo: z.int(),
  /** The read models held the log up to here when the bill was computed. */
  computedAtPosition: z.int(),
  /** The published versions that the lines name. */
  versions: z
    .array(
      z.object({
        priceScheme: text(64),
        version: z.int(),
        priceSchemeId: z.int().nullable(),
        effectiveFrom: LocalDate.nullable(),
        /** The event that published it. */
        position: z.int().nullable(),
      }),
    )
    .max(1_000),
  meters: z.array(z.object({ meterNo: MeterNumber, before: Shown, after: Shown })).max(200),
  /** The volumes of the bill beside what counts for the same days now, or counted at the moment; they differ where a reading was corrected afterwards. */
  volumes: z.array(z.object({ meterNo: MeterNumber, month: BillMonth, litres: z.int(), litresNow: z.int().nullable() })).max(200),
  days: z.array(CalculationDay).max(calculationDaysMax),
  /**
   * The account of the holder when the bill was issued, without debts that are on no bill: owed for earlier bills less the balance when the bill before it was
   * issued, what payments and corrections changed since, and the bill. Below zero where the holder had more.
   */
  account: z.object({ previousMinor: z.int(), sinceMinor: z.int(), billMinor: z.int() }),
})
export type BillCalculation = z.infer<typeof BillCalculation>

export const billCalculation = endpoint({
  method: 'GET',
  path: '/prod-api/business/bill/calculation/:billNo',
  permission: 'billing:bill:query',
  summary: 'What the amounts of a bill came from: price versions, registers, days with how each is known, and the events',
  request: z.object({ billNo: RowId, asOf: asOf.optional() }),
  response: BillCalculation,
})

export const billPdf = endpoint({
  method: 'GET',
  path: '/prod-api/business/bill/pdf/:billNo',
  permission: 'billing:bill:query',
  summary: 'A bill as PDF; name and address of the holder only for callers who may see the account',
  envelope: 'file',
  fileTypes: ['application/pdf'],
  request: z.object({ billNo: RowId, ...documentChoice, asOf: asOf.optional() }),
  response: z.object({}),
})
