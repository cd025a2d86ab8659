import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import type { Tariff } from '@nightflow/schemas/billing/tariff'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import { type TariffSpan, tariffOn, type VersionsOf } from '../shared/assigned-schemes.ts'
import { calendarOf, dateOfDay, dayOfDate, type ZoneCalendar } from '../shared/local-time.ts'
import type { BillPeriod } from './bill-period.ts'
import type { AccountToBill } from './compose-bill.ts'
import { holderSince, rateAccount, startOfVolume } from './rate-account.ts'
import { firstDayOfUse, hasTariffThroughout, partStarts, type RatedPeriod, spansOf } from './rated-period.ts'
import { type SimulatedAccount, SimulationTotals } from './simulation-totals.ts'
import { monthOf, startOfMonth, stepCycleOf } from './tariff-calendar.ts'

/** An account as a bill sees it: a simulation asks for nothing else. */
export type AccountToSimulate = Omit<AccountToBill, 'openReviews'>

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

type Spans = readonly TariffSpan<PriceSchemeVersion>[]

/**
 * Cost of a draft in a month, account by account, beside the cost of each one's own price. Both are charged for the same litres by
 * the rating of every bill, so the own price costs what the bill of the month amounts to. Earlier use in the cycle fills the steps.
 */
export class PriceSimulation {
  readonly totals: SimulationTotals
  readonly #order: SimulationOrder
  readonly #rated: RatedPeriod
  readonly #calendar: ZoneCalendar
  readonly #from: number
  readonly #to: number
  readonly #draft: Spans
  readonly #days = new Map<string, BillPeriod & { firstDay: string; partStarts: readonly string[] }>()

  constructor(order: SimulationOrder) {
    const { draft, month, timeZone, versionsOf, lifelineLitres } = order
    this.#order = order
    this.totals = new SimulationTotals(lifelineLitres)
    this.#calendar = calendarOf(timeZone)
    this.#from = this.#calendar.startOf(dayOfDate(`${month}-01`))
    this.#to = startOfMonth(monthOf(this.#from, this.#calendar) + 1, this.#calendar)
    this.#rated = { period: { from: `${month}-01`, to: this.#dateOf(this.#to) }, timeZone, versionsOf }
    this.#draft = [{ priceScheme: '', from: draftFrom, version: { version: 0, effectiveFrom: draftFrom, tariff: draft } }]
  }

  /** The days for which an account's use has to be known, for the draft and for its own prices. Most accounts have the same schemes. */
  daysOf(priceSchemes: readonly AssignedScheme[]): BillPeriod & { firstDay: string; partStarts: readonly string[] } {
    const key = JSON.stringify(priceSchemes)
    const known = this.#days.get(key)
    if (known) return known
    const ofDraft = this.#dateOf(stepCycleOf(this.#from, this.#order.draft, this.#calendar).from)
    const firstDay = [ofDraft, firstDayOfUse(this.#rated, priceSchemes)].toSorted()[0]!
    const days = { ...this.#rated.period, firstDay, partStarts: partStarts(this.#rated, priceSchemes, firstDay) }
    if (this.#days.size >= daysKept) this.#days.clear()
    this.#days.set(key, days)
    return days
  }

  /** Counts the account; what it would pay, or undefined where it is left out. */
  add(account: AccountToSimulate): SimulatedAccount | undefined {
    const { accountNo, customerTypeId, caliberMillimetres, isBilled, openedAt, priceSchemes, months, knownDays } = account
    if (openedAt >= this.#to) return undefined
    const { onlyScheme, versionsOf, timeZone } = this.#order
    const held = tariffOn(priceSchemes, versionsOf, this.#dateOf(this.#to - 1), timeZone)
    if (onlyScheme !== null && held?.priceScheme !== onlyScheme) return undefined
    if (!isBilled) return this.#leaveOut('notBilled')
    const start = Math.max(this.#from, holderSince(account, this.#from, this.#calendar))
    if (!hasTariffThroughout(this.#rated, priceSchemes, start)) return this.#leaveOut('withoutTariff')
    // Water that ran back is not the use of a customer.
    if (knownDays === 0 || months.some(({ litres }) => litres < 0)) return this.#leaveOut('withoutUse')
    const litres = months.reduce((sum, volume) => (startOfVolume(volume) >= this.#rated.period.from ? sum + volume.litres : sum), 0)
    const simulated = {
      ...{ accountNo, customerTypeId, caliberMillimetres, litres },
      isComplete: knownDays >= this.#calendar.dayOf(this.#to) - this.#calendar.dayOf(start),
      beforeMinor: this.#costOf(account, spansOf(this.#rated, priceSchemes, firstDayOfUse(this.#rated, priceSchemes))),
      afterMinor: this.#costOf(account, this.#draft),
    }
    this.totals.add(simulated)
    return simulated
  }

  #leaveOut(reason: 'notBilled' | 'withoutTariff' | 'withoutUse'): undefined {
    this.totals.leaveOut(reason)
  }

  /** Each holder of the month has a bill of its own, and steps that begin with it. */
  #costOf(account: AccountToSimulate, spans: Spans): number {
    const { transfers } = account
    const days = transfers.map((at) => this.#calendar.startOf(this.#calendar.dayOf(at)))
    const starts = [...new Set([this.#from, ...days.filter((at) => at > this.#from && at < this.#to)])]
    return starts.reduce((cost, from, nth) => {
      const since = holderSince(account, from, this.#calendar)
      const charges = rateAccount(account, spans, { calendar: this.#calendar, since, from, to: starts[nth + 1] ?? this.#to })
      return charges.reduce((sum, { amountMinor, vatMinor }) => sum + amountMinor + vatMinor, cost)
    }, 0)
  }

  #dateOf(at: number): string {
    return dateOfDay(this.#calendar.dayOf(at))
  }
}

/** Assignments of schemes whose days are kept: they may be as many as accounts. */
const daysKept = 1_000
/** A draft is simulated as if it had always held. */
const draftFrom = '1900-01-01'
