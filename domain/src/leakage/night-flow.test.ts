import { describe, expect, it } from 'vitest'
import { calendarOf, dayOfDate } from '../shared/local-time.ts'
import { figuresOfDay, type PartitionDay, type PartitionRules, rollingPercentile20, type SideOfDay } from './night-flow.ts'

const rome = calendarOf('Europe/Rome')
const byLaw: PartitionRules = { nightWindow: { fromHour: 2, toHour: 4 }, minimumCoverage: 1 }

/** One side of a day on which every one of `meters` meters is known, unless `unknown` names slots with meters missing. */
const side = (litres: readonly number[], meters = 1, unknown: Readonly<Record<number, number>> = {}): SideOfDay => ({
  sums: Float64Array.from(litres, (volume) => volume * 1000),
  known: Int32Array.from(litres, (_, slot) => meters - (unknown[slot] ?? 0)),
  expected: new Int32Array(litres.length).fill(meters),
  daySum: litres.reduce((sum, volume) => sum + volume * 1000, 0),
  dayKnown: Object.keys(unknown).length > 0 ? meters - 1 : meters,
  dayExpected: meters,
  ...{ stated: 0, statedSum: 0, shared: null },
})
const noMeters = (slots: number): SideOfDay => side(new Array<number>(slots).fill(0), 0)

/** A day of supply in litres per hour: 300 all through, except where stated. */
const supplyOf = (slots: number, hours: Readonly<Record<number, number>> = {}) =>
  Array.from({ length: slots }, (_, slot) => hours[slot] ?? 300)

const figuresOf = (date: string, day: Partial<PartitionDay> & { supply: SideOfDay }, rules = byLaw, calendar = rome) =>
  figuresOfDay(
    calendar,
    { day: dayOfDate(date), consumption: noMeters(day.supply.sums.length), hasSubMeters: day.consumption !== undefined, ...day },
    rules,
  )

describe('supply with unknown hours', () => {
  const missingTwo = { supply: side(supplyOf(24, { 10: 0, 11: 0 }), 1, { 10: 1, 11: 1 }) }

  it('is unknown unless the point allows an estimate', () => {
    expect(figuresOf('2022-01-15', missingTwo)).toMatchObject({ supplyLitres: null, unknownBecause: 'supply-incomplete', estimated: false })
  })

  it('is scaled up from the hours that are known where enough of them are, and marked', () => {
    const figures = figuresOf('2022-01-15', missingTwo, { ...byLaw, minimumSupplyCoverage: 0.9 })
    expect(figures).toMatchObject({ supplyLitres: 24 * 300, averageFlowLitresPerHour: 300, estimated: true })
    expect(figuresOf('2022-01-15', missingTwo, { ...byLaw, minimumSupplyCoverage: 0.95 }).supplyLitres).toBeNull()
  })

  it('counts only hours in which every inlet is known: one inlet does not replace another', () => {
    const supply = side(supplyOf(24, { 10: 50 }), 2, { 10: 1 })
    expect(figuresOf('2022-01-15', { supply }, { ...byLaw, minimumSupplyCoverage: 0.9 }).supplyLitres).toBe(24 * 300)
  })

  it('of a bulk point below is never scaled within an hour, and leaves the consumption unknown', () => {
    const day = { supply: side(supplyOf(24)), bulkSupply: side(supplyOf(24, { 2: 0 }), 1, { 2: 1 }) }
    expect(figuresOf('2022-01-15', day, { ...byLaw, minimumCoverage: 0.5 })).toMatchObject({
      consumptionLitres: null,
      netNightFlowLitresPerHour: null,
      unknownBecause: 'consumption-incomplete',
    })
  })
})

