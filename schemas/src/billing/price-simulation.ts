import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import { Count } from '../shared/quantity.ts'
import { text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant } from '../shared/values.ts'

/** Every customer, as if all of them were given the draft, or those who have the price scheme. */
export const SimulationScope = z.enum({ all: '0', ofScheme: '1' })

/** Where the bars of the histogram begin, in per cent of the amount before; the first is for all below, 0 for no change at all. */
export const changeEdges = [-100, -50, -20, -10, -5, 0, 5, 10, 20, 50] as const
const groupsMax = 500
export const largestMax = 20
/** Simulations that are kept of one price scheme. */
export const simulationsMax = 20

const Minor = z.int()
const sums = { accounts: Count, litres: z.int().min(0), beforeMinor: Minor, afterMinor: Minor, payMore: Count }
const Sums = z.object(sums)

/** Cost of the draft in the month, beside the cost of the customers' own prices. Amounts are with VAT. */
export const SimulationResult = z.object({
  ...sums,
  payLess: Count,
  /** Accounts with days of the month whose use is not known: both amounts are of the days that are. */
  incomplete: Count,
  /** Left out: not billed, without a price in that month, and without any known use. */
  leftOut: z.object({ notBilled: Count, withoutTariff: Count, withoutUse: Count }),
  histogram: z
    .array(z.object({ kind: z.enum(['less', 'same', 'more']), from: z.int(), to: z.int().nullable(), accounts: Count, changeMinor: Minor }))
    .max(20),
  byCustomerType: z.array(Sums.extend({ customerTypeId: z.int().nullable() })).max(groupsMax),
  byCaliber: z.array(Sums.extend({ caliberMillimetres: z.int().nullable() })).max(groupsMax),
  /** Users under the stated volume. */
  lifeline: Sums,
  /** Those who would pay the most more. */
  largest: z.array(z.object({ accountNo: z.string(), litres: z.int(), beforeMinor: Minor, afterMinor: Minor })).max(largestMax),
})
export type SimulationResult = z.infer<typeof SimulationResult>

export const PriceSimulation = z.object({
  id: z.uuid(),
  status: z.enum(['running', 'succeeded', 'failed']),
  /** Accounts that are calculated, and how many there are. */
  done: Count,
  total: Count,
  /** `YYYY-MM`. */
  month: text(7),
  scope: SimulationScope,
  lifelineCubicMetres: z.number().min(0).max(1000),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  result: SimulationResult.nullable(),
  /** The code of the refusal where it failed. */
  refusal: text(64).nullable(),
  /** The name by which the accounts are downloaded for a day by who started it. */
  file: text(64).nullable(),
})
export type PriceSimulation = z.infer<typeof PriceSimulation>

export const startSimulation = endpoint({
  method: 'POST',
  path: '/api/v1/price-schemes/:priceSchemeId/simulations',
  permission: 'billing:priceScheme:edit',
  summary: 'Calculate the draft for the use of the last whole month of all customers, as a job; needs the right to see readings',
  request: z.object({
    priceSchemeId: RowId,
    scope: SimulationScope.default(SimulationScope.enum.all),
    /** A customer who uses less than this in the month is a lifeline user. */
    lifelineCubicMetres: z.number().min(0).max(1000).default(6),
  }),
  response: PriceSimulation,
})

export const listSimulations = endpoint({
  method: 'GET',
  path: '/api/v1/price-schemes/:priceSchemeId/simulations',
  permission: 'billing:priceScheme:query',
  summary: 'The last simulations of a price scheme, newest first, with their progress',
  request: z.object({ priceSchemeId: RowId, limit: typedNumber().int().min(1).max(simulationsMax).default(simulationsMax) }),
  response: z.object({ rows: z.array(PriceSimulation).max(simulationsMax) }),
})
