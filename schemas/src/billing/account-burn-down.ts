import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { AccountNo, Instant, LocalDate } from '../shared/values.ts'

/** Deductions of the account page; the lists have the rest. */
export const shownDeductionsMax = 31

export const DeductionOfDay = z.object({
  /** Number of the event in the log. */
  position: z.int(),
  /** The last local day that counts. */
  lastDay: LocalDate,
  /** Of the period so far, and how many of its days are assumed. */
  periodFrom: LocalDate,
  litres: z.int(),
  estimatedDays: z.int(),
  totalMinor: z.int(),
  at: Instant,
})
export type DeductionOfDay = z.infer<typeof DeductionOfDay>

export const accountBurnDown = endpoint({
  method: 'GET',
  path: '/prod-api/business/burnDown/account/:accountNo',
  permission: 'billing:burnDown:query',
  summary: 'How long the balance of a prepaid account lasts, on what basis, and its latest deductions',
  request: z.object({ accountNo: AccountNo }),
  response: z.object({
    /** Null before the first deduction. */
    lasts: z.object({ day: LocalDate.nullable(), basisDays: z.int(), averageMinor: z.int() }).nullable(),
    deductions: z.array(DeductionOfDay).max(shownDeductionsMax),
  }),
})