describe('night flow', () => {
  it('the night minimum is the smaller of the hours that start at two and three, their mean beside it', () => {
    const figures = figuresOf('2022-01-15', { supply: side(supplyOf(24, { 1: 10, 2: 90, 3: 80, 4: 20 })) })
    expect(figures).toMatchObject({
      nightMinimumFlowLitresPerHour: 80,
      nightMeanFlowLitresPerHour: 85,
      nightMinimumAt: '2022-01-15T02:00:00.000Z',
    })
  })

  it('the minimum of the whole day is reported with its hour, so that a minimum outside the night is seen', () => {
    const figures = figuresOf('2022-01-15', { supply: side(supplyOf(24, { 2: 90, 3: 80, 14: 20 })) })
    expect(figures).toMatchObject({ minimumFlowLitresPerHour: 20, minimumFlowAt: '2022-01-15T13:00:00.000Z' })
  })

  it('KL is the night minimum over the average flow of the day', () => {
    const figures = figuresOf('2022-01-15', { supply: side(supplyOf(24, { 2: 90, 3: 60 })) })
    expect(figures.averageFlowLitresPerHour).toBe((22 * 300 + 150) / 24)
    expect(figures.klRatio).toBeCloseTo(60 / ((22 * 300 + 150) / 24), 6)
  })

  it('another window may be agreed', () => {
    const figures = figuresOf(
      '2022-01-15',
      { supply: side(supplyOf(24, { 1: 50, 3: 10 })) },
      { ...byLaw, nightWindow: { fromHour: 1, toHour: 3 } },
    )
    expect(figures).toMatchObject({ nightMinimumFlowLitresPerHour: 50, nightMeanFlowLitresPerHour: 175 })
  })

  it('in the night of 23 hours there is one night hour, the one that starts at three', () => {
    const figures = figuresOf('2022-03-27', { supply: side(supplyOf(23, { 1: 10, 2: 70, 3: 20 })) })
    expect(figures).toMatchObject({
      nightMinimumFlowLitresPerHour: 70,
      nightMeanFlowLitresPerHour: 70,
      nightMinimumAt: '2022-03-27T01:00:00.000Z',
      averageFlowLitresPerHour: Math.round((1000 * (20 * 300 + 100)) / 23) / 1000,
    })
  })

  it('in the night of 25 hours there are three night hours', () => {
    const figures = figuresOf('2022-10-30', { supply: side(supplyOf(25, { 1: 10, 2: 90, 3: 60, 4: 75, 5: 20 })) })
    expect(figures).toMatchObject({
      nightMinimumFlowLitresPerHour: 60,
      nightMeanFlowLitresPerHour: 75,
      nightMinimumAt: '2022-10-30T01:00:00.000Z',
      supplyLitres: 20 * 300 + 255,
    })
  })

  it('the half hour at the end of a long day of Lord Howe is not the minimum for being half an hour', () => {
    const lordHowe = calendarOf('Australia/Lord_Howe')
    const hours = supplyOf(25, { 24: 150, 10: 290 })
    const figures = figuresOf('2026-04-05', { supply: side(hours) }, byLaw, lordHowe)
    expect(figures.minimumFlowLitresPerHour).toBe(290)
    expect(figures.averageFlowLitresPerHour).toBeCloseTo((24.5 * 300 - 10) / 24.5, 3)
  })
})

describe('an incomplete figure is null rather than wrong', () => {
  it('one night hour that is unknown leaves the night unknown: the smallest of the rest could only be too large', () => {
    const figures = figuresOf('2022-01-15', { supply: side(supplyOf(24), 2, { 3: 1 }) })
    expect(figures).toMatchObject({
      nightMinimumFlowLitresPerHour: null,
      nightMeanFlowLitresPerHour: null,
      nightMinimumAt: null,
      klRatio: null,
      netNightFlowLitresPerHour: null,
      minimumFlowLitresPerHour: null,
    })
  })

  it('an unknown hour outside the night leaves the night minimum, not the KL ratio when the day is unknown', () => {
    const figures = figuresOf('2022-01-15', { supply: side(supplyOf(24, { 3: 80 }), 2, { 15: 1 }) })
    expect(figures).toMatchObject({ nightMinimumFlowLitresPerHour: 80, supplyLitres: null, averageFlowLitresPerHour: null, klRatio: null })
  })

  it('completeness is the known share of the expected hours, and one means all of them', () => {
    expect(figuresOf('2022-01-15', { supply: side(supplyOf(24), 1) }).completeness).toBe(1)
    expect(figuresOf('2022-01-15', { supply: side(supplyOf(24), 1, { 5: 1, 6: 1, 7: 1 }) }).completeness).toBe(0.875)
    expect(figuresOf('2022-01-15', { supply: side(supplyOf(24), 100_000, { 5: 1 }) }).completeness).toBe(0.999999)
  })

  it('completeness is that of the side of which less is known', () => {
    const figures = figuresOf('2022-01-15', { supply: side(supplyOf(24)), consumption: side(supplyOf(24), 4, { 5: 4, 6: 2 }) })
    expect(figures).toMatchObject({ supplyCompleteness: 1, consumptionCompleteness: 0.9375, completeness: 0.9375 })
  })

  it('a partition without summary meters has no figures and no completeness', () => {
    expect(figuresOf('2022-01-15', { supply: noMeters(24) })).toMatchObject({
      supplyLitres: null,
      nightMinimumFlowLitresPerHour: null,
      completeness: 0,
    })
  })

  it('a day without flow has no KL ratio and no leakage rate: nothing divided by nothing says nothing', () => {
    const still = side(new Array<number>(24).fill(0))
    expect(figuresOf('2022-01-15', { supply: still, consumption: still })).toMatchObject({
      supplyLitres: 0,
      nightMinimumFlowLitresPerHour: 0,
      klRatio: null,
      leakageLitres: 0,
      leakageRate: null,
    })
  })
})

