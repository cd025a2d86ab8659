import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import { LocalDate } from '../shared/values.ts'

export const StatementUnit = z.enum(['day', 'month'])
export type StatementUnit = z.infer<typeof StatementUnit>
/** Days of one statement. */
export const statementDaysMax = 400

/** A day or a month of an agent: opening, recharges, sales, what was reversed and what was paid into the float come to the closing. */
export const StatementLine = z.object({
  /** `YYYY-MM-DD`, or `YYYY-MM` for months. */
  period: z.string(),
  openingMinor: z.int(),
  rechargedMinor: z.int(),
  soldMinor: z.int(),
  sales: z.int(),
  reversedMinor: z.int(),
  paidToFloatMinor: z.int(),
  closingMinor: z.int(),
  earnedMinor: z.int(),
  takenBackMinor: z.int(),
  paidOutMinor: z.int(),
  unpaidMinor: z.int(),
})
export type StatementLine = z.infer<typeof StatementLine>

const asked = { unit: StatementUnit.default('day'), from: LocalDate, to: LocalDate.meta({ description: 'the last day, which counts' }) }
const lines = z.object({ rows: z.array(StatementLine).max(statementDaysMax) })

export const agentStatement = endpoint({
  method: 'GET',
  path: '/api/v1/agents/:userId/statement',
  permission: 'system:agent:list',
  summary: 'The money of an agent by day or month of the tenant’s zone, from opening to closing; days without any are left out',
  request: z.object({ userId: RowId, ...asked }),
  response: lines,
  row: StatementLine,
})

export const deskStatement = endpoint({
  method: 'GET',
  path: '/api/v1/agent-desk/statement',
  permission: 'agents:desk:sell',
  summary: 'The same of the caller’s own float',
  request: z.object(asked),
  response: lines,
  row: StatementLine,
})
