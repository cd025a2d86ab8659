import { type Charge, litresPerCubicMetre, type Tariff, type TariffPrice, type TariffStep } from '@nightflow/schemas/billing/tariff'
import type { ZoneCalendar } from '../shared/local-time.ts'
import { type Amounts, isSomething, vatOf, withoutVolume } from './charge-amounts.ts'
import { roundedShare } from './exact.ts'
import { MinimumOfCycle } from './minimum-of-cycle.ts'
import { billingCycleOf, isInSeason, monthOf, startOfMonth, stepCycleOf } from './tariff-calendar.ts'

/** Litres that were used between two instants. A frozen account pays no fixed part. */
export type Usage = { from: number; to: number; litres: number; isFrozen?: boolean; dividedBy?: Charge['dividedBy'] }

/** The versions that hold for an account, the earliest first; each from its instant until the next one's. */
export type TariffVersion = { version: number; from: number; tariff: Tariff }

/** Inputs that decide an account's prices. */
export type RatePlan = {
  calendar: ZoneCalendar
  versions: readonly TariffVersion[]
  caliberMillimetres: number | null
  customerTypeId: number | null
  /** The holder's first instant: what others used before does not fill this holder's steps. */
  since: number
}

/**
 * The charges of usages, which come in order of time, are cut at every boundary (`rateBoundaries`) and begin where the step cycle of the first
 * charged one begins, or with the holder. Charges before `chargeFrom` are left out: earlier bills have them.
 *
 * An amount is what is due to date less what was due before, each rounded half up once. So bills of adjacent periods add up to the bill
 * of both, however a cycle is cut: c11 of the formulas, "charge at cycle-to-date minus already charged".
 */
export const rateUsage = (plan: RatePlan, usages: readonly Usage[], chargeFrom = Number.NEGATIVE_INFINITY): Charge[] => {
  const rating = new Rating(plan)
  for (const usage of usages) rating.add(usage, usage.from >= chargeFrom)
  return rating.end()
}

/** Instants between two others at which price, version or cycle change. */
export const rateBoundaries = (plan: RatePlan, from: number, to: number): number[] => {
  const { calendar, versions } = plan
  const months: number[] = []
  for (let month = monthOf(from, calendar) + 1; startOfMonth(month, calendar) < to; month++) months.push(month)
  const changes = months.map((month) => startOfMonth(month, calendar)).filter((at) => isBoundary(plan, at))
  // A version continues the cycle that its own months name: what was used since that began is counted apart.
  const continued = versions.slice(1).map((version) => stepCycleOf(version.from, version.tariff, calendar).from)
  return [...new Set([...changes, plan.since, ...versions.map((version) => version.from), ...continued])]
    .filter((at) => at > from && at < to)
    .sort((a, b) => a - b)
}

const isBoundary = (plan: RatePlan, at: number): boolean => {
  const { tariff } = versionAt(plan, at)
  const { calendar } = plan
  return (
    billingCycleOf(at, tariff, calendar).from === at ||
    stepCycleOf(at, tariff, calendar).from === at ||
    priceAt(plan, tariff, at) !== priceAt(plan, tariff, at - 1)
  )
}

const versionAt = ({ versions }: RatePlan, at: number): TariffVersion => {
  const found = versions.findLast((version) => version.from <= at) ?? versions[0]
  if (!found) throw new Error('a rate plan has at least one version')
  return found
}

/** Where the cycle began in which the steps of an instant are counted. */
export const stepCycleAt = (plan: RatePlan, at: number): number => stepCycleOf(at, versionAt(plan, at).tariff, plan.calendar).from

/** The price whose conditions hold and are the most: customer type before caliber before season. The first of equals counts. */
export const priceAt = (
  { calendar, caliberMillimetres, customerTypeId }: RatePlan,
  tariff: Tariff,
  at: number,
): TariffPrice | undefined => {
  const month = monthOf(at, calendar)
  const weightOf = (price: TariffPrice): number =>
    (price.customerTypeId === null ? 0 : 4) + (price.caliberMillimetres === null ? 0 : 2) + (price.season === null ? 0 : 1)
  const fitting = tariff.prices.filter(
    (price) =>
      (price.caliberMillimetres === null || price.caliberMillimetres === caliberMillimetres) &&
      (price.customerTypeId === null || price.customerTypeId === customerTypeId) &&
      isInSeason(price, month),
  )
  return fitting.reduce<TariffPrice | undefined>((best, price) => (best && weightOf(best) >= weightOf(price) ? best : price), undefined)
}

type Stretch = Pick<Charge, 'version' | 'from' | 'to'>

