import type { InstalmentDay } from '@nightflow/schemas/billing/account-money'
import type { DuePart } from '@nightflow/schemas/billing/collection'
import { type AccountBills, billsOfContract, dueOf, openOf } from './account-bills.ts'
import { missedMinor, openParts } from './bill-due.ts'

export type Standing = {
  openMinor: number
  overdueMinor: number
  /** The next part that is due and not overdue; null where there is none. */
  nextDue: DuePart | null
  /** Days of the plans of bills that are not paid, the first above. */
  instalments: InstalmentDay[]
}

/** Amounts by day, in the order of the days. */
const byDay = (parts: readonly DuePart[]): DuePart[] => {
  const sums = new Map<string, number>()
  for (const { dueOn, amountMinor } of parts) sums.set(dueOn, (sums.get(dueOn) ?? 0) + amountMinor)
  return [...sums].map(([dueOn, amountMinor]) => ({ dueOn, amountMinor })).toSorted((one, other) => (one.dueOn < other.dueOn ? -1 : 1))
}

/** The debt of a holder by due day, after bills, payments and plans. `today` is the local day of the utility. */
export const standingOf = (state: AccountBills, contractNo: number, today: string): Standing => {
  const bills = billsOfContract(state, contractNo)
  const overdueMinor = bills.reduce((sum, bill) => sum + missedMinor(dueOf(bill), bill.missedOn), 0)
  const coming = bills.flatMap((bill) => openParts(dueOf(bill)).filter(({ dueOn }) => dueOn >= today && dueOn > (bill.missedOn ?? '')))
  const planned = bills.filter(({ plan, openMinor }) => plan !== null && openMinor > 0)
  const open = new Map(byDay(planned.flatMap((bill) => openParts(dueOf(bill)))).map(({ dueOn, amountMinor }) => [dueOn, amountMinor]))
  return {
    openMinor: openOf(state, contractNo),
    overdueMinor,
    nextDue: byDay(coming)[0] ?? null,
    instalments: byDay(planned.flatMap(({ plan }) => plan?.parts ?? [])).map(({ dueOn, amountMinor }) => ({
      ...{ dueOn, plannedMinor: amountMinor },
      openMinor: open.get(dueOn) ?? 0,
    })),
  }
}
