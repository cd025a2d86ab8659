import type { Allocation } from '@nightflow/schemas/billing/bill'
import type { BillPlan, DuePart } from '@nightflow/schemas/billing/collection'

/** The inputs of a bill's due days. */
export type Due = { readonly dueOn: string; readonly openMinor: number; readonly plan: BillPlan | null }

/**
 * Open parts of a bill by due day, the earliest first. Payments and credits count for the earliest instalments of a plan; amounts added to the
 * bill later are due with the last one.
 */
export const openParts = ({ dueOn, openMinor, plan }: Due): DuePart[] => {
  if (openMinor <= 0) return []
  if (plan === null) return [{ dueOn, amountMinor: openMinor }]
  const open: DuePart[] = []
  let leftMinor = openMinor
  for (const part of plan.parts.toReversed()) {
    const amountMinor = Math.min(leftMinor, part.amountMinor)
    if (amountMinor > 0) open.unshift({ dueOn: part.dueOn, amountMinor })
    leftMinor -= amountMinor
  }
  const last = plan.parts.at(-1)
  if (leftMinor === 0 || last === undefined) return open
  return [...open.slice(0, -1), { dueOn: last.dueOn, amountMinor: (open.at(-1)?.amountMinor ?? 0) + leftMinor }]
}

/** The day on which the next part is due; of a paid bill its own day, or the last of its plan. */
export const nextDueDay = (due: Due): string => openParts(due)[0]?.dueOn ?? due.plan?.parts.at(-1)?.dueOn ?? due.dueOn

/** The overdue part of a bill, where the parts up to this day were missed. */
export const missedMinor = (due: Due, missedOn: string | null): number =>
  missedOn === null ? 0 : openParts(due).reduce((sum, { dueOn, amountMinor }) => sum + (dueOn <= missedOn ? amountMinor : 0), 0)

/** The part of a bill that was due before a day. */
export const dueBefore = (due: Due, day: string): number =>
  openParts(due).reduce((sum, { dueOn, amountMinor }) => sum + (dueOn < day ? amountMinor : 0), 0)

type Owed = { readonly billId: string; readonly due: Due }

/**
 * Divides an amount over what is open: what is due first is paid first, of one day the bill that was issued first. `owed` is in the order of issue.
 */
export const allocateByDueDay = (owed: readonly Owed[], amountMinor: number): { allocations: Allocation[]; restMinor: number } => {
  const parts = owed.flatMap(({ billId, due }) => openParts(due).map((part) => ({ billId, ...part })))
  // Sorting keeps the order of the bills among parts that are due on one day.
  const byDueDay = parts.toSorted((one, other) => (one.dueOn < other.dueOn ? -1 : Number(one.dueOn > other.dueOn)))
  const paid = new Map<string, number>()
  let restMinor = amountMinor
  for (const part of byDueDay) {
    if (restMinor <= 0) break
    const takenMinor = Math.min(part.amountMinor, restMinor)
    paid.set(part.billId, (paid.get(part.billId) ?? 0) + takenMinor)
    restMinor -= takenMinor
  }
  return { allocations: [...paid].map(([billId, minor]) => ({ billId, amountMinor: minor })), restMinor }
}

/** Local days one month after the other; a month that is too short has its last day. */
export const monthlyDays = (firstDay: string, count: number): string[] => {
  const [year, month, dayOfMonth] = firstDay.split('-').map(Number) as [number, number, number]
  return Array.from({ length: count }, (_, nth) => {
    const daysOfMonth = new Date(Date.UTC(year, month + nth, 0)).getUTCDate()
    return new Date(Date.UTC(year, month - 1 + nth, Math.min(dayOfMonth, daysOfMonth))).toISOString().slice(0, 10)
  })
}

/** Equal amounts that differ by a hundredth at most, the larger ones first. */
export const inEqualParts = (totalMinor: number, count: number): number[] => {
  const least = Math.floor(totalMinor / count)
  const more = totalMinor - least * count
  return Array.from({ length: count }, (_, nth) => least + (nth < more ? 1 : 0))
}

/** Lays instalments over bills one after the other: the first instalment pays the first bill first. */
export const partsOfBills = (
  instalments: readonly DuePart[],
  bills: readonly { readonly billId: string; readonly openMinor: number }[],
): { billId: string; parts: DuePart[] }[] => {
  let instalment = 0
  let leftOfInstalment = instalments[0]?.amountMinor ?? 0
  return bills.map(({ billId, openMinor }) => {
    const parts: DuePart[] = []
    let leftOfBill = openMinor
    while (leftOfBill > 0 && instalment < instalments.length) {
      const amountMinor = Math.min(leftOfBill, leftOfInstalment)
      if (amountMinor > 0) parts.push({ dueOn: instalments[instalment]!.dueOn, amountMinor })
      leftOfBill -= amountMinor
      leftOfInstalment -= amountMinor
      if (leftOfInstalment > 0) continue
      instalment += 1
      leftOfInstalment = instalments[instalment]?.amountMinor ?? 0
    }
    return { billId, parts }
  })
}
