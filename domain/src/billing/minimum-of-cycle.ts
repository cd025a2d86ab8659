import type { Charge, Tariff } from '@nightflow/schemas/billing/tariff'
import { type Amounts, isSomething, vatOf, withoutVolume } from './charge-amounts.ts'
import { roundedShare } from './exact.ts'

type Held = { version: number; tariff: Tariff }
/** A version's days within a billing cycle, those of them that are charged, and its part of the minimum. */
type MinimumPart = { held: Held; days: Span; charged: Span | undefined; minimumMinor: number }
type Span = { from: number; to: number }

/**
 * The minimum of a billing cycle: the sum of each version's minimum by its days. The difference between the volumes of the cycle and the minimum is divided
 * among the versions as the minimum is, and each part has the name and the VAT of its version.
 */
export class MinimumOfCycle {
  readonly #parts: MinimumPart[] = []
  #volumesMinor = 0
  /** Amounts due to date at the start of the charged days. */
  #before: Amounts[] | undefined

  begin(held: Held, { from, to }: Span, isCharged: boolean): void {
    if (isCharged) this.#before ??= this.#due()
    if (this.#parts.at(-1)?.held !== held) this.#parts.push({ held, days: { from, to }, charged: undefined, minimumMinor: 0 })
    const part = this.#parts.at(-1)!
    part.days = { from: part.days.from, to }
    if (isCharged) part.charged = { from: part.charged?.from ?? from, to }
  }

  addDays(minimumMinor: number): void {
    this.#parts.at(-1)!.minimumMinor += minimumMinor
  }

  addVolumes(amountMinor: number): void {
    this.#volumesMinor += amountMinor
  }

  /** A version whose days an earlier bill has is corrected by its own VAT, with the days that it was charged for. */
  charges(): Charge[] {
    const before = this.#before
    if (!before) return []
    const charges = this.#due().map(({ amountMinor, vatMinor }, nth): Charge => {
      const { held, days, charged } = this.#parts[nth]!
      const due = { amountMinor: amountMinor - (before[nth]?.amountMinor ?? 0), vatMinor: vatMinor - (before[nth]?.vatMinor ?? 0) }
      return { kind: 'minimum', version: held.version, ...(charged ?? days), ...withoutVolume, ...due }
    })
    return charges.filter(isSomething)
  }

  #due(): Amounts[] {
    const minimumMinor = this.#parts.reduce((sum, part) => sum + part.minimumMinor, 0)
    const lackMinor = Math.max(0, minimumMinor - this.#volumesMinor)
    let [reached, given] = [0, 0]
    return this.#parts.map(({ held, minimumMinor: own }) => {
      reached += own
      const upTo = lackMinor === 0 ? 0 : roundedShare(lackMinor, reached, minimumMinor)
      const amountMinor = upTo - given
      given = upTo
      return { amountMinor, vatMinor: vatOf(amountMinor, held.tariff) }
    })
  }
}
