import { DebtRecordKind, debtRecords as recordResource, debts as resource } from '@nightflow/schemas/billing/debt'
import type { DeductionLine } from '@nightflow/schemas/billing/deduction'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf, readHistory } from '../projector/entity-history.ts'
import type { RowEvent } from '../projector/entity-shape.ts'

/** The debts that an event is about: a deduction repays several. */
const debtsOf = ({ type, data }: RowEvent): string[] =>
  type === 'billing.PaymentDeducted'
    ? (data as { lines: DeductionLine[] }).lines.flatMap(({ debtId }) => (debtId === null ? [] : [debtId]))
    : [(data as { debtId: string }).debtId]

const accountOf = ({ data }: RowEvent): string => (data as { accountNo: string }).accountNo

const lineOfDebt = (lines: readonly DeductionLine[], wanted: string | undefined) => lines.find(({ debtId }) => debtId === wanted)
const statusOf = (residualMinor: number) => (residualMinor === 0 ? ('1' as const) : ('0' as const))

/** What customers owe beside their bills, and what is left of it. */
export const debts = defineEntity({
  name: 'billing/debts',
  version: 1,
  table: 'debts',
  key: ['accountNo', 'debtId'],
  row: resource.row,
  indexes: { id: '(tenant, debt_no)' },
  keysOf: (event) => debtsOf(event).map((debtId) => ({ accountNo: accountOf(event), debtId })),
  evolve: {
    'billing.DebtAdded': (seen, { data: { plan, amountMinor, at, postings: _, ...debt }, position, metadata }) =>
      seen ?? {
        ...debt,
        debtNo: position,
        amountMinor,
        residualMinor: amountMinor,
        status: statusOf(amountMinor),
        planSource: plan?.source ?? null,
        remainingDeductions: plan?.deductions ?? null,
        createBy: personOf(metadata.actor),
        createTime: at,
        updateBy: null,
        updateTime: null,
      },
    'billing.RepaymentPlanned': (seen, { data: { plan, at }, metadata }) =>
      seen && {
        ...seen,
        planSource: plan?.source ?? null,
        remainingDeductions: plan?.deductions ?? null,
        updateBy: personOf(metadata.actor),
        updateTime: at,
      },
    'billing.DebtPaid': (seen, { data: { residualMinor, remainingDeductions, at }, metadata }) =>
      seen && {
        ...seen,
        residualMinor,
        remainingDeductions,
        status: statusOf(residualMinor),
        updateBy: personOf(metadata.actor),
        updateTime: at,
      },
    'billing.PaymentDeducted': (seen, { data: { lines, at }, metadata }, { debtId }) => {
      const line = lineOfDebt(lines, debtId)
      if (!seen || !line || line.residualMinor === null) return seen
      const { residualMinor, remainingDeductions } = line
      const status = statusOf(residualMinor)
      return { ...seen, residualMinor, remainingDeductions, status, updateBy: personOf(metadata.actor), updateTime: at }
    },
  },
  history: {
    sentences: 'billing:debt',
    steps: {
      'billing.DebtAdded': {
        step: 'added',
        tell: ({ data: { amountMinor, remark } }) => ({ facts: { amountMinor }, note: remark || null }),
      },
      'billing.RepaymentPlanned': {
        step: 'planned',
        tell: ({ data: { plan } }) => ({ facts: { planSource: plan?.source ?? null, count: plan?.deductions ?? 0 } }),
      },
      'billing.DebtPaid': {
        step: 'paid',
        tell: ({ data: { amountMinor, residualMinor, remark } }) => ({ facts: { amountMinor, residualMinor }, note: remark || null }),
      },
      'billing.PaymentDeducted': {
        step: 'deducted',
        tell: ({ data: { lines } }, { key: { debtId } }) => {
          const line = lineOfDebt(lines, debtId)
          return line && { facts: { amountMinor: line.amountMinor, residualMinor: line.residualMinor } }
        },
      },
    },
  },
})

/** What happened to one debt, newest first; undefined where there is none. */
export const debtHistory = async (database: PoolClient, debtNo: number, page: HistoryPage) => {
  const debt = await debtIdOf(database, debtNo)
  return debt && readHistory(database, debts.entity, debt, page)
}

export type OpenDebt = {
  debtNo: number
  feeName: string
  amountMinor: number
  residualMinor: number
  planSource: '0' | '1' | null
  remainingDeductions: number | null
}

/** Debts of an account that are not paid in full; an account has a hundred of them at most. */
export const openDebtsOf = async (database: PoolClient, accountNo: string): Promise<OpenDebt[]> => {
  const { rows } = await database.query<OpenDebt>(
    `select debt_no::float8 as "debtNo", fee_name as "feeName", amount_minor::float8 as "amountMinor",
       residual_minor::float8 as "residualMinor", plan_source as "planSource", remaining_deductions as "remainingDeductions"
     from views.debts where account_no = $1 and status = '0' order by debt_no limit 100`,
    [accountNo],
  )
  return rows
}

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
  row: recordResource.row.extend({ transactionId: z.uuid(), debtId: z.uuid(), kind: DebtRecordKind }),
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
        ...{ ...record(at, event), transactionId: debtId, debtId, accountNo, feeName, debtType, kind: '0' as const },
        ...{ debtMinor: amountMinor, transactionMinor: amountMinor, residualMinor: amountMinor },
        remainingDeductions: plan?.deductions ?? null,
      }
    },
    'billing.DebtPaid': (_, event) => {
      const { accountNo, debtId, paymentId, feeName, debtType, debtMinor, amountMinor, residualMinor, remainingDeductions, at } = event.data
      return {
        ...{ ...record(at, event), transactionId: paymentId, debtId, accountNo, feeName, debtType, kind: '1' as const },
        ...{ debtMinor, transactionMinor: amountMinor, residualMinor, remainingDeductions },
      }
    },
    'billing.PaymentDeducted': (seen, event, { debtId }) => {
      const { accountNo, deductionId, lines, at } = event.data
      const line = lineOfDebt(lines, debtId)
      if (!line || line.debtId === null || line.residualMinor === null || line.debtType === null || line.debtMinor === null) return seen
      const { name, debtType, debtMinor, amountMinor, residualMinor, remainingDeductions } = line
      return {
        ...{ ...record(at, event, lines.indexOf(line)), transactionId: deductionId, debtId: line.debtId, accountNo, feeName: name, debtType, kind: '2' as const },
        ...{ debtMinor, transactionMinor: amountMinor, residualMinor, remainingDeductions },
      }
    },
  },
})

/** The number of a debt's row, by the identifier that the caller chose. */
export const debtNoOf = async (
  database: PoolClient,
  { accountNo, debtId }: { accountNo: string; debtId: string },
): Promise<number | undefined> => {
  const { rows } = await database.query<{ no: number }>(
    'select debt_no::float8 as no from views.debts where account_no = $1 and debt_id = $2',
    [accountNo, debtId],
  )
  return rows[0]?.no
}

/** The account and the identifier of a debt, by the number of its row. */
export const debtIdOf = async (database: PoolClient, debtNo: number): Promise<{ accountNo: string; debtId: string } | undefined> => {
  const { rows } = await database.query<{ accountNo: string; debtId: string }>(
    'select account_no as "accountNo", debt_id as "debtId" from views.debts where debt_no = $1',
    [debtNo],
  )
  return rows[0]
}
