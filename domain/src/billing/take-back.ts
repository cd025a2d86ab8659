import type { Allocation } from '@nightflow/schemas/billing/bill'
import type { AccountBills, TakenPayment } from './account-bills.ts'
import { balanceOf } from './account-contracts.ts'

export type Reopened = {
  /** The amount by which each bill is open again, and the part of it that the balance had paid. */
  allocations: Allocation[]
  fromBalance: Allocation[]
}

/**
 * The bills that the money of a payment paid, the newest first: those of the payment itself, then, as far as the balance no longer has the rest, those that
 * the balance paid since. `returnedMinor` is what its deduction gives back to the balance. The part of a bill that a credit has moved to the balance meanwhile is not opened again.
 */
export const reopenedBy = (
  state: AccountBills,
  { received: { amountMinor, allocations }, contractNo }: Pick<TakenPayment, 'received' | 'contractNo'>,
  returnedMinor = 0,
): Reopened => {
  const { bills, applied } = state
  const reopened = new Map<string, number>()
  const open = (billId: string, mostMinor: number): number => {
    const bill = bills.get(billId)
    const before = reopened.get(billId) ?? 0
    const openedMinor = bill ? Math.max(0, Math.min(mostMinor, bill.totalMinor - bill.openMinor - before)) : 0
    if (openedMinor > 0) reopened.set(billId, before + openedMinor)
    return openedMinor
  }
  let leftMinor = amountMinor
  for (const { billId, amountMinor: paidMinor } of allocations.toReversed()) leftMinor -= open(billId, paidMinor)
  let missingMinor = leftMinor - returnedMinor - Math.max(0, balanceOf(state, contractNo))
  const fromBalance: Allocation[] = []
  for (const { billId, amountMinor: appliedMinor } of applied.toReversed()) {
    if (missingMinor <= 0) break
    if (bills.get(billId)?.contractNo !== contractNo) continue
    const openedMinor = open(billId, Math.min(appliedMinor, missingMinor))
    if (openedMinor > 0) fromBalance.push({ billId, amountMinor: openedMinor })
    missingMinor -= openedMinor
  }
  return { allocations: [...reopened].map(([billId, openedMinor]) => ({ billId, amountMinor: openedMinor })), fromBalance }
}
