import { calculateTariff, planCalculation } from '@nightflow/domain/billing/calculate-tariff'
import { type AccountToBill, composeBill } from '@nightflow/domain/billing/compose-bill'
import { type NaiveCharge, rateNaively } from '@nightflow/domain/billing/naive-rating'
import { firstDayOfUse, partStarts, type RatedPeriod } from '@nightflow/domain/billing/rated-period'
import { PriceSimulation } from '@nightflow/domain/billing/simulate-prices'
import { tariffSpans } from '@nightflow/domain/shared/assigned-schemes'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { BillVolume } from '@nightflow/schemas/billing/bill'
import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import type { Tariff, TariffPrice, TariffStep } from '@nightflow/schemas/billing/tariff'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byForm } from '../../support/full-form.ts'

/** Two years of days by UTC, where the second implementation has its months. */
const timeZone = 'UTC'
const utc = calendarOf(timeZone)
const firstDay = dayOfDate('2025-01-01')
const days = 730
const dateAt = (nth: number): string => dateOfDay(firstDay + nth)
const instantAt = (nth: number): number => utc.startOf(firstDay + nth)
const nthOf = (date: string): number => dayOfDate(date) - firstDay

const steps: fc.Arbitrary<TariffStep[]> = fc
  .array(fc.record({ litres: fc.integer({ min: 100, max: 150_000 }), unitPriceMinor: fc.integer({ min: 1, max: 2_000 }) }), {
    ...{ minLength: 1, maxLength: 4 },
  })
  .map((blocks) =>
    blocks.map(({ unitPriceMinor }, nth) => {
      const startLitres = blocks.slice(0, nth).reduce((sum, { litres }) => sum + litres, 0)
      return { startLitres, endLitres: nth === blocks.length - 1 ? null : startLitres + blocks[nth]!.litres, unitPriceMinor }
    }),
  )
const amount = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20_000 }))
const conditions = fc.record({
  caliberMillimetres: fc.constantFrom(null, 15, 20),
  customerTypeId: fc.constantFrom(null, 1),
  season: fc.option(fc.record({ firstMonth: fc.integer({ min: 1, max: 12 }), lastMonth: fc.integer({ min: 1, max: 12 }) })),
})
const forAll = fc.constant({ caliberMillimetres: null, customerTypeId: null, season: null })
const priceFor = (for_: fc.Arbitrary<Pick<TariffPrice, 'caliberMillimetres' | 'customerTypeId' | 'season'>>) =>
  fc.record({ for_, steps, fixedMinor: amount, minimumMinor: amount }).map(({ for_, ...rest }): TariffPrice => ({ ...for_, ...rest }))
const tariff = (firstMonth: string): fc.Arbitrary<Tariff> =>
  fc
    .record({
      cycles: fc.constantFrom([2, 1], [6, 1], [12, 1], [4, 2], [6, 3], [12, 3]),
      vatBasisPoints: fc.constantFrom(0, 600, 1_300, 1_937),
      chargingModel: fc.constantFrom('0' as const, '0' as const, '1' as const),
      basic: priceFor(forAll),
      more: fc.array(priceFor(conditions), { maxLength: 2 }),
    })
    .map(({ cycles, basic, more, ...rest }) => ({
      ...{ ...rest, firstMonth, accumulationMonths: cycles[0]!, billingMonths: cycles[1]!, prices: [basic, ...more] },
    }))
/** Up to four versions; each may have other cycles, another way to count, other prices and another VAT. */
const scheme = (firstMonth: string): fc.Arbitrary<PriceSchemeVersion[]> =>
  fc
    .record({
      first: tariff(firstMonth),
      later: fc.uniqueArray(fc.tuple(fc.integer({ min: 150, max: 650 }), tariff(firstMonth)), { maxLength: 3, selector: ([at]) => at }),
    })
    .map(({ first, later }) =>
      [[-365, first] as const, ...later.toSorted(([one], [other]) => one - other)].map(([at, tariff], nth) => ({
        ...{ version: nth + 1, effectiveFrom: dateAt(at), tariff },
      })),
    )

type Case = {
  schemes: Record<string, PriceSchemeVersion[]>
  changes: number[]
  transfers: number[]
  freezes: number[]
  litres: number[]
  begins: number
  lasts: number
}
const someDays = (maxLength: number) => fc.uniqueArray(fc.integer({ min: 1, max: days - 1 }), { maxLength })
const history: fc.Arbitrary<Case> = fc.record({
  schemes: fc.record({ Households: scheme('2024-11'), Trade: scheme('2025-03') }),
  changes: someDays(2),
  transfers: someDays(1),
  freezes: fc.oneof(fc.constant<number[]>([]), someDays(2)),
  litres: fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: days, maxLength: days }),
  begins: fc.integer({ min: 300, max: 600 }),
  lasts: fc.integer({ min: 1, max: 120 }),
})

