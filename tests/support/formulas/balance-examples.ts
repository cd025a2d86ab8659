import { economicIntervention } from '@nightflow/domain/leakage/economic-intervention'
import { assumedOf } from '@nightflow/domain/leakage/water-balance/assumed'
import { backgroundLeakage, equivalentBursts } from '@nightflow/domain/leakage/water-balance/background-leakage'
import { correctedLossRate, corrections, levelOf } from '@nightflow/domain/leakage/water-balance/cjj92'
import { iwaBalance } from '@nightflow/domain/leakage/water-balance/iwa-balance'
import { iliClassOf, leakageIndex, type Pipes, pipesOf, unavoidableLosses } from '@nightflow/domain/leakage/water-balance/leakage-index'
import { nationalSheets, type SheetInput } from '@nightflow/domain/leakage/water-balance/national-sheets'
import { netNightFlow, nightAllowance, nightUseOfDay } from '@nightflow/domain/leakage/water-balance/night-use'
import { exponentOfLeakageNumber, exponentOfStep, leakageAt, nightDayFactor } from '@nightflow/domain/leakage/water-balance/pressure-effect'
import { reconcile } from '@nightflow/domain/leakage/water-balance/reconcile'
import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import type { SheetFigure } from '@nightflow/schemas/leakage/water-balance'
import { type Example, type Given, litresPerCubicMetre, millilitres } from './example.ts'

const daysOfYear = 365

const nothing: SheetInput = {
  ...{ days: 1, supply: 0, supplyBound: 0, authorised: 0, authorisedBound: 0, billed: 0 },
  ...{ realLosses: 0, apparentLosses: 0, apparentBound: 0, mainsKilometres: null, connections: null, pressureMetres: null },
  ...{ uarlLitresPerDay: null, ili: null, bottomUp: null },
  corrections: { householdShare: null, kilometresPerTenThousand: null, outletMegapascal: null, frostMetres: null },
}
const volumeOf = (given: Given, name: string): number => given.number(name) * litresPerCubicMetre
const figureOf = (id: string, code: SheetFigure['code'], input: Partial<SheetInput>): SheetFigure =>
  nationalSheets({ ...nothing, ...input })
    .find((sheet) => sheet.id === id)!
    .figures.find((figure) => figure.code === code)!

const pipes = (given: Given): Pipes => ({
  mainsKilometres: given.number('mains'),
  connections: given.number('connections'),
  serviceKilometres: 0,
})

