import { bulkPointsBelow } from '@nightflow/domain/leakage/bulk-points'
import { networkRate } from '@nightflow/domain/leakage/network-days'
import { figuresOfDay, type PartitionRules, rollingPercentile20, type SideOfDay } from '@nightflow/domain/leakage/night-flow'
import { againstTemperature, changeAt } from '@nightflow/domain/leakage/night-statistics'
import { salesFigures } from '@nightflow/domain/leakage/sales-difference'
import { sameWeekdayBaseline } from '@nightflow/domain/leakage/same-weekday'
import { calendarOf, dateOfDay, dayOfDate } from '@nightflow/domain/shared/local-time'
import { emptySums, moveFigures } from '@nightflow/projections/leakage/partition-sums'
import { type NightFlowRow, UnknownReason } from '@nightflow/schemas/leakage/night-flow'
import { type Example, type Given, litres, millilitres, sumOf } from './example.ts'

const utc = calendarOf('UTC')
const day = dayOfDate('2026-03-02')
const slots = 24
const byLaw: PartitionRules = { nightWindow: { fromHour: 2, toHour: 4 }, minimumCoverage: 1 }

/** A side of a day with one meter, by litres of its hours; an unknown hour leaves the day unknown. */
const sideOf = (hours: readonly number[]): SideOfDay => ({
  sums: Float64Array.from(hours, (volume) => (Number.isNaN(volume) ? 0 : millilitres(volume))),
  known: Int32Array.from(hours, (volume) => (Number.isNaN(volume) ? 0 : 1)),
  expected: new Int32Array(hours.length).fill(1),
  daySum: hours.some(Number.isNaN) ? 0 : millilitres(sumOf(hours)),
  dayKnown: hours.some(Number.isNaN) ? 0 : 1,
  dayExpected: 1,
  ...{ stated: 0, statedSum: 0, shared: null },
})
/** Nights that follow one another. */
const nightsOf = (flows: readonly number[]) => flows.map((flow, place) => ({ date: dateOfDay(day + place), flow }))
const evenly = (volume: number): SideOfDay => sideOf(new Array<number>(slots).fill(volume / slots))
/** Customers' meters of which some have no day. */
const metersOf = (known: number, expected: number, volume: number): SideOfDay => ({
  ...evenly(volume),
  known: new Int32Array(slots).fill(known),
  expected: new Int32Array(slots).fill(expected),
  ...{ dayKnown: known, dayExpected: expected },
})
const nothing: SideOfDay = { ...evenly(0), known: new Int32Array(slots), expected: new Int32Array(slots), dayKnown: 0, dayExpected: 0 }

const hoursOf = (given: Given, name: string): number[] => {
  const hours = given.numbers(name)
  if (hours.length !== slots) throw new Error(`${name} has ${hours.length} hours, not ${slots}`)
  return hours
}
const figuresOf = (supply: SideOfDay, sides: { customers?: SideOfDay; bulk?: SideOfDay } = {}, rules: Partial<PartitionRules> = {}) => {
  const { customers, bulk } = sides
  const data = { day, supply, consumption: customers ?? nothing, hasSubMeters: customers !== undefined, bulkSupply: bulk }
  return figuresOfDay(utc, data, { ...byLaw, ...rules })
}
const nightOf = (given: Given) => figuresOf(sideOf(hoursOf(given, 'hourly supply')))

/** A day of a root with these figures, and no other. */
const rowOf = (supplyLitres: number, leakageLitres: number): NightFlowRow => ({
  ...({ ...figuresOf(evenly(0)), date: '2026-03-02', nightMinimumRolling7DayP20LitresPerHour: null } satisfies NightFlowRow),
  supplyLitres,
  leakageLitres: Number.isNaN(leakageLitres) ? null : leakageLitres,
})

