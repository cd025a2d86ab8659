import type { BillLine } from '@nightflow/schemas/billing/bill'
import type { DeductedUse } from '@nightflow/schemas/billing/burn-down'
import type { EventIn } from '../shared/decider.ts'

type Deducted = EventIn<'billing.ConsumptionDeducted'>['data']

/** The deductions of one period of an account so far: their sums by kind of charge, and the use that they are for. */
export type BurnedPeriod = Pick<
  Deducted,
  'periodFrom' | 'periodTo' | 'litres' | 'estimatedLitres' | 'estimatedDays' | 'dueMinor' | 'sequence'
> & { readonly lines: readonly DeductedUse[] }

const keyOf = ({ priceScheme, version, kind, step, unitPriceMinor, vatBasisPoints }: DeductedUse): string =>
  JSON.stringify([priceScheme, version, kind, step, unitPriceMinor, vatBasisPoints])

/** Charges of the same kind are one; those of nothing are left out. */
export const mergedUse = (lines: readonly DeductedUse[]): DeductedUse[] => {
  const byKey = new Map<string, DeductedUse>()
  for (const line of lines) {
    const seen = byKey.get(keyOf(line))
    byKey.set(keyOf(line), {
      ...line,
      litres: (seen?.litres ?? 0) + line.litres,
      amountMinor: (seen?.amountMinor ?? 0) + line.amountMinor,
      vatMinor: (seen?.vatMinor ?? 0) + line.vatMinor,
    })
  }
  return [...byKey.values()].filter(({ litres, amountMinor, vatMinor }) => litres !== 0 || amountMinor !== 0 || vatMinor !== 0)
}

/** The charges of a bill as a deduction has them: without their instants, which grow from day to day. */
const useOf = ({
  priceScheme,
  version,
  kind,
  step,
  unitPriceMinor,
  vatBasisPoints,
  litres,
  amountMinor,
  vatMinor,
}: BillLine): DeductedUse => ({
  ...{ priceScheme, version, kind, step, unitPriceMinor },
  ...(vatBasisPoints !== undefined && { vatBasisPoints }),
  ...{ litres, amountMinor, vatMinor },
})

const negated = (line: DeductedUse): DeductedUse => ({
  ...line,
  litres: 0 - line.litres,
  amountMinor: 0 - line.amountMinor,
  vatMinor: 0 - line.vatMinor,
})

/** By how much the charges of a period are more than what was deducted for it, kind by kind. */
export const differenceOf = (charges: readonly BillLine[], deducted: readonly DeductedUse[]): DeductedUse[] =>
  mergedUse([...charges.map(useOf), ...deducted.map(negated)])

/** A period with one deduction more. Those of one period come in their order; one that is known already changes nothing. */
export const withDeduction = (seen: BurnedPeriod | undefined, data: Deducted): BurnedPeriod => {
  if (seen && data.sequence <= seen.sequence) return seen
  const { periodFrom, periodTo, litres, estimatedLitres, estimatedDays, dueMinor, sequence } = data
  const lines = mergedUse([...(seen?.lines ?? []), ...data.lines])
  return { periodFrom, periodTo, litres, estimatedLitres, estimatedDays, dueMinor, sequence, lines }
}
