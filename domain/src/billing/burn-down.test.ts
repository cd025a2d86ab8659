import type { BillVolume } from '@nightflow/schemas/billing/bill'
import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import type { Tariff } from '@nightflow/schemas/billing/tariff'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateOfDay, dayOfDate } from '../shared/local-time.ts'
import { daysOfUse, periodsToDeduct, useToDeduct } from './burn-down.ts'
import type { BurnedPeriod } from './burned-periods.ts'
import { withDeduction } from './burned-periods.ts'
import { type AccountToBill, type BillOrder, composeBill } from './compose-bill.ts'
import { deductionOfUse } from './consumption-decider.ts'

const first = dayOfDate('2026-05-01')
const monthDays = 30
const june = { from: '2026-06-01', to: '2026-07-01' }
const assigned: AssignedScheme[] = [{ priceScheme: 'Village', effectiveFrom: '2026-01-01', at: '2026-01-01T00:00:00Z', reason: null }]

/** Litres of each day from the first of May on; a day that is not known has none. */
type Days = readonly (number | undefined)[]

/** The volumes of the account's only meter, counted apart from each start of a part on, as the read models have them. */
const volumesOf = (days: Days, starts: readonly string[], firstDay: string, to: string): BillVolume[] =>
  starts.flatMap((start, nth): BillVolume[] => {
    const [from, end] = [Math.max(dayOfDate(start), dayOfDate(firstDay)), dayOfDate(starts[nth + 1] ?? to)]
    const known = days
      .slice(Math.max(0, from - first), Math.max(0, Math.min(end, dayOfDate(to)) - first))
      .filter((each) => each !== undefined)
    if (known.length === 0) return []
    const litres = known.reduce<number>((sum, each) => sum + each, 0)
    const counted = { meterNo: '7', month: start.slice(0, 7), litres, statedLitres: 0, knownDays: known.length, statedDays: 0 }
    return [start.endsWith('-01') ? counted : { ...counted, from: start }]
  })

const accountOf = (months: BillVolume[], knownDays: number): AccountToBill => ({
  ...{ accountNo: 'P-1', isBilled: true, priceSchemes: assigned, knownDays, openReviews: 0, customerTypeId: null, caliberMillimetres: 15 },
  ...{ openedAt: Date.parse('2026-01-01T00:00:00Z'), freezes: [], transfers: [], months },
})

const orderOf = (versions: PriceSchemeVersion[], to: string): BillOrder => ({
  ...{ period: { from: june.from, to }, timeZone: 'UTC', versionsOf: () => versions },
  ...{ billType: '0' as const, dueOn: '2026-08-01', computedAtPosition: 1 },
})

const knownDaysOf = (days: Days, to: string): number =>
  days.slice(dayOfDate(june.from) - first, dayOfDate(to) - first).filter((each) => each !== undefined).length

/** The deduction that a run of the day before `to` would make, knowing these days. */
const runOf = (versions: PriceSchemeVersion[], days: Days, to: string, known: BurnedPeriod | undefined) => {
  const order = orderOf(versions, to)
  const { firstDay, partStarts } = daysOfUse(order, assigned)
  const use = useToDeduct(order, accountOf(volumesOf(days, partStarts, firstDay, to), knownDaysOf(days, to)), assigned)
  return typeof use === 'string' ? use : deductionOfUse(known, { type: 'DeductConsumption', contractNo: 1, ...use }, '2026-07-01T04:00:00Z')
}

const billOf = (versions: PriceSchemeVersion[], days: Days) => {
  const order = orderOf(versions, june.to)
  const { firstDay, partStarts } = daysOfUse(order, assigned)
  const months = volumesOf(days, partStarts, firstDay, june.to).filter(({ month, from }) => (from ?? `${month}-01`) >= '2026-05-01')
  const bill = composeBill(order, accountOf(months, knownDaysOf(days, june.to)))
  if (typeof bill === 'string') throw new Error(bill)
  return bill
}

const tariffOf = (unitPrices: readonly number[], more: Partial<Tariff> = {}, charged = { fixedMinor: 0, minimumMinor: 0 }): Tariff => ({
  ...{ accumulationMonths: 12, billingMonths: 1, firstMonth: '2026-05', vatBasisPoints: 900, chargingModel: '1' },
  ...more,
  prices: [
    {
      ...{ caliberMillimetres: null, customerTypeId: null, season: null, ...charged },
      steps: unitPrices.map((unitPriceMinor, nth) => ({
        startLitres: nth * 10_000,
        endLitres: nth === unitPrices.length - 1 ? null : (nth + 1) * 10_000,
        unitPriceMinor,
      })),
    },
  ],
})
const versionsOf = (...tariffs: [string, Tariff][]): PriceSchemeVersion[] =>
  tariffs.map(([effectiveFrom, tariff], nth) => ({ version: nth + 1, effectiveFrom, tariff }))