/** Counts up what is due to date, and keeps what is charged. */
class Rating {
  readonly #plan: RatePlan
  readonly #charges: Charge[] = []
  /** Litres before each usage so far. A cycle may begin before the version that says so. */
  readonly #litresAt: { from: number; litres: number }[] = []
  #litres = 0
  #stepCycle = Number.NaN
  #litresBeforeCycle = 0
  #billingCycle = Number.NaN
  /** Local days of this billing cycle that a fixed part was due for. */
  #days = 0
  #minimum = new MinimumOfCycle()

  constructor(plan: RatePlan) {
    this.#plan = plan
  }

  add(usage: Usage, isCharged: boolean): void {
    const { calendar, since } = this.#plan
    if (usage.from < since) return
    const held = versionAt(this.#plan, usage.from)
    const { version, tariff } = held
    const price = priceAt(this.#plan, tariff, usage.from)
    if (!price) throw new Error(`version ${version} has no price for this account`)
    this.#litresAt.push({ from: usage.from, litres: this.#litres })
    this.#startStepCycle(stepCycleOf(usage.from, tariff, calendar).from)
    const billingCycle = billingCycleOf(usage.from, tariff, calendar)
    if (billingCycle.from !== this.#billingCycle) this.#startBillingCycle(billingCycle.from)

    this.#minimum.begin(held, usage, isCharged)
    const charges = [...this.#chargeVolumes(usage, price.steps, tariff), ...this.#chargeDays(usage, price, tariff, billingCycle)]
    const stretch = { version, from: usage.from, to: usage.to }
    if (isCharged) this.#charges.push(...charges.filter(isSomething).map((charge) => ({ ...stretch, ...charge })))
  }

  end(): Charge[] {
    this.#charges.push(...this.#minimum.charges())
    return this.#charges
  }

  /** Use since the start of the cycle fills its steps, whichever versions held meanwhile. */
  #startStepCycle(from: number): void {
    if (from === this.#stepCycle) return
    this.#stepCycle = from
    const earlier = this.#litresAt.findLastIndex((usage) => usage.from < from)
    this.#litresBeforeCycle = this.#litresAt[earlier + 1]!.litres
  }

  #startBillingCycle(from: number): void {
    this.#charges.push(...this.#minimum.charges())
    this.#billingCycle = from
    this.#days = 0
    this.#minimum = new MinimumOfCycle()
  }

  #chargeVolumes(usage: Usage, steps: readonly TariffStep[], tariff: Tariff): Omit<Charge, keyof Stretch>[] {
    const before = this.#litres - this.#litresBeforeCycle
    const after = before + usage.litres
    this.#litres += usage.litres
    return steps.flatMap((step, index) => {
      const litresBefore = litresInStep(step, before)
      const litres = litresInStep(step, after) - litresBefore
      if (litres === 0) return []
      const amounts = dueBetween(volumeAmount(litresBefore, step), volumeAmount(litresBefore + litres, step), tariff)
      this.#minimum.addVolumes(amounts.amountMinor)
      return [
        {
          kind: 'volume' as const,
          step: index + 1,
          litres,
          dividedBy: usage.dividedBy ?? null,
          unitPriceMinor: step.unitPriceMinor,
          ...amounts,
        },
      ]
    })
  }

  /** The fixed part for the days of the usage; the minimum grows with the same days. */
  #chargeDays(usage: Usage, price: TariffPrice, tariff: Tariff, cycle: { from: number; to: number }): Omit<Charge, keyof Stretch>[] {
    if (usage.isFrozen) return []
    const { calendar } = this.#plan
    const daysOfCycle = calendar.dayOf(cycle.to) - calendar.dayOf(cycle.from)
    const before = this.#days
    this.#days += calendar.dayOf(usage.to) - calendar.dayOf(usage.from)
    const shareAt = (amount: number, days: number) => roundedShare(amount, days, daysOfCycle)
    this.#minimum.addDays(shareAt(price.minimumMinor, this.#days) - shareAt(price.minimumMinor, before))
    const amounts = dueBetween(shareAt(price.fixedMinor, before), shareAt(price.fixedMinor, this.#days), tariff)
    return [{ kind: 'fixed', ...withoutVolume, ...amounts }]
  }
}

const litresInStep = ({ startLitres, endLitres }: TariffStep, litres: number): number =>
  Math.max(0, Math.min(litres, endLitres ?? Number.MAX_SAFE_INTEGER) - startLitres)

const volumeAmount = (litres: number, { unitPriceMinor }: TariffStep): number => roundedShare(litres, unitPriceMinor, litresPerCubicMetre)

/** The VAT is rounded on the amounts to date too. */
const dueBetween = (before: number, after: number, tariff: Tariff): Amounts => ({
  amountMinor: after - before,
  vatMinor: vatOf(after, tariff) - vatOf(before, tariff),
})