const ascending = (numbers: readonly number[]): number[] => numbers.toSorted((one, other) => one - other)
/** The account goes from one scheme to the other and back. */
const assignedOf = ({ changes }: Case): AssignedScheme[] =>
  [-365, ...ascending(changes)].map((at, nth) => ({
    ...{ priceScheme: nth % 2 === 0 ? 'Households' : 'Trade', effectiveFrom: dateAt(at), at: '2024-01-01T00:00:00Z', reason: null },
  }))
/** A bill has one holder: its days end where the next one's begin. */
const periodOf = ({ begins, lasts, transfers }: Case): { from: number; to: number } => {
  const until = transfers.filter((at) => at > begins)
  return { from: begins, to: Math.min(begins + lasts, ...until) }
}
/** No water is used while the account is frozen. */
const isFrozenAt = ({ freezes }: Case, nth: number): boolean => ascending(freezes).filter((at) => at <= nth).length % 2 === 1
const usedOn = (one: Case): number[] => one.litres.map((litres, nth) => (isFrozenAt(one, nth) ? 0 : litres))

/** Volumes as the read models count them: of days from each start of a part on. */
const volumesOf = (one: Case, starts: readonly number[], until: number): BillVolume[] => {
  const used = usedOn(one)
  return starts
    .filter((at) => at < until)
    .map((at, nth) => {
      const end = Math.min(until, starts[nth + 1] ?? until)
      const litres = used.slice(at, end).reduce((sum, each) => sum + each, 0)
      const counted = { meterNo: '7', month: dateAt(at).slice(0, 7), litres, statedLitres: 0, knownDays: end - at, statedDays: 0 }
      return dateAt(at).endsWith('-01') ? counted : { ...counted, from: dateAt(at) }
    })
}

const accountOf = (one: Case, months: BillVolume[], knownDays: number): AccountToBill => ({
  ...{
    accountNo: '1001',
    customerTypeId: 1,
    caliberMillimetres: 15,
    isBilled: true,
    openReviews: 0,
    openedAt: instantAt(0),
    months,
    knownDays,
  },
  freezes: ascending(one.freezes).map((at, nth) => ({ isFrozen: nth % 2 === 0, at: instantAt(at) })),
  transfers: one.transfers.map(instantAt),
  priceSchemes: assignedOf(one),
})
/** The read models count apart where an account was frozen or transferred, too. */
const startsOf = (one: Case, rated: RatedPeriod): number[] =>
  ascending([
    ...new Set([...partStarts(rated, assignedOf(one)).map(nthOf), ...one.freezes, ...one.transfers].filter((at) => at >= 0 && at < days)),
  ])
const billOf = (one: Case, rated: RatedPeriod, to: number) => {
  const first = Math.max(0, nthOf(firstDayOfUse(rated, assignedOf(one))))
  const starts = startsOf(one, rated).filter((at) => at >= first)
  const account = accountOf(one, volumesOf(one, starts, to), to - nthOf(rated.period.from))
  const bill = composeBill({ ...rated, billType: '0', dueOn: '2027-01-01', computedAtPosition: 1 }, account)
  if (typeof bill === 'string') throw new Error(bill)
  return bill
}

type Sums = Map<string, number>
const sumsOf = (charges: readonly Omit<NaiveCharge, 'litres'>[]): Sums => {
  const sums: Sums = new Map()
  const add = (key: string, value: number) => sums.set(key, (sums.get(key) ?? 0) + value)
  for (const { kind, step, amountMinor, vatMinor } of charges) {
    add(`${kind} ${step}`, amountMinor)
    add(`${kind} ${step} vat`, vatMinor)
  }
  return sums
}
const difference = (until: Sums, before: Sums): Sums =>
  new Map([...until.keys(), ...before.keys()].map((key) => [key, (until.get(key) ?? 0) - (before.get(key) ?? 0)]))
const withoutZeros = (sums: Sums) => Object.fromEntries([...sums].filter(([, value]) => value !== 0).toSorted())

/** Days on which a price, a cycle, a holder or a state may change. The second implementation decides which of them matter. */
const edgesOf = ({ schemes, changes, transfers, freezes }: Case): number[] => {
  const months = Array.from({ length: days }, (_, nth) => nth).filter((nth) => dateAt(nth).endsWith('-01'))
  const versions = Object.values(schemes).flatMap((those) => those.map(({ effectiveFrom }) => nthOf(effectiveFrom)))
  return [...months, ...versions, ...changes, ...transfers, ...freezes]
}

