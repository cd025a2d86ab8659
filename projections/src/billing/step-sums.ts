import { ChargeKind, stepsMax } from '@nightflow/schemas/billing/tariff'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { quarterOf } from './ledger-sums.ts'
import { casesOf } from './posted-events.ts'

const row = z.object({
  /** Quarters of an hour since 1970-01-01T00:00Z. */
  quarter: z.int32(),
  kind: ChargeKind,
  /** 0 for what has no steps. */
  step: z.int().min(0).max(stepsMax),
  litres: z.int(),
  amountMinor: z.int(),
})

type Row = z.infer<typeof row>

const linesIn = (data: object) =>
  (data as { lines: readonly (Pick<Row, 'kind' | 'litres' | 'amountMinor'> & { step: number | null })[] }).lines
const stepOf = ({ step }: { step: number | null }): number => step ?? 0

/** Billed and deducted amounts of each step, summed by quarter of an hour: a report of a year reads these few rows in place of the lines of its bills. */
export const stepSums = defineEntity({
  name: 'billing/step-sums',
  version: 1,
  table: 'step_sums',
  key: ['quarter', 'kind', 'step'],
  row,
  // A sum is the same in any order.
  isCommutative: true,
  keysOf: ({ data }) => {
    const { at } = data as { at: string }
    const keys = linesIn(data).map((line) => ({ quarter: quarterOf(at), kind: line.kind, step: stepOf(line) }))
    return [...new Map(keys.map((key) => [`${key.kind} ${key.step}`, key])).values()]
  },
  evolve: casesOf<Row>(['billing.BillIssued', 'billing.ConsumptionDeducted'], (seen, { data }, key) => {
    const sums = { litres: seen?.litres ?? 0, amountMinor: seen?.amountMinor ?? 0 }
    for (const line of linesIn(data)) {
      if (line.kind !== key.kind || stepOf(line) !== key.step) continue
      sums.litres += line.litres
      sums.amountMinor += line.amountMinor
    }
    return { ...(key as Row), ...sums }
  }),
})
