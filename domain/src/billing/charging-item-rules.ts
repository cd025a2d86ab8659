import {
  type ChargingItem,
  DeductionMethod,
  ItemSource,
  ratioBasisPointsMax,
  type TypedItem,
} from '@nightflow/schemas/billing/charging-item'
import { hundredths } from '@nightflow/schemas/billing/money'
import { minorPerUnit } from '@nightflow/schemas/billing/tariff'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'

/** Of the items of one account or scheme: each has what its method needs, no two have one name, percentages are 100 % at most. */
export const refuseItems = (items: readonly ChargingItem[]): Rejection | undefined => {
  const names = new Set<string>()
  for (const item of items) {
    const { itemName, method, ratioBasisPoints, amountMinor, frequency } = item
    const missing = method === DeductionMethod.enum.percentage ? ratioBasisPoints === null : amountMinor === null
    if (missing || (method === DeductionMethod.enum.perCount && frequency === null))
      return rejected('charging-item-incomplete', { name: itemName })
    const key = itemName.toLowerCase()
    if (names.has(key)) return rejected('charging-item-exists', { name: itemName })
    names.add(key)
  }
  return ratioOf(items) > ratioBasisPointsMax ? rejected('deduction-ratio-too-large') : undefined
}

/** Of the items of a scheme beside those of the accounts that have it: which names those have too, and the largest share of one account. */
export const refuseBeside = (
  items: readonly ChargingItem[],
  beside: { names: readonly string[]; ratioBasisPoints: number },
): Rejection | undefined => {
  const taken = new Set(beside.names.map((name) => name.toLowerCase()))
  const twice = items.find(({ itemName }) => taken.has(itemName.toLowerCase()))
  if (twice) return rejected('charging-item-exists', { name: twice.itemName })
  return ratioOf(items) + beside.ratioBasisPoints > ratioBasisPointsMax ? rejected('deduction-ratio-too-large') : undefined
}

/** The share of a payment that the items take together, in hundredths of a percent. */
export const ratioOf = (items: readonly ChargingItem[]): number =>
  items.reduce((sum, { method, ratioBasisPoints }) => sum + (method === DeductionMethod.enum.percentage ? (ratioBasisPoints ?? 0) : 0), 0)

/** Fields that the method does not use are left out. */
export const withoutUnused = (item: ChargingItem): ChargingItem => ({
  ...item,
  ratioBasisPoints: item.method === DeductionMethod.enum.percentage ? item.ratioBasisPoints : null,
  amountMinor: item.method === DeductionMethod.enum.percentage ? null : item.amountMinor,
  frequency: item.method === DeductionMethod.enum.perCount ? item.frequency : null,
})

const hundredthsOrNull = (value: number | null): number | null => (value === null ? null : hundredths(value))
const unitsOrNull = (value: number | null): number | null => (value === null ? null : value / minorPerUnit)

/** The typed amounts in whole hundredths of a percent and of the currency. */
export const itemOf = ({ ratioPercent, amount, vatRate, takenFrom, ...item }: TypedItem): ChargingItem => ({
  ...item,
  ratioBasisPoints: hundredthsOrNull(ratioPercent),
  amountMinor: hundredthsOrNull(amount),
  vatBasisPoints: hundredths(vatRate),
  ...(takenFrom === ItemSource.enum.bills && { takenFrom }),
})

/** An item as people typed it. */
export const typedOf = ({ ratioBasisPoints, amountMinor, vatBasisPoints, ...item }: ChargingItem): TypedItem => ({
  ...item,
  ratioPercent: unitsOrNull(ratioBasisPoints),
  amount: unitsOrNull(amountMinor),
  vatRate: vatBasisPoints / minorPerUnit,
  takenFrom: item.takenFrom ?? ItemSource.enum.payments,
})
