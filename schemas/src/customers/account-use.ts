import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { HowKnown } from '../shared/how-known.ts'
import { AccountNo, LocalDate, TimeZone } from '../shared/values.ts'

/** Fewer meters would show the use of one neighbour. */
export const neighboursMin = 5
/** Meters that one comparison reads. */
export const neighboursMax = 100
export const daysOfUse = 30
export const monthsOfUse = 12

/** The group of comparison: other accounts of the same water use in its partition, or else of its customer type. */
export const Neighbourhood = z.object({
  kind: z.enum(['partition', 'customer-type']),
  name: z.string(),
  meters: z.int().min(neighboursMin),
})
export type Neighbourhood = z.infer<typeof Neighbourhood>

const litres = z.number().nullable()

export const DayOfUse = z.object({
  day: LocalDate,
  /** Null where the meter's day is not known. */
  litres,
  /** Null where it is not known. */
  how: HowKnown.nullable(),
  yearBeforeLitres: litres,
  medianLitres: litres,
})
export type DayOfUse = z.infer<typeof DayOfUse>

export const MonthOfUse = z.object({
  /** First day of the month. */
  month: LocalDate,
  /** Days whose use is known; `litres` and what it is compared with are of these days alone. */
  knownDays: z.int(),
  days: z.int(),
  litres,
  yearBeforeLitres: litres,
  medianLitres: litres,
})
export type MonthOfUse = z.infer<typeof MonthOfUse>

export const AccountUse = z.object({
  timeZone: TimeZone,
  days: z.array(DayOfUse),
  months: z.array(MonthOfUse),
  /** Null where too few meters are comparable. */
  neighbourhood: Neighbourhood.nullable(),
})
export type AccountUse = z.infer<typeof AccountUse>

export const accountUse = endpoint({
  method: 'GET',
  path: '/prod-api/business/customer/:accountNo/use',
  permission: 'customers:account:query',
  summary: 'Water use of an account per day and month, against the year before and the median of its neighbourhood',
  request: z.object({ accountNo: AccountNo }),
  response: AccountUse,
})