const price = fc.integer({ min: 1, max: 5_000 })
const tariff = fc
  .record({
    unitPrices: fc.array(price, { minLength: 1, maxLength: 4 }),
    cycles: fc.constantFrom([2, 1], [12, 1], [12, 3]),
    vatBasisPoints: fc.constantFrom(0, 900, 1_937),
    chargingModel: fc.constantFrom('0' as const, '1' as const),
    charged: fc.record({ fixedMinor: fc.constantFrom(0, 1_999), minimumMinor: fc.constantFrom(0, 30_000) }),
  })
  .map(({ unitPrices, cycles, charged, ...rest }) =>
    tariffOf(unitPrices, { ...rest, accumulationMonths: cycles[0]!, billingMonths: cycles[1]! }, charged),
  )
const month = fc.record({
  before: tariff,
  change: fc.option(fc.record({ day: fc.integer({ min: 2, max: 29 }), tariff })),
  litres: fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 31 + monthDays, maxLength: 31 + monthDays }),
  /** So many days after it is over, the use of a day of June is known. */
  late: fc.array(fc.constantFrom(0, 0, 0, 1, 4, 40), { minLength: monthDays, maxLength: monthDays }),
})

describe('the balance of a prepaid account pays its use', () => {
  // requirement of Prepaid accounts: Price steps count exactly as on bills | /billing/burn-downs | –
  test('a month of deductions comes to the bill of the month, and its kinds of charges to those of the bill, however late its days are known', () => {
    fc.assert(
      fc.property(month, ({ before, change, litres, late }) => {
        const versions = versionsOf(
          ['2026-01-01', before],
          ...(change ? [[`2026-06-${String(change.day).padStart(2, '0')}`, change.tariff] as [string, Tariff]] : []),
        )
        let known: BurnedPeriod | undefined
        let postedMinor = 0
        const run = (days: Days, to: string) => {
          const deducted = runOf(versions, days, to, known)
          if (typeof deducted === 'string') throw new Error(deducted)
          if (!deducted) return
          expect(deducted.data.postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
          postedMinor += deducted.data.totalMinor
          known = withDeduction(known, deducted.data)
          expect(postedMinor).toBe(known.dueMinor)
          // One period in two runs is one deduction.
          expect(runOf(versions, days, to, known)).toBeUndefined()
        }
        for (let nth = 1; nth <= monthDays; nth += 1) {
          const known = litres.map((each, place) => (place < 31 || place - 31 + late[place - 31]! < nth ? each : undefined))
          run(known, dateOfDay(dayOfDate(june.from) + nth))
        }
        run(litres, june.to)
        const bill = billOf(versions, litres)
        expect(postedMinor).toBe(bill.totalMinor)
        const stepsOf = (lines: readonly { kind: string; version: number; step: number | null; litres: number; amountMinor: number }[]) => {
          const sums = new Map<string, [number, number]>()
          for (const { kind, version, step, litres: used, amountMinor } of lines) {
            const [volume, amount] = sums.get(`${kind} ${version} ${step}`) ?? [0, 0]
            sums.set(`${kind} ${version} ${step}`, [volume + used, amount + amountMinor])
          }
          return Object.fromEntries([...sums].filter(([, [volume, amount]]) => volume !== 0 || amount !== 0))
        }
        expect(stepsOf(known?.lines ?? [])).toEqual(stepsOf(bill.lines))
        expect(known?.estimatedDays ?? 0).toBe(0)
      }),
      { numRuns: 100 },
    )
  })

  // requirement of Prepaid accounts: Estimated use is settled when it is measured | /billing/burn-downs | –
  test('a day that is not known costs what the days before it did, and the difference is settled when it is measured', () => {
    const versions = versionsOf(['2026-01-01', tariffOf([100])])
    const may = Array.from({ length: 31 }, () => 1_000)
    const assumed = runOf(versions, may, '2026-06-03', undefined)
    expect(assumed).toMatchObject({ data: { litres: 2_000, estimatedLitres: 2_000, estimatedDays: 2, amountMinor: 200, vatMinor: 18 } })
    if (typeof assumed !== 'object') throw new Error('nothing was deducted')
    const settled = runOf(versions, [...may, 500, 300], '2026-06-03', withDeduction(undefined, assumed.data))
    expect(settled).toMatchObject({
      data: { litres: 800, estimatedDays: 0, amountMinor: -120, vatMinor: -11, totalMinor: -131, dueMinor: 87, sequence: 2 },
    })
  })

  test('nothing is deducted without a single known day, without a price, and for water that ran back', () => {
    const versions = versionsOf(['2026-01-01', tariffOf([100])])
    expect(runOf(versions, [], '2026-06-03', undefined)).toBe('no-reading')
    expect(runOf([], [...Array.from({ length: 31 }, () => 1_000), 5], '2026-06-02', undefined)).toBe('no-price')
    expect(runOf(versions, [...Array.from({ length: 31 }, () => 1_000), -5_000], '2026-06-02', undefined)).toBe('use-below-zero')
  })

  test('days are deducted in periods of one month and one holder', () => {
    expect(periodsToDeduct('2026-05-20', '2026-07-02', ['2026-05-25', '2026-06-01'])).toEqual([
      { from: '2026-05-20', to: '2026-05-25' },
      { from: '2026-05-25', to: '2026-06-01' },
      { from: '2026-06-01', to: '2026-07-01' },
      { from: '2026-07-01', to: '2026-07-02' },
    ])
    expect(periodsToDeduct('2026-07-02', '2026-07-02', [])).toEqual([])
  })
})
