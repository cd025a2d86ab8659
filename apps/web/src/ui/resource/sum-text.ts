import { quantityOf } from '@nightflow/schemas/shared/units-of-fields'

type Formats = { number: (value: number, decimals: number) => string; money: (minor: number) => string }

/** The sum of a column as the column shows its figures: water in its unit, everything else money in hundredths. */
export const sumText = (field: string, sum: number, { number, money }: Formats): string => {
  const quantity = quantityOf(field)
  return quantity ? number(sum / quantity.per, quantity.decimals) : money(sum)
}
