import type { DeductionLine } from '@nightflow/schemas/billing/deduction'
import type { RowEvent } from '../projector/entity-shape.ts'

/** The debts that an event is about: a deduction repays several. */
export const debtsOf = ({ type, data }: RowEvent): string[] =>
  type === 'billing.PaymentDeducted' || type === 'billing.DeductionReversed'
    ? (data as { lines: DeductionLine[] }).lines.flatMap(({ debtId }) => (debtId === null ? [] : [debtId]))
    : [(data as { debtId: string }).debtId]

export const accountOf = ({ data }: RowEvent): string => (data as { accountNo: string }).accountNo

/** The line of a deduction for a debt. */
export const lineOfDebt = (lines: readonly DeductionLine[], wanted: string | undefined) => lines.find(({ debtId }) => debtId === wanted)