/** By the second implementation, from the account's first day on: what is due up to a day, by kind and step. */
const naivelyUntil = (one: Case, since: number, end: number): Sums => {
  const spans = tariffSpans(assignedOf(one), (name) => one.schemes[name], { from: dateAt(-365), to: dateAt(days), timeZone })
  const versions = spans.map(({ from, version }, nth) => ({ version: nth, from: instantAt(nthOf(from)), tariff: version!.tariff }))
  const used = usedOn(one)
  const ends = ascending([...new Set([...edgesOf(one), end])].filter((at) => at > 0 && at <= end))
  const usages = ends.map((to, nth) => {
    const from = ends[nth - 1] ?? 0
    const litres = used.slice(from, to).reduce((sum, each) => sum + each, 0)
    return { from: instantAt(from), to: instantAt(to), litres, isFrozen: isFrozenAt(one, from) }
  })
  return sumsOf(rateNaively({ calendar: utc, versions, caliberMillimetres: 15, customerTypeId: 1, since: instantAt(since) }, usages))
}

const runs = byForm({ full: 4_000, short: 500 })

test(`${runs} random tariffs and histories: a bill is the difference of two calculations by the second implementation`, {
  timeout: 900_000,
}, () => {
  let [lines, changedInCycle] = [0, 0]
  fc.assert(
    fc.property(history, (one) => {
      const { from, to } = periodOf(one)
      const rated = { period: { from: dateAt(from), to: dateAt(to) }, timeZone, versionsOf: (name: string) => one.schemes[name] }
      const bill = billOf(one, rated, to)
      const since = Math.max(0, ...one.transfers.filter((at) => at <= from))
      expect(withoutZeros(sumsOf(bill.lines))).toEqual(
        withoutZeros(difference(naivelyUntil(one, since, to), naivelyUntil(one, since, from))),
      )
      lines += bill.lines.length
      changedInCycle += Number(new Set(bill.lines.map(({ priceScheme, version }) => `${priceScheme} ${version}`)).size > 1)
    }),
    { numRuns: runs },
  )
  console.log(`${runs} bills with ${lines} lines, ${changedInCycle} of them over a change of version or scheme: all as calculated`)
})

test('a bill is the difference of two calculations from the start of its cycle, and the simulation of its month', {
  timeout: 900_000,
}, () => {
  fc.assert(
    fc.property(history, fc.boolean(), (random, isMonth) => {
      // A calculation is of one scheme and one holder who is not frozen.
      const one: Case = { ...random, changes: [], transfers: [], freezes: [] }
      const begins = isMonth ? nthOf(`${dateAt(one.begins).slice(0, 7)}-01`) : one.begins
      const month = dateAt(begins).slice(0, 7)
      const next = nthOf(`${dateAt(begins + 31).slice(0, 7)}-01`)
      const { from, to } = isMonth ? { from: begins, to: next } : periodOf(one)
      const versionsOf = (name: string) => one.schemes[name]
      const rated = { period: { from: dateAt(from), to: dateAt(to) }, timeZone, versionsOf }
      const bill = billOf(one, rated, to)
      const cycle = Math.max(0, nthOf(firstDayOfUse(rated, assignedOf(one))))
      const calculated = (end: number): Sums => {
        const volumes = volumesOf(one, startsOf(one, rated), end).filter((volume) => nthOf(volume.from ?? `${volume.month}-01`) >= cycle)
        const starts = volumes.map((volume) => volume.from ?? `${volume.month}-01`)
        const periods = volumes.map(({ litres }, nth) => ({ from: starts[nth]!, to: starts[nth + 1] ?? dateAt(end), litres }))
        if (periods.length === 0) return new Map()
        const planned = planCalculation(one.schemes.Households!, { periods, caliberMillimetres: 15, customerTypeId: 1 }, timeZone)
        if (isRejection(planned)) throw new Error(planned.rejected)
        return sumsOf(calculateTariff(planned).lines)
      }
      expect(withoutZeros(sumsOf(bill.lines))).toEqual(withoutZeros(difference(calculated(to), calculated(from))))
      if (!isMonth) return
      const draft = one.schemes.Trade![0]!.tariff
      const simulation = new PriceSimulation({ draft, onlyScheme: null, versionsOf, month, timeZone, lifelineLitres: 0 })
      const { firstDay, partStarts: starts } = simulation.daysOf(assignedOf(one))
      const volumes = volumesOf(
        one,
        starts.map(nthOf).filter((at) => at >= Math.max(0, nthOf(firstDay))),
        to,
      )
      expect(simulation.add(accountOf(one, volumes, to - from))?.beforeMinor).toBe(bill.totalMinor)
    }),
    { numRuns: runs },
  )
})
