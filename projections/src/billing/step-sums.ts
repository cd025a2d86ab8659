import { ChargeKind, stepsMax } from '@nightflow/schemas/billing/tariff'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { quarterOf } from './ledger-sums.ts'

const row = z.object({
  /** Quarters of an hour since 1970-01-01T00:00Z. */
  quarter: z.int32(),
  kind: ChargeKind,
  /** 0 for what has no steps. */
  step: z.int().min(0).max(stepsMax),
  litres: z.int(),
  amountMinor: z.int(),
})

const stepOf = ({ step }: { step: number | null }): number => step ?? 0

/** Billed amounts of each step, summed by quarter of an hour: a report of a year reads these few rows in place of the lines of its bills. */
export const stepSums = defineEntity({
  name: 'billing/step-sums',
  version: 1,
  table: 'step_sums',
  key: ['quarter', 'kind', 'step'],
  row,
  // A sum is the same in any order.
  isCommutative: true,
  keysOf: ({ data }) => {
    const { at, lines } = data as { at: string; lines: readonly { kind: z.infer<typeof ChargeKind>; step: number | null }[] }
    const keys = lines.map((line) => ({ quarter: quarterOf(at), kind: line.kind, step: stepOf(line) }))
    return [...new Map(keys.map((key) => [`${key.kind} ${key.step}`, key])).values()]
  },
  evolve: {
    'billing.BillIssued': (seen, { data: { lines } }, key) => {
      const sums = { litres: seen?.litres ?? 0, amountMinor: seen?.amountMinor ?? 0 }
      for (const line of lines) {
        if (line.kind !== key.kind || stepOf(line) !== key.step) continue
        sums.litres += line.litres
        sums.amountMinor += line.amountMinor
      }
      return { ...(key as z.infer<typeof row>), ...sums }
    },
  },
})