describe('leakage', () => {
  const used = (hours: Readonly<Record<number, number>> = {}, meters = 4, unknown: Readonly<Record<number, number>> = {}) =>
    side(
      Array.from({ length: 24 }, (_, slot) => hours[slot] ?? 240),
      meters,
      unknown,
    )

  it('is supply less consumption, its rate the share of the supply', () => {
    expect(figuresOf('2022-01-15', { supply: side(supplyOf(24)), consumption: used() })).toMatchObject({
      supplyLitres: 7200,
      consumptionLitres: 5760,
      leakageLitres: 1440,
      leakageRate: 0.2,
      estimated: false,
    })
  })

  it('may be negative: then the meters disagree, and hiding it would hide the mistake', () => {
    expect(figuresOf('2022-01-15', { supply: side(supplyOf(24, { 9: 0 })), consumption: side(supplyOf(24)) })).toMatchObject({
      leakageLitres: -300,
    })
  })

  it('without sub-meters there is no consumption to speak of, and so no leakage', () => {
    expect(figuresOf('2022-01-15', { supply: side(supplyOf(24)) })).toMatchObject({
      consumptionLitres: null,
      leakageLitres: null,
      leakageRate: null,
      netNightFlowLitresPerHour: null,
      consumptionCompleteness: null,
      completeness: 1,
    })
  })

  it('net night flow takes off what customers used in the very hour of the minimum', () => {
    const figures = figuresOf('2022-01-15', { supply: side(supplyOf(24, { 2: 100, 3: 90 })), consumption: used({ 2: 11, 3: 35 }) })
    expect(figures).toMatchObject({ nightMinimumFlowLitresPerHour: 90, netNightFlowLitresPerHour: 55 })
  })

  it('one customer who is unknown for one hour leaves consumption unknown, unless the partition allows for it', () => {
    const day = { supply: side(supplyOf(24)), consumption: used({}, 4, { 12: 1 }) }
    expect(figuresOf('2022-01-15', day)).toMatchObject({ consumptionLitres: null, leakageLitres: null, estimated: false })
  })

  it('where three of four customers suffice, the hour that one of them lacks is scaled to all four and called estimated', () => {
    const day = { supply: side(supplyOf(24)), consumption: used({}, 4, { 12: 1 }) }
    expect(figuresOf('2022-01-15', day, { ...byLaw, minimumCoverage: 0.75 })).toMatchObject({
      consumptionLitres: 5840,
      leakageLitres: 1360,
      estimated: true,
    })
    expect(figuresOf('2022-01-15', day, { ...byLaw, minimumCoverage: 0.76 })).toMatchObject({ consumptionLitres: null, estimated: false })
  })

  it('where hours are hardly known but days are, as of meters that are read once a day, the days are scaled', () => {
    const silentHours = Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [hour, 3]))
    const day = { supply: side(supplyOf(24)), consumption: { ...used({}, 4, silentHours), daySum: 4_000_000, dayKnown: 3 } }
    expect(figuresOf('2022-01-15', day, { ...byLaw, minimumCoverage: 0.5 })).toMatchObject({ consumptionLitres: 5333, estimated: true })
  })

  it('a night hour in which a customer is silent is scaled alike', () => {
    const day = {
      supply: side(supplyOf(24, { 3: 100 })),
      consumption: { ...used({ 3: 30 }, 4, { 3: 1 }), dayKnown: 4 },
    }
    expect(figuresOf('2022-01-15', day, { ...byLaw, minimumCoverage: 0.5 })).toMatchObject({
      netNightFlowLitresPerHour: 60,
      estimated: true,
      consumptionLitres: 5550,
    })
    expect(figuresOf('2022-01-15', day)).toMatchObject({ netNightFlowLitresPerHour: null, consumptionLitres: 5550, estimated: false })
  })

  it('supply is never scaled: a silent inlet is no share of the others', () => {
    const day = { supply: side(supplyOf(24), 4, { 12: 1 }), consumption: used() }
    expect(figuresOf('2022-01-15', day, { ...byLaw, minimumCoverage: 0.1 })).toMatchObject({ supplyLitres: null, leakageLitres: null })
  })
})

