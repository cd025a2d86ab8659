import { DebtRecordKind, debtRecords as resource } from '@nightflow/schemas/billing/debt'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'
import type { RowEvent } from '../projector/entity-shape.ts'
import { debtsOf, linesOf } from './debt-events.ts'

/** More than a deduction has lines: each of them is a record with a number of its own. */
const recordsPerEvent = 256
const kinds = DebtRecordKind.enum
const row = resource.row.extend({ debtId: z.uuid(), kind: DebtRecordKind })
type Row = z.output<typeof row>
type Kind = Row['kind']

type Recorded = { type: string; data: object; metadata: { actor: string }; position: number }

const numberOf = (event: Pick<Recorded, 'type' | 'data' | 'position'>, debtId: string): number =>
  event.position * recordsPerEvent +
  Math.max(
    0,
    linesOf(event as RowEvent).findIndex((line) => line.debtId === debtId),
  )

const record = (kind: Kind, event: Recorded, debtId: string) => {
  const { data, metadata } = event
  const { accountNo, at } = data as { accountNo: string; at: string }
  const debtRecordNo = numberOf(event, debtId)
  return { debtRecordNo, debtId, accountNo, kind, operator: personOf(metadata.actor), createTime: at }
}

/** The line of a deduction, or of its reversal, as a record of its debt. */
const ofLine = (kind: Kind, event: Recorded, debtRecordNo = 0): Row | undefined => {
  const line = linesOf(event as RowEvent)[debtRecordNo % recordsPerEvent]
  if (!line || line.debtId === null || line.residualMinor === null || line.debtType === null || line.debtMinor === null) return undefined
  const { name: feeName, debtType, debtMinor, amountMinor, residualMinor, remainingDeductions } = line
  const amounts = { debtMinor, transactionMinor: amountMinor, residualMinor, remainingDeductions }
  return { ...record(kind, event, line.debtId), feeName, debtType, ...amounts }
}

/** Every transaction of every debt: added, paid, deducted, taken back, given up. */
export const debtRecords = defineEntity({
  name: 'billing/debt-records',
  version: 3,
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
    'billing.BillIssued': (_, event, { debtRecordNo }) => ofLine(kinds.deducted, event, debtRecordNo),
    'billing.BillCredited': (_, event, { debtRecordNo }) => ofLine(kinds.reversed, event, debtRecordNo),
    'billing.DebtWrittenOff': (_, event) => {
      const { debtId, feeName, debtType, debtMinor, amountMinor } = event.data
      const amounts = { debtMinor, transactionMinor: amountMinor, residualMinor: 0, remainingDeductions: null }
      return { ...record(kinds.writtenOff, event, debtId), feeName, debtType, ...amounts }
    },
  },
})
