import { type BillLine, BillType, type RecomputedBill } from '@nightflow/schemas/billing/bill'
import { billMinorMax } from '@nightflow/schemas/billing/ledger'
import type { LineDifference, RebillBill } from '@nightflow/schemas/billing/rebill'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context } from '../shared/decider.ts'
import { type AccountBillsEvent, isVoid, type OpenBill } from './account-bills.ts'
import { instalmentsOn, recharged } from './bill-charges.ts'
import type { ChargedBills } from './payment-deduction.ts'
import { postingsOf } from './postings.ts'
import { mergedParts, negatedParts, partsOfBill } from './vat-parts.ts'

/** A correction of an amount because of a price alone. */
const priceAdjustment = BillType.enum.priceAdjustment

/** The bill as it was computed last: when it was issued, or when a difference was posted. */
export const lastComputed = ({ issued, recomputed }: OpenBill): RecomputedBill => recomputed ?? issued

/** Amounts of one kind of line of a version before and after; equal ones are in it too. */
export const lineDifferences = (before: readonly BillLine[], after: readonly BillLine[]): LineDifference[] => {
  const found = new Map<string, LineDifference>()
  const add = (lines: readonly BillLine[], side: 'Before' | 'After'): void => {
    for (const { kind, step, priceScheme, version, litres, amountMinor, vatMinor } of lines) {
      const key = JSON.stringify([kind, priceScheme, version, step])
      const none = { litresBefore: 0, litresAfter: 0, amountBefore: 0, amountAfter: 0, vatBefore: 0, vatAfter: 0 }
      const seen = found.get(key) ?? { kind, step, priceScheme, version, ...none }
      found.set(key, {
        ...seen,
        [`litres${side}`]: seen[`litres${side}`] + litres,
        [`amount${side}`]: seen[`amount${side}`] + amountMinor,
        [`vat${side}`]: seen[`vat${side}`] + vatMinor,
      })
    }
  }
  add(before, 'Before')
  add(after, 'After')
  return [...found.values()]
}

/**
 * The difference of a bill to what it is by what is known now: a debit of what it has too little, a credit of what it has too much. Net amount and VAT
 * are of one event, unless one grew and the other shrank. The bill itself is never changed.
 */
export function rebill({ type: _, ...asked }: RebillBill, state: ChargedBills, { now }: Context): readonly AccountBillsEvent[] | Rejection {
  const { accountNo, billId, adjustmentId, reason, ...water } = asked
  const made = state.rebills.get(adjustmentId)
  if (made) return made.billId === billId ? [] : rejected('transaction-id-reused')
  if (state.adjustments.has(adjustmentId)) return rejected('transaction-id-reused')
  const bill = state.bills.get(billId)
  if (!bill) return rejected('not-found')
  if (isVoid(bill)) return rejected('bill-void')
  const before = lastComputed(bill)
  const recomputed = recharged(before, water)
  const net = recomputed.amountMinor - before.amountMinor
  const vat = recomputed.vatMinor - before.vatMinor
  const isOneWay = net * vat >= 0
  const parts = isOneWay
    ? [{ net, vat }]
    : [
        { net: Math.max(net, 0), vat: Math.max(vat, 0) },
        { net: Math.min(net, 0), vat: Math.min(vat, 0) },
      ]
  const rates = mergedParts([...partsOfBill(recomputed), ...negatedParts(partsOfBill(before))])
  const adjusted = { accountNo, billId, adjustmentId, reason }
  const volumesOf = ({ volumes }: RecomputedBill): string => JSON.stringify(volumes)
  const billType = volumesOf(before) === volumesOf(recomputed) ? priceAdjustment : bill.issued.billType
  const events: AccountBillsEvent[] = [
    { type: 'billing.BillRecomputed', data: { ...asked, ...recomputed, billType, differenceMinor: net + vat, postings: [], at: now } },
  ]
  // A correction of the water gives no instalment back.
  const instalmentsMinor = instalmentsOn(state, billId)
  let { totalMinor, openMinor } = bill
  for (const part of parts) {
    const total = part.net + part.vat
    if (total === 0) continue
    if (total < 0 && -total > totalMinor - instalmentsMinor) return rejected('credit-over-bill')
    if (totalMinor + total > billMinorMax) return rejected('bill-too-large')
    const settled = total < 0 ? -Math.min(openMinor, -total) : total
    totalMinor += total
    openMinor += settled
    const postings = postingsOf({ receivables: settled, customerMoney: total - settled, adjustments: -part.net, vat: -part.vat })
    events.push({
      type: total < 0 ? 'billing.BillCredited' : 'billing.BillDebited',
      data: {
        ...{ ...adjusted, amountMinor: Math.abs(total), vatMinor: Math.abs(part.vat), totalMinor, openMinor, postings, at: now },
        // Of two events, one has the net amounts and the other the VAT.
        vatParts: isOneWay ? rates : mergedParts(rates.map((rate) => ({ ...rate, [part.net === 0 ? 'netMinor' : 'vatMinor']: 0 }))),
      },
    })
  }
  return events
}
