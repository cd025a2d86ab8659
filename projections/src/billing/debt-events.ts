import type { DeductionLine } from '@nightflow/schemas/billing/deduction'
import type { EventType } from '@nightflow/schemas/events'
import type { RowEvent } from '../projector/entity-shape.ts'

/** Events that repay debts, or make them owed again, line by line: of payments, and of bills. */
export const deducting = [
  'billing.PaymentDeducted',
  'billing.DeductionReversed',
  'billing.BillIssued',
  'billing.BillCredited',
] as const satisfies readonly EventType[]

type Deducting = { lines?: readonly DeductionLine[]; charges?: readonly DeductionLine[]; returned?: { lines: readonly DeductionLine[] } }

/** Lines of a deduction or its reversal, the charges of a bill, or those that a credit gives back. */
export const linesOf = ({ type, data }: Pick<RowEvent, 'type' | 'data'>): readonly DeductionLine[] => {
  const { lines = [], charges = [], returned } = data as Deducting
  if (type === 'billing.BillIssued') return charges
  return type === 'billing.BillCredited' ? (returned?.lines ?? []) : lines
}

/** The debts that an event is about: a deduction repays several. */
export const debtsOf = (event: RowEvent): string[] =>
  (deducting as readonly string[]).includes(event.type)
    ? linesOf(event).flatMap(({ debtId }) => (debtId === null ? [] : [debtId]))
    : [(event.data as { debtId: string }).debtId]

export const accountOf = ({ data }: RowEvent): string => (data as { accountNo: string }).accountNo

/** The line of a deduction for a debt. */
export const lineOfDebt = (event: Pick<RowEvent, 'type' | 'data'>, wanted: string | undefined) =>
  linesOf(event).find(({ debtId }) => debtId === wanted)