export const leakageExamples: Readonly<Record<string, Example>> = {
  'F-SUPPLY-1': (given) => {
    const sums = emptySums('north', 1, day, slots)
    const figures = (volume: number, reverse = 0) => {
      const hours = new Array<number>(slots).fill(millilitres(volume) / slots)
      const backward = { hours: hours.map(() => millilitres(reverse) / slots), sharedHours: 0, dayMillilitres: millilitres(reverse) }
      return { hours, dayMillilitres: millilitres(volume), ...(reverse > 0 && { reverse: backward }) }
    }
    const inlet = figures(given.number('inlet, forward'), given.number('inlet, reverse'))
    moveFigures(sums, { side: 'supply', sign: 1 }, undefined, inlet)
    moveFigures(sums, { side: 'supply', sign: -1 }, undefined, figures(given.number('outlet, forward')))
    return { supply: litres(sums.supply.day) }
  },
  'F-SUPPLY-2': (given) => {
    const supply = sideOf(hoursOf(given, 'hourly supply'))
    const { supplyLitres, supplyEstimatedLitres } = figuresOf(supply, {}, { minimumSupplyCoverage: given.number('minimumSupplyCoverage') })
    return { supply: supplyLitres, 'estimated part': supplyEstimatedLitres, 'supply without an estimate': figuresOf(supply).supplyLitres }
  },
  'F-CONS-1': (given) => {
    const [customers, bulk] = [given.number('customers of the point'), given.number('net supply of a bulk point below')]
    const points = [
      { id: 'root', parentId: null, hasSummaryMeters: true, hasCustomers: true },
      { id: 'below', parentId: 'root', hasSummaryMeters: true, hasCustomers: false },
    ]
    const hasBulk = bulkPointsBelow(points).get('root')!.includes('below')
    const sides = { customers: evenly(customers), ...(hasBulk && { bulk: evenly(bulk) }) }
    const { consumptionLitres, leakageLitres, leakageRate } = figuresOf(evenly(given.number('supply')), sides)
    return { consumption: consumptionLitres, leakage: leakageLitres, 'leakage rate': leakageRate }
  },
  'F-CONS-2': (given) => {
    const customers = metersOf(given.number('known meters'), given.number('meters'), given.number('volume of the known meters'))
    const estimated = figuresOf(evenly(0), { customers }, { minimumCoverage: given.number('minimumCoverage') })
    return {
      consumption: estimated.consumptionLitres,
      'estimated part': estimated.consumptionEstimatedLitres,
      'consumption without an estimate': figuresOf(evenly(0), { customers }).consumptionLitres,
    }
  },
  'F-LEAK-1': (given) => {
    const { leakageLitres, leakageRate } = figuresOf(evenly(given.number('supply')), { customers: evenly(given.number('consumption')) })
    return { leakage: leakageLitres, 'leakage rate': leakageRate }
  },
  'F-LEAK-2': (given) => {
    const [supplies, leakages] = [given.numbers('supply of the roots'), given.numbers('leakage of the roots')]
    const roots = supplies.map((supply, place) => ({
      id: `root-${place}`,
      rows: new Map([['2026-03-02', rowOf(supply, leakages[place]!)]]),
      counts: 'all' as const,
    }))
    return { 'leakage rate of the network': networkRate(roots, ['2026-03-02']) }
  },
  'F-NIGHT-1': (given) => ({ 'night minimum flow': nightOf(given).nightMinimumFlowLitresPerHour }),
  'F-NIGHT-2': (given) => {
    const { averageFlowLitresPerHour, klRatio } = nightOf(given)
    return { 'average flow': averageFlowLitresPerHour, 'KL ratio': klRatio }
  },
  'F-NIGHT-3': (given) => {
    const customers = sideOf(hoursOf(given, 'hourly use of customers'))
    const { netNightFlowLitresPerHour } = figuresOf(sideOf(hoursOf(given, 'hourly supply')), { customers })
    return { 'net night flow': netNightFlowLitresPerHour }
  },
  'F-NIGHT-4': (given) => {
    const nights = given.numbers('night minima of seven days').map((flow) => (Number.isNaN(flow) ? null : flow))
    return { 'percentile 20 of seven days': rollingPercentile20(nights) }
  },
  'F-NIGHT-5': (given) => {
    const { minimumFlowLitresPerHour, nightMeanFlowLitresPerHour } = nightOf(given)
    return { 'smallest hour of the day': minimumFlowLitresPerHour, 'mean of the night': nightMeanFlowLitresPerHour }
  },
  'F-LEAK-6': (given) => {
    const of = salesFigures({
      ...{ suppliedLitres: given.number('supply of the known days'), days: given.number('days'), daysKnown: given.number('known days') },
      ...{ soldLitres: given.number('sales'), meters: given.number('customers’ meters'), metersBilled: given.number('billed meters') },
    })
    return {
      production: of.producedLitres,
      difference: of.differenceLitres,
      'difference rate': of.differenceRate,
      completeness: of.completenessShare,
    }
  },
  'F-NIGHT-6': (given) => {
    const before = given.numbers('nights before')
    const flows = [...before, ...given.numbers('nights from the event on')]
    const { shift, low, high } = changeAt(nightsOf(flows), dateOfDay(day + before.length))!
    return { shift, low, high }
  },
  'F-NIGHT-7': (given) => {
    const celsius = given.numbers('water temperatures').map((value, place) => [dateOfDay(day + place), value] as const)
    const { slopePerCelsius, correlation } = againstTemperature(nightsOf(given.numbers('nights')), new Map(celsius))!
    return { slope: slopePerCelsius, correlation: Number(correlation.toFixed(6)) }
  },
  'F-DAY-1': (given) => {
    const before = given.numbers('same weekday, newest first')
    const { median, weeks } = sameWeekdayBaseline((days) => (Number.isNaN(before[days / 7 - 1]!) ? null : before[days / 7 - 1]!))
    return { median, 'known weeks': weeks }
  },
  'F-COMP-1': (given) => {
    const customers = metersOf(given.number('known customers’ meters'), given.number('customers’ meters'), 0)
    const { completeness, supplyCompleteness, consumptionCompleteness, unknownBecause } = figuresOf(
      sideOf(hoursOf(given, 'hourly supply')),
      { customers },
    )
    return {
      'completeness of supply': supplyCompleteness,
      'completeness of consumption': consumptionCompleteness,
      completeness,
      'reason of the unknown leakage': UnknownReason.parse(unknownBecause),
    }
  },
}