describe('days of meters that a person estimated or edited', () => {
  const used = () => side(Array<number>(24).fill(240), 4)
  /** One of four customers is stated, with 100 of the 240 litres of an hour. */
  const stated = { ...used(), stated: 1, statedSum: 2_400_000 }

  it('count, mark the figures and are no readings', () => {
    const figures = figuresOf('2022-01-15', { supply: side(supplyOf(24)), consumption: stated })
    expect(figures).toMatchObject({
      ...{ consumptionLitres: stated.daySum / 1000, estimated: true, consumptionEstimatedLitres: 2400, supplyEstimatedLitres: 0 },
      ...{ completeness: 0.75, consumptionCompleteness: 0.75, supplyCompleteness: 1, unknownBecause: null },
    })
    const measured = figuresOf('2022-01-15', { supply: side(supplyOf(24)), consumption: used() })
    expect(measured).toMatchObject({ estimated: false, consumptionEstimatedLitres: 0, supplyEstimatedLitres: 0, completeness: 1 })
  })

  it('of an inlet mark the night minimum too, and of a bulk point below the consumption', () => {
    const inlet = { ...side(supplyOf(24)), stated: 1, statedSum: 7_200_000 }
    expect(figuresOf('2022-01-15', { supply: inlet })).toMatchObject({
      ...{ nightMinimumFlowLitresPerHour: 300, estimated: true, supplyEstimatedLitres: 7200, completeness: 0, leakageLitres: null },
    })
    expect(figuresOf('2022-01-15', { supply: side(supplyOf(24)), bulkSupply: inlet })).toMatchObject({
      ...{ estimated: true, consumptionEstimatedLitres: 7200, supplyCompleteness: 1, consumptionCompleteness: 0 },
    })
  })

  it('are added to what is scaled up', () => {
    const consumption = { ...used(), dayKnown: 2, daySum: 2_000_000, known: new Int32Array(24).fill(1), stated: 1, statedSum: 500_000 }
    expect(figuresOf('2022-01-15', { supply: side(supplyOf(24)), consumption }, { ...byLaw, minimumCoverage: 0.5 })).toMatchObject({
      ...{ consumptionLitres: 4000, consumptionEstimatedLitres: 2500, estimated: true },
    })
  })
})

describe('readings that are many hours apart', () => {
  const supply = { ...side(supplyOf(24)), shared: Array<number>(24).fill(1) }

  it('have no night flow, whatever gap the meter allows: their volume is shared out evenly', () => {
    expect(figuresOf('2022-01-15', { supply })).toMatchObject({
      ...{ supplyLitres: 7200, averageFlowLitresPerHour: 300, completeness: 1, estimated: false },
      ...{ nightMinimumFlowLitresPerHour: null, nightMeanFlowLitresPerHour: null, nightMinimumAt: null, klRatio: null },
      ...{ minimumFlowLitresPerHour: null, netNightFlowLitresPerHour: null, nightUnknownBecause: 'no-hours' },
    })
  })

  it('by day leave the night its flow', () => {
    const shared = Array.from({ length: 24 }, (_, slot) => (slot >= 8 && slot < 16 ? 1 : 0))
    expect(figuresOf('2022-01-15', { supply: { ...supply, shared } })).toMatchObject({
      ...{ nightMinimumFlowLitresPerHour: 300, klRatio: 1, nightUnknownBecause: null, minimumFlowLitresPerHour: null },
    })
  })

  it('of a customer leave the net night flow unknown', () => {
    const consumption = { ...side(supplyOf(24, { 2: 40, 3: 40 }), 3), shared: supply.shared }
    expect(figuresOf('2022-01-15', { supply: side(supplyOf(24)), consumption })).toMatchObject({
      ...{ nightMinimumFlowLitresPerHour: 300, netNightFlowLitresPerHour: null, nightUnknownBecause: null },
    })
  })

  it('have another reason than hours that are missing, or a meter that is silent', () => {
    const reasonOf = (of: SideOfDay) => figuresOf('2022-01-15', { supply: of }).nightUnknownBecause
    expect(reasonOf(side(supplyOf(24), 1, { 2: 1 }))).toBe('hours-missing')
    expect(reasonOf({ ...side(supplyOf(24)), known: new Int32Array(24), dayKnown: 0 })).toBe('no-data')
    expect(reasonOf(noMeters(24))).toBe('no-summary-meter')
  })
})

describe('the rolling 20th percentile of seven night minima', () => {
  it('is between the second and the third smallest of seven', () => {
    expect(rollingPercentile20([70, 10, 60, 20, 50, 30, 40])).toBe(22)
  })

  it('takes the nights that are known, four at least', () => {
    expect(rollingPercentile20([null, 40, null, 10, null, 30, 20])).toBe(16)
    expect(rollingPercentile20([null, 40, null, 10, null, null, 20])).toBeNull()
  })

  it('is the night itself where all nights are alike', () => {
    expect(rollingPercentile20([12.345, 12.345, 12.345, 12.345])).toBe(12.345)
  })

  it('orders numbers as numbers', () => {
    expect(rollingPercentile20([100, 9, 1000, 20, 3])).toBe(7.8)
  })
})
