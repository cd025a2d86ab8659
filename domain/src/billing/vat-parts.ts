import type { BillLine, RecomputedBill, VatPart } from '@nightflow/schemas/billing/bill'
import type { DeductionLine } from '@nightflow/schemas/billing/deduction'
import { roundedShare } from './exact.ts'

/** Parts of the same rate are one part; those of nothing are left out. */
export const mergedParts = (parts: readonly VatPart[]): VatPart[] => {
  const byRate = new Map<number | null, VatPart>()
  for (const { vatBasisPoints, netMinor, vatMinor } of parts) {
    const seen = byRate.get(vatBasisPoints)
    byRate.set(vatBasisPoints, {
      vatBasisPoints,
      netMinor: (seen?.netMinor ?? 0) + netMinor,
      vatMinor: (seen?.vatMinor ?? 0) + vatMinor,
    })
  }
  return [...byRate.values()].filter(({ netMinor, vatMinor }) => netMinor !== 0 || vatMinor !== 0)
}

/** Net amount and VAT of a bill's lines by rate. */
export const partsOfLines = (lines: readonly Pick<BillLine, 'vatBasisPoints' | 'amountMinor' | 'vatMinor'>[]): VatPart[] =>
  mergedParts(lines.map(({ vatBasisPoints = null, amountMinor, vatMinor }) => ({ vatBasisPoints, netMinor: amountMinor, vatMinor })))

/** Net amount and VAT of surcharges by rate. The repayment of a debt bears none. */
export const partsOfCharges = (lines: readonly DeductionLine[]): VatPart[] =>
  mergedParts(
    lines
      .filter(({ debtId }) => debtId === null)
      .map(({ vatBasisPoints, amountMinor, vatMinor }) => ({ vatBasisPoints, netMinor: amountMinor - vatMinor, vatMinor })),
  )

/** Net amount and VAT of a bill by rate. */
export const partsOfBill = ({ lines, charges = [] }: Pick<RecomputedBill, 'lines' | 'charges'>): VatPart[] =>
  mergedParts([...partsOfLines(lines), ...partsOfCharges(charges)])

export const negatedParts = (parts: readonly VatPart[]): VatPart[] =>
  parts.map(({ vatBasisPoints, netMinor, vatMinor }) => ({ vatBasisPoints, netMinor: 0 - netMinor, vatMinor: 0 - vatMinor }))

/** Weights and an amount to whole shares whose sum is the amount: each share is what is due to date less what was due before. */
const sharesOf = (amount: number, weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let [weighed, given] = [0, 0]
  return weights.map((weight) => {
    weighed += weight
    const due = total === 0 ? 0 : roundedShare(amount, weighed, total)
    const share = due - given
    given = due
    return share
  })
}

/**
 * An amount of a bill divided among the rates that the bill has: net and VAT each by what the bill has of them. An amount that cannot be divided, because the
 * bill has nothing, bears no VAT.
 */
export const dividedByRate = (parts: readonly VatPart[], { netMinor, vatMinor }: { netMinor: number; vatMinor: number }): VatPart[] => {
  const nets = sharesOf(
    netMinor,
    parts.map((part) => Math.max(0, part.netMinor)),
  )
  const vats = sharesOf(
    vatMinor,
    parts.map((part) => Math.max(0, part.vatMinor)),
  )
  const divided = parts.map(({ vatBasisPoints }, nth) => ({ vatBasisPoints, netMinor: nets[nth]!, vatMinor: vats[nth]! }))
  const left = (amount: number, shares: readonly number[]): number => shares.reduce((rest, share) => rest - share, amount)
  const rest = { netMinor: left(netMinor, nets), vatMinor: left(vatMinor, vats) }
  return mergedParts([...divided, { vatBasisPoints: rest.vatMinor === 0 ? 0 : null, ...rest }])
}
