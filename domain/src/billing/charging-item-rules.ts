import { type ChargingItem, ratioBasisPointsMax } from '@nightflow/schemas/billing/charging-item'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'

/** Of items that are taken from one payment: each has what its method needs, no two have one name, percentages are 100 % at most. */
export const refuseItems = (items: readonly ChargingItem[]): Rejection | undefined => {
  const names = new Set<string>()
  for (const item of items) {
    const { itemName, method, ratioBasisPoints, amountMinor, frequency } = item
    const missing = method === '0' ? ratioBasisPoints === null : amountMinor === null
    if (missing || (method === '2' && frequency === null)) return rejected('charging-item-incomplete', { name: itemName })
    const key = itemName.toLowerCase()
    if (names.has(key)) return rejected('charging-item-exists', { name: itemName })
    names.add(key)
  }
  return ratioOf(items) > ratioBasisPointsMax ? rejected('deduction-ratio-too-large') : undefined
}

/** The share of a payment that the items take together, in hundredths of a percent. */
export const ratioOf = (items: readonly ChargingItem[]): number =>
  items.reduce((sum, { method, ratioBasisPoints }) => sum + (method === '0' ? (ratioBasisPoints ?? 0) : 0), 0)

/** What the method does not use is left out. */
export const withoutUnused = (item: ChargingItem): ChargingItem => ({
  ...item,
  ratioBasisPoints: item.method === '0' ? item.ratioBasisPoints : null,
  amountMinor: item.method === '0' ? null : item.amountMinor,
  frequency: item.method === '2' ? item.frequency : null,
})
