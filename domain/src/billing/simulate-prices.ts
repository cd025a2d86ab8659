import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import type { Tariff } from '@nightflow/schemas/billing/tariff'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import { tariffOn, tariffSpans, type VersionsOf } from '../shared/assigned-schemes.ts'
import { calendarOf, dateOfDay, dayOfDate, type ZoneCalendar } from '../shared/local-time.ts'
import { cutUsage } from './cut-usage.ts'
import { type RatePlan, rateUsage, type TariffVersion } from './rate-usage.ts'
import { type SimulatedAccount, SimulationTotals } from './simulation-totals.ts'
import { monthOf, startOfMonth, stepCycleOf } from './tariff-calendar.ts'

/** An account as a simulation reads it, with what it used in each month from the earliest step cycle on. */
export type AccountToSimulate = {
  accountNo: string
  customerTypeId: number | null
  caliberMillimetres: number | null
  isFrozen: boolean
  isBilled: boolean
  openedAt: number
  priceSchemes: readonly AssignedScheme[]
  /** `YYYY-MM`, litres of its known days, and how many days are known. */
  months: readonly { month: string; litres: number; knownDays: number }[]
}

export type SimulationOrder = {
  draft: Tariff
  /** The scheme whose accounts are meant; null for all. */
  onlyScheme: string | null
  versionsOf: VersionsOf<PriceSchemeVersion>
  /** `YYYY-MM`. */
  month: string
  timeZone: string
  lifelineLitres: number
}

/** The month before the one that holds the instant, `YYYY-MM`. */
export const lastWholeMonth = (now: number, timeZone: string): string => {
  const calendar = calendarOf(timeZone)
  const today = dateOfDay(calendar.dayOf(now))
  return dateOfDay(dayOfDate(`${today.slice(0, 7)}-01`) - 1).slice(0, 7)
}

/**
 * What a draft would have cost in a month, account by account, beside what each one's own price cost. Both are charged for the same litres by
 * the rating of every bill; what was used before in the cycle fills the steps. A month is divided by time where its price changed.
 */
export class PriceSimulation {
  readonly totals: SimulationTotals
  readonly #order: SimulationOrder
  readonly #calendar: ZoneCalendar
  readonly #from: number
  readonly #to: number
  readonly #plans = new Map<string, readonly TariffVersion[] | null>()

  constructor(order: SimulationOrder) {
    this.#order = order
    this.totals = new SimulationTotals(order.lifelineLitres)
    this.#calendar = calendarOf(order.timeZone)
    this.#from = this.#calendar.startOf(dayOfDate(`${order.month}-01`))
    this.#to = startOfMonth(monthOf(this.#from, this.#calendar) + 1, this.#calendar)
  }

  /** The first day of the earliest step cycle of the draft and of these tariffs. */
  firstDay(tariffs: readonly Tariff[]): string {
    const starts = [this.#order.draft, ...tariffs].map((tariff) => stepCycleOf(this.#from, tariff, this.#calendar).from)
    return this.#dateOf(Math.min(this.#from, ...starts))
  }

  /** The day after the last. */
  get endDay(): string {
    return this.#dateOf(this.#to)
  }

  /** Counts the account; what it would pay, or undefined where it is left out. */
  add(account: AccountToSimulate): SimulatedAccount | undefined {
    const { accountNo, customerTypeId, caliberMillimetres, isBilled, openedAt, priceSchemes, months } = account
    if (openedAt >= this.#to) return undefined
    const { onlyScheme, versionsOf, month, timeZone } = this.#order
    const lastDay = this.#dateOf(this.#to - 1)
    const held = tariffOn(priceSchemes, versionsOf, lastDay, timeZone)
    if (onlyScheme !== null && held?.priceScheme !== onlyScheme) return undefined
    if (!isBilled) return this.#leaveOut('notBilled')
    const before = held && this.#versionsBefore(account)
    if (!before) return this.#leaveOut('withoutTariff')
    const used = months.find((each) => each.month === month)
    if (!used || used.knownDays === 0) return this.#leaveOut('withoutUse')
    const { draft } = this.#order
    const simulated = {
      ...{ accountNo, customerTypeId, caliberMillimetres, litres: used.litres },
      isComplete: used.knownDays >= this.#calendar.dayOf(this.#to) - this.#calendar.dayOf(Math.max(this.#from, this.#startOf(openedAt))),
      beforeMinor: this.#costOf(account, before),
      afterMinor: this.#costOf(account, [{ version: 0, from: Number.NEGATIVE_INFINITY, tariff: draft }]),
    }
    this.totals.add(simulated)
    return simulated
  }

  #leaveOut(reason: 'notBilled' | 'withoutTariff' | 'withoutUse'): undefined {
    this.totals.leaveOut(reason)
  }

  /** The versions that held up to the end of the month, the earliest first; most accounts share theirs. */
  #versionsBefore({ priceSchemes }: AccountToSimulate): readonly TariffVersion[] | null {
    const { versionsOf, timeZone } = this.#order
    const range = { from: this.#dateOf(this.#from), to: this.#dateOf(this.#to), timeZone }
    const key = JSON.stringify(priceSchemes.length === 1 ? [priceSchemes[0]!.priceScheme] : priceSchemes)
    const known = priceSchemes.length === 1 ? this.#plans.get(key) : undefined
    if (known !== undefined) return known
    const spans = tariffSpans(priceSchemes, versionsOf, range)
    const versions = spans.flatMap(({ from, version }) =>
      version ? [{ version: version.version, from: this.#calendar.startOf(dayOfDate(from)), tariff: version.tariff }] : [],
    )
    // An account that was opened within the month has its price from that day on: its plan is its own.
    if (priceSchemes.length === 1 && spans[0]?.from === range.from) this.#plans.set(key, versions)
    return versions.length === 0 ? null : versions
  }

  #costOf(
    { customerTypeId, caliberMillimetres, isFrozen, openedAt, months }: AccountToSimulate,
    versions: readonly TariffVersion[],
  ): number {
    const since = this.#startOf(openedAt)
    const plan: RatePlan = { calendar: this.#calendar, versions, caliberMillimetres, customerTypeId, since }
    const usages = months.flatMap(({ month, litres }) => {
      const start = this.#calendar.startOf(dayOfDate(`${month}-01`))
      const from = Math.max(start, since)
      const to = startOfMonth(monthOf(start, this.#calendar) + 1, this.#calendar)
      return from < to ? [{ from, to, litres, isFrozen }] : []
    })
    return rateUsage(plan, cutUsage(plan, usages), this.#from).reduce((sum, { amountMinor, vatMinor }) => sum + amountMinor + vatMinor, 0)
  }

  #startOf(at: number): number {
    return this.#calendar.startOf(this.#calendar.dayOf(at))
  }

  #dateOf(at: number): string {
    return dateOfDay(this.#calendar.dayOf(at))
  }
}
