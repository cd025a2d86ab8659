import { DebtRecordKind, debtRecords as resource } from '@nightflow/schemas/billing/debt'
import type { EventOf } from '@nightflow/schemas/events'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'
import type { RowEvent } from '../projector/entity-shape.ts'
import { debtsOf } from './debt-events.ts'

/** More than a deduction has lines: each of them is a record with a number of its own. */
const recordsPerEvent = 256
const kinds = DebtRecordKind.enum
const row = resource.row.extend({ debtId: z.uuid(), kind: DebtRecordKind })
type Row = z.output<typeof row>
type Kind = Row['kind']

const numberOf = ({ data, position }: Pick<RowEvent, 'data' | 'position'>, debtId: string): number => {
  const { lines } = data as { lines?: { debtId: string | null }[] }
  return position * recordsPerEvent + Math.max(0, lines?.findIndex((line) => line.debtId === debtId) ?? 0)
}

type Recorded = { data: object; metadata: { actor: string }; position: number }

const record = (kind: Kind, { data, metadata, position }: Recorded, debtId: string) => {
  const { accountNo, at } = data as { accountNo: string; at: string }
  const debtRecordNo = numberOf({ data: data as RowEvent['data'], position }, debtId)
  return { debtRecordNo, debtId, accountNo, kind, operator: personOf(metadata.actor), createTime: at }
}

type Deducted = { data: EventOf<'billing.PaymentDeducted' | 'billing.DeductionReversed'>['data'] } & Recorded

/** The line of a deduction, or of its reversal, as a record of its debt. */
const ofLine = (kind: Kind, event: Deducted, debtRecordNo = 0): Row | undefined => {
  const line = event.data.lines[debtRecordNo % recordsPerEvent]
  if (!line || line.debtId === null || line.residualMinor === null || line.debtType === null || line.debtMinor === null) return undefined
  const { name: feeName, debtType, debtMinor, amountMinor, residualMinor, remainingDeductions } = line
  const amounts = { debtMinor, transactionMinor: amountMinor, residualMinor, remainingDeductions }
  return { ...record(kind, event, line.debtId), feeName, debtType, ...amounts }
}

/** Every transaction of every debt: added, paid, deducted, taken back, given up. */
export const debtRecords = defineEntity({
  name: 'billing/debt-records',
  version: 2,
  table: 'debt_records',
  key: ['debtRecordNo'],
  row,
  indexes: { account: '(tenant, account_no, debt_record_no)' },
  keysOf: (event) => debtsOf(event).map((debtId) => ({ debtRecordNo: numberOf(event, debtId) })),
  evolve: {
    'billing.DebtAdded': (_, event) => {
      const { debtId, feeName, debtType, amountMinor, plan } = event.data
      const amounts = { debtMinor: amountMinor, transactionMinor: amountMinor, residualMinor: amountMinor }
      return { ...record(kinds.added, event, debtId), feeName, debtType, ...amounts, remainingDeductions: plan?.deductions ?? null }
    },
    'billing.DebtPaid': (_, event) => {
      const { debtId, feeName, debtType, debtMinor, amountMinor, residualMinor, remainingDeductions } = event.data
      const amounts = { debtMinor, transactionMinor: amountMinor, residualMinor, remainingDeductions }
      return { ...record(kinds.paid, event, debtId), feeName, debtType, ...amounts }
    },
    'billing.PaymentDeducted': (_, event, { debtRecordNo }) => ofLine(kinds.deducted, event, debtRecordNo),
    'billing.DeductionReversed': (_, event, { debtRecordNo }) => ofLine(kinds.reversed, event, debtRecordNo),
    'billing.DebtWrittenOff': (_, event) => {
      const { debtId, feeName, debtType, debtMinor, amountMinor } = event.data
      const amounts = { debtMinor, transactionMinor: amountMinor, residualMinor: 0, remainingDeductions: null }
      return { ...record(kinds.writtenOff, event, debtId), feeName, debtType, ...amounts }
    },
  },
})