/** Examples of the water balance and of the sheets of regulators. */
export const balanceExamples: Readonly<Record<string, Example>> = {
  'F-BAL-1': (given) => {
    const assumed = assumedOf({
      supplyAccuracy: given.number('accuracy of supply'),
      meteredAccuracy: given.number('accuracy of meters'),
      underRegistration: given.number('under-registration'),
      unauthorisedShare: given.number('unauthorised'),
    })
    const volumes = { supply: given.number('supply'), metered: given.number('metered'), billed: given.number('billed') }
    const balance = iwaBalance({ days: 30, ...volumes }, assumed)
    return {
      losses: balance.losses.value,
      'unbilled metered': balance.unbilledMetered.value,
      'apparent losses': balance.apparentLosses.value,
      'real losses': balance.realLosses.value,
      'bound of the real losses': balance.realLosses.bound,
      'non-revenue water': balance.nonRevenueWater.value,
    }
  },
  'F-BAL-2': (given) => {
    const network = pipesOf({
      mainsMetres: given.number('mains') * 1000,
      serviceConnections: given.number('connections'),
      meanServiceMetres: given.number('mean private service pipe'),
    })!
    const pressure = given.number('pressure')
    return {
      UARL: unavoidableLosses(network, pressure),
      'UARL of 12 hours under pressure': unavoidableLosses(network, pressure, 12),
    }
  },
  'F-BAL-3': (given) => {
    const daily = given.number('real losses of a year') / daysOfYear
    const carl = { value: daily, bound: daily * given.number('bound of the real losses') }
    const { value, bound } = leakageIndex(carl, given.number('UARL'), given.number('accuracy of the pressure'))
    return { ILI: value, bound, class: iliClassOf(value) }
  },
  'F-BAL-4': (given) => {
    const day = dayOfDate('2026-03-02')
    const [meters, reported] = [given.number('meters'), given.number('meters that reported')]
    const sideOf = (litresPerHour: number, known: number, expected: number) => ({
      sums: new Float64Array(24).fill(millilitres(litresPerHour)),
      known: new Int32Array(24).fill(known),
      expected: new Int32Array(24).fill(expected),
      ...{ daySum: millilitres(litresPerHour) * 24, dayKnown: known, dayExpected: expected, stated: 0, statedSum: 0, shared: null },
    })
    const night = nightUseOfDay(
      calendarOf('UTC'),
      {
        day,
        supply: sideOf(given.number('night minimum'), 1, 1),
        consumption: sideOf(given.number('use of the meters that reported'), reported, meters),
        hasSubMeters: true,
      },
      { nightWindow: { fromHour: 2, toHour: 4 }, minimumCoverage: 1 },
    )!
    const allowance = nightAllowance(given.number('people without a meter'))
    return { use: night.scaled, allowance, 'net night flow': netNightFlow(night, allowance) }
  },
  'F-BAL-5': (given) => {
    const hours = [...given.numbers('pressures before noon'), ...given.numbers('pressures after noon')]
    const night = given.number('pressure at the minimum')
    return { 'NDF of N1 0.5, 1, 1.5': [0.5, 1, 1.5].map((exponent) => rounded(nightDayFactor(hours, night, exponent), 3)) }
  },
  'F-BAL-6': (given) => {
    const [from, to] = [given.number('pressure'), given.number('other pressure')]
    const [before, after] = given.numbers('leakage of two steps')
    return {
      'leakage at the other': leakageAt(given.number('leakage'), from, to, given.number('N1')),
      'N1 of the steps': exponentOfStep({ leakage: before!, pressure: from }, { leakage: after!, pressure: to }),
      'N1 of the leakage number': exponentOfLeakageNumber(given.number('leakage number')),
    }
  },
  'F-BAL-7': (given) => {
    const night = given.number('pressure at night')
    const background = backgroundLeakage(pipes(given), night)
    return { background, bursts: equivalentBursts(given.number('net night flow') - background, night) }
  },
  'F-BAL-8': (given) => {
    const of = economicIntervention(given.number('rate of rise'), {
      surveyCost: given.number('cost of a survey'),
      pricePerCubicMetre: given.number('price of a cubic metre'),
    })
    return {
      interval: of.intervalMonths,
      'surveyed in a year': of.surveyedYearlyShare,
      'budget in hundredths': of.budgetMinorPerYear,
      'hidden leakage': of.hiddenLitresPerYear,
    }
  },
  'F-SHEET-1': (given) => {
    const supply = given.number('supply of a year')
    const comprehensive = (supply - given.number('registered use')) / supply
    const corrected = corrections({
      householdShare: given.number('share read at households'),
      kilometresPerTenThousand: given.number('mains') / supply,
      outletMegapascal: given.number('outlet pressure'),
      frostMetres: given.number('frost'),
    })
    const rate = correctedLossRate(comprehensive, corrected)
    const { households, mains, pressure, frost } = corrected
    return {
      'comprehensive loss rate': comprehensive,
      'R1, R2, R3, R4': [households, mains, pressure, frost],
      'loss rate': rate,
      level: levelOf(rate),
    }
  },
  'F-SHEET-2': (given) => {
    const input = {
      ...{ supply: volumeOf(given, 'input'), authorised: volumeOf(given, 'authorised') },
      ...{ days: given.number('days'), mainsKilometres: given.number('mains') },
    }
    const [linear, share] = [figureOf('arera', 'm1a', input), figureOf('arera', 'm1b', input)]
    return { M1a: linear.value, M1b: share.value, 'class of M1a': linear.class, class: share.class }
  },
  'F-SHEET-3': (given) => {
    const input = {
      ...{ supply: volumeOf(given, 'supply'), realLosses: volumeOf(given, 'real losses'), days: given.number('days') },
      ...{ connections: given.number('connections'), mainsKilometres: given.number('mains'), pressureMetres: given.number('pressure') },
    }
    return {
      'losses per connection': figureOf('eu', 'loss-per-connection', input).value,
      'per connection and metre': figureOf('eu', 'loss-per-connection-metre', input).value,
      'losses per km': figureOf('eu', 'loss-per-kilometre', input).value,
      'class of the supply': figureOf('eu', 'system-input-a-day', input).class,
    }
  },
  'F-SHEET-4': (given) => {
    const bounds = given.numbers('bounds of the components')
    const components = given.numbers('components').map((value, place) => ({ value, bound: bounds[place]! }))
    const agreed = reconcile(components, { value: given.number('input'), bound: given.number('bound of the input') })
    return { 'components then': agreed.components.map((value) => rounded(value, 3)), 'input then': agreed.total }
  },
  'F-SHEET-5': (given) => {
    const input = { supply: volumeOf(given, 'distributed'), billed: volumeOf(given, 'sold') }
    return { 'loss rate': figureOf('pdam', 'nrw', input).value, score: figureOf('pdam', 'score', input).value }
  },
}

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))
