import type { DebtCommand } from '@nightflow/schemas/billing/debt-calls'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context } from '../shared/decider.ts'
import type { AccountCharges, AccountChargesEvent } from './account-charges.ts'
import { postingsOf } from './postings.ts'

type Of<Type extends DebtCommand['type']> = Extract<DebtCommand, { type: Type }>
type Decision = readonly AccountChargesEvent[] | Rejection

/** A debt is given up with four eyes: one person proposes it, and another one confirms. */
export function proposeWriteOff(
  { type: _, ...asked }: Of<'ProposeWriteOff'>,
  { debts }: AccountCharges,
  { now, actor }: Context,
): Decision {
  const debt = debts.get(asked.debtId)
  if (!debt) return rejected('not-found')
  if (debt.residualMinor === 0) return rejected('debt-paid-in-full')
  return debt.writeOffBy === null ? [{ type: 'billing.DebtWriteOffProposed', data: { ...asked, proposedBy: actor, at: now } }] : []
}

/** The amount that is left by then is given up. Repeated, it changes nothing. */
export function confirmWriteOff(
  { type: _, ...asked }: Of<'ConfirmWriteOff'>,
  { debts }: AccountCharges,
  { now, actor }: Context,
): Decision {
  const debt = debts.get(asked.debtId)
  if (!debt) return rejected('not-found')
  if (debt.residualMinor === 0) return rejected('debt-paid-in-full')
  if (debt.writeOffBy === null) return rejected('write-off-not-proposed')
  if (debt.writeOffBy === actor) return rejected('write-off-same-person')
  const { residualMinor, contractNo } = debt
  const { debtType, feeName, amountMinor: debtMinor } = debt.added
  const postings = postingsOf({ writeOffs: residualMinor, customerDebts: -residualMinor })
  const data = { ...asked, debtType, feeName, debtMinor, amountMinor: residualMinor, contractNo, postings, at: now }
  return [{ type: 'billing.DebtWrittenOff', data }]
}

export function dismissWriteOff({ type: _, ...asked }: Of<'DismissWriteOff'>, { debts }: AccountCharges, { now }: Context): Decision {
  const debt = debts.get(asked.debtId)
  if (!debt) return rejected('not-found')
  if (debt.writeOffBy === null) return rejected('write-off-not-proposed')
  return [{ type: 'billing.DebtWriteOffDismissed', data: { ...asked, at: now } }]
}
