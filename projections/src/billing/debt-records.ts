import { DebtRecordKind, debtRecords as resource } from '@nightflow/schemas/billing/debt'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'
import type { RowEvent } from '../projector/entity-shape.ts'
import { accountOf, debtsOf, lineOfDebt } from './debt-events.ts'

/** More than a deduction has lines: each of them is a record with a number of its own. */
const recordsPerEvent = 256

const record = (at: string, { metadata, position }: Pick<RowEvent, 'metadata' | 'position'>, place = 0) => ({
  debtRecordNo: position * recordsPerEvent + place,
  operator: personOf(metadata.actor),
  createTime: at,
})

/** Every transaction of every debt: added, paid, deducted. */
export const debtRecords = defineEntity({
  name: 'billing/debt-records',
  version: 1,
  table: 'debt_records',
  key: ['accountNo', 'transactionId', 'debtId'],
  row: resource.row.extend({ transactionId: z.uuid(), debtId: z.uuid(), kind: DebtRecordKind }),
  indexes: { id: '(tenant, debt_record_no)' },
  keysOf: (event) => {
    const { debtId, paymentId, deductionId } = event.data as { debtId?: string; paymentId?: string; deductionId?: string }
    return debtsOf(event).map((each) => ({
      accountNo: accountOf(event),
      transactionId: paymentId ?? deductionId ?? debtId ?? '',
      debtId: each,
    }))
  },
  evolve: {
    'billing.DebtAdded': (_, event) => {
      const { accountNo, debtId, feeName, debtType, amountMinor, plan, at } = event.data
      return {
        ...{ ...record(at, event), transactionId: debtId, debtId, accountNo, feeName, debtType, kind: DebtRecordKind.enum.added },
        ...{ debtMinor: amountMinor, transactionMinor: amountMinor, residualMinor: amountMinor },
        remainingDeductions: plan?.deductions ?? null,
      }
    },
    'billing.DebtPaid': (_, event) => {
      const { accountNo, debtId, paymentId, feeName, debtType, debtMinor, amountMinor, residualMinor, remainingDeductions, at } = event.data
      return {
        ...{ ...record(at, event), transactionId: paymentId, debtId, accountNo, feeName, debtType, kind: DebtRecordKind.enum.paid },
        ...{ debtMinor, transactionMinor: amountMinor, residualMinor, remainingDeductions },
      }
    },
    'billing.PaymentDeducted': (seen, event, { debtId }) => {
      const { accountNo, deductionId, lines, at } = event.data
      const line = lineOfDebt(lines, debtId)
      if (!line || line.debtId === null || line.residualMinor === null || line.debtType === null || line.debtMinor === null) return seen
      const { name, debtType, debtMinor, amountMinor, residualMinor, remainingDeductions } = line
      return {
        ...{
          ...record(at, event, lines.indexOf(line)),
          transactionId: deductionId,
          debtId: line.debtId,
          accountNo,
          feeName: name,
          debtType,
          kind: DebtRecordKind.enum.deducted,
        },
        ...{ debtMinor, transactionMinor: amountMinor, residualMinor, remainingDeductions },
      }
    },
  },
})
