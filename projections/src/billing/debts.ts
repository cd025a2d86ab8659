import { DebtStatus, type OpenDebt, debts as resource } from '@nightflow/schemas/billing/debt'
import type { HistoryPage } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf, readHistory } from '../projector/entity-history.ts'
import { accountOf, debtsOf, lineOfDebt } from './debt-events.ts'
import { rowNumbers } from './row-numbers.ts'

const statusOf = (residualMinor: number) => (residualMinor === 0 ? DebtStatus.enum.paid : DebtStatus.enum.open)

const row = resource.row.omit({ customerName: true })
type Deducting = { type: string; data: { at: string }; metadata: { actor: string } }

/** A deduction and its reversal, and a bill and its credit, leave of a debt what their line of it says. */
const deducted = (seen: z.output<typeof row> | undefined, event: Deducting, { debtId }: { debtId?: string }) => {
  const line = lineOfDebt(event, debtId)
  if (!seen || !line || line.residualMinor === null) return seen
  const { residualMinor, remainingDeductions } = line
  const status = statusOf(residualMinor)
  return { ...seen, residualMinor, remainingDeductions, status, updateBy: personOf(event.metadata.actor), updateTime: event.data.at }
}

const toldOf = (event: Pick<Deducting, 'type' | 'data'>, { key: { debtId } }: { key: { debtId?: string } }) => {
  const line = lineOfDebt(event, debtId)
  return line && { facts: { amountMinor: line.amountMinor, residualMinor: line.residualMinor } }
}

/** Debts of customers beside their bills, and their rest. */
export const debts = defineEntity({
  name: 'billing/debts',
  version: 3,
  table: 'debts',
  key: ['accountNo', 'debtId'],
  row,
  indexes: { id: '(tenant, debt_no)' },
  keysOf: (event) => debtsOf(event).map((debtId) => ({ accountNo: accountOf(event), debtId })),
  evolve: {
    'billing.DebtAdded': (seen, { data: { plan, amountMinor, at, postings: _, contractNo: __, ...debt }, position, metadata }) =>
      seen ?? {
        ...debt,
        debtNo: position,
        amountMinor,
        residualMinor: amountMinor,
        status: statusOf(amountMinor),
        planSource: plan?.source ?? null,
        remainingDeductions: plan?.deductions ?? null,
        writeOffBy: null,
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
    'billing.DebtWriteOffProposed': (seen, { data: { at }, metadata }) =>
      seen && { ...seen, writeOffBy: personOf(metadata.actor), updateBy: personOf(metadata.actor), updateTime: at },
    'billing.DebtWriteOffDismissed': (seen, { data: { at }, metadata }) =>
      seen && { ...seen, writeOffBy: null, updateBy: personOf(metadata.actor), updateTime: at },
    'billing.DebtWrittenOff': (seen, { data: { at }, metadata }) =>
      seen && {
        ...{ ...seen, residualMinor: 0, remainingDeductions: seen.remainingDeductions === null ? null : 0, writeOffBy: null },
        ...{ status: DebtStatus.enum.writtenOff, updateBy: personOf(metadata.actor), updateTime: at },
      },
    'billing.PaymentDeducted': deducted,
    'billing.DeductionReversed': deducted,
    'billing.BillIssued': deducted,
    'billing.BillCredited': deducted,
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
      'billing.PaymentDeducted': { step: 'deducted', tell: toldOf },
      'billing.DeductionReversed': { step: 'undeducted', tell: toldOf },
      'billing.BillIssued': { step: 'billed', tell: toldOf },
      'billing.BillCredited': { step: 'unbilled', tell: toldOf },
      'billing.DebtWriteOffProposed': { step: 'writeOffProposed', tell: ({ data: { reason } }) => ({ facts: {}, note: reason }) },
      'billing.DebtWriteOffDismissed': { step: 'writeOffDismissed', tell: ({ data: { reason } }) => ({ facts: {}, note: reason }) },
      'billing.DebtWrittenOff': {
        step: 'writtenOff',
        tell: ({ data: { amountMinor, reason } }) => ({ facts: { amountMinor }, note: reason }),
      },
    },
  },
})

export const debtNumbers = rowNumbers({ table: 'debts', number: 'debt_no', identifier: 'debtId', column: 'debt_id' })

/** The history of one debt, newest first; undefined where there is none. */
export const debtHistory = async (database: PoolClient, debtNo: number, page: HistoryPage) => {
  const debt = await debtNumbers.namedBy(database, debtNo)
  return debt && readHistory(database, debts.entity, debt, page)
}

/** Those of these debts of an account that are not paid in full; an account has a hundred of them at most. */
export const openDebtsOf = async (database: PoolClient, accountNo: string, debtIds: readonly string[]): Promise<OpenDebt[]> => {
  const { rows } = await database.query<OpenDebt>(
    `select debt_no::float8 as "debtNo", fee_name as "feeName", amount_minor::float8 as "amountMinor",
       residual_minor::float8 as "residualMinor", plan_source as "planSource", remaining_deductions as "remainingDeductions"
     from views.debts where account_no = $1 and debt_id = any($2) and status = '${DebtStatus.enum.open}' order by debt_no limit 100`,
    [accountNo, debtIds],
  )
  return rows
}
