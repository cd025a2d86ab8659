import type { NationalSheet, SheetFigure } from '@nightflow/schemas/leakage/water-balance'
import { defaultRegulatorClasses, type RegulatorClasses, readRegulatorClasses } from '@nightflow/schemas/shared/regulator-classes'
import { type Corrections, correctedLossRate, corrections, levelOf } from './cjj92.ts'
import { reconcile } from './reconcile.ts'

/** The part of a balance that the sheets take. Volumes in litres of the days; null is unknown. */
export type SheetInput = {
  days: number
  supply: number
  supplyBound: number
  authorised: number
  authorisedBound: number
  billed: number
  realLosses: number
  apparentLosses: number
  apparentBound: number
  mainsKilometres: number | null
  connections: number | null
  pressureMetres: number | null
  uarlLitresPerDay: number | null
  ili: number | null
  /** Leakage of the days by night flow, with its bound. */
  bottomUp: { value: number; bound: number } | null
  corrections: Corrections
}

const over = (above: number | null, below: number | null): number | null => (above === null || !below ? null : above / below)
const figure = (code: SheetFigure['code'], value: number | null, unit: SheetFigure['unit'], grade: string | null = null): SheetFigure => ({
  code,
  value,
  unit,
  class: grade,
})
const cubicMetres = (litres: number): number => litres / 1000

/** The place of the class of a value, from 0; null where the value is unknown. */
const classOf = (value: number | null, ends: readonly number[]): number | null =>
  value === null ? null : ends.reduce((place, end) => (value >= end ? place + 1 : place), 0)

const areraClasses = 'ABCDE'
/** Score of non-revenue water by the evaluation of Indonesian utilities: five for the best. */
const pdamBest = 5

const cjj92 = (input: SheetInput): NationalSheet => {
  const comprehensive = over(input.supply - input.authorised, input.supply)
  const corrected = corrections(input.corrections)
  const rate = correctedLossRate(comprehensive, corrected)
  return {
    ...{ id: 'cjj92', formula: 'F-SHEET-1', version: 'CJJ 92-2016 (2018)', isToCheck: true },
    figures: [
      figure('comprehensive-loss-rate', comprehensive, 'share'),
      figure('correction-households', corrected.households, 'share'),
      figure('correction-mains', corrected.mains, 'share'),
      figure('correction-pressure', corrected.pressure, 'share'),
      figure('correction-frost', corrected.frost, 'share'),
      figure('correction-sum', corrected.sum, 'share'),
      figure('loss-rate', rate, 'share', levelOf(rate)),
      figure('production-sales-difference', over(input.supply - input.billed, input.supply), 'share'),
      figure('real-loss-rate', over(input.realLosses, input.supply), 'share'),
    ],
    ...{ lostLitres: input.supply - input.authorised, ofLitres: input.supply },
  }
}

/** ARERA: share of the input, and cubic metres a day and kilometre. The worse of both is the class. */
const arera = ({ days, supply, authorised, mainsKilometres }: SheetInput, classes: RegulatorClasses): NationalSheet => {
  const lost = supply - authorised
  const linear = over(cubicMetres(lost) / days, mainsKilometres)
  const share = over(lost, supply)
  const [ofLength, ofShare] = [classOf(linear, classes.areraLinear), classOf(share, classes.areraShare)]
  const worse = ofLength === null || ofShare === null ? null : Math.max(ofLength, ofShare)
  const letterOf = (place: number | null) => (place === null ? null : areraClasses.charAt(place))
  return {
    ...{ id: 'arera', formula: 'F-SHEET-2', version: 'ARERA 917/2017/R/idr', isToCheck: true },
    figures: [figure('m1a', linear, 'm3/km/d', letterOf(ofLength)), figure('m1b', share, 'share', letterOf(worse))],
    ...{ lostLitres: lost, ofLitres: supply },
  }
}

/** Suppliers of at least so much water a day report their leakage. */
const reportingLitresPerDay = 10_000_000

const eu = (input: SheetInput): NationalSheet => {
  const { days, supply, realLosses, connections, mainsKilometres, pressureMetres } = input
  const perConnection = over(realLosses / days, connections)
  return {
    ...{ id: 'eu', formula: 'F-SHEET-3', version: '2020/2184 Art. 4(3)', isToCheck: false },
    figures: [
      figure('system-input-a-day', cubicMetres(supply / days), 'm3/d', supply / days >= reportingLitresPerDay ? 'reports' : 'below'),
      figure('carl', cubicMetres(realLosses / days), 'm3/d'),
      figure('uarl', input.uarlLitresPerDay === null ? null : cubicMetres(input.uarlLitresPerDay), 'm3/d'),
      figure('ili', input.ili, 'ratio'),
      figure('loss-per-connection', perConnection, 'l/conn/d'),
      figure('loss-per-connection-metre', over(perConnection, pressureMetres), 'l/conn/d/m'),
      figure('loss-per-kilometre', over(cubicMetres(realLosses / days), mainsKilometres), 'm3/km/d'),
    ],
    ...{ lostLitres: realLosses, ofLitres: null },
  }
}

const ukwir = (input: SheetInput): NationalSheet => {
  const { days, supply, supplyBound, authorised, authorisedBound, apparentLosses, apparentBound, bottomUp, realLosses } = input
  const agreed =
    bottomUp &&
    reconcile([{ value: authorised, bound: authorisedBound }, { value: apparentLosses, bound: apparentBound }, bottomUp], {
      value: supply,
      bound: supplyBound,
    })
  const leakage = agreed ? agreed.components[2]! : null
  const daily = (litres: number | null) => (litres === null ? null : cubicMetres(litres / days))
  return {
    ...{ id: 'ukwir', formula: 'F-SHEET-4', version: 'UKWIR 17/RG/04/5', isToCheck: true },
    figures: [
      figure('top-down', daily(realLosses), 'm3/d'),
      figure('bottom-up', daily(bottomUp?.value ?? null), 'm3/d'),
      figure('gap-share', over(agreed?.gap ?? null, supply), 'share'),
      figure('reconciled-leakage', daily(leakage), 'm3/d'),
    ],
    ...{ lostLitres: leakage === null ? null : Math.round(leakage), ofLitres: null },
  }
}

const pdam = ({ supply, billed }: SheetInput, classes: RegulatorClasses): NationalSheet => {
  const rate = over(supply - billed, supply)
  const place = classOf(rate, classes.pdam)
  return {
    ...{ id: 'pdam', formula: 'F-SHEET-5', version: 'Juknis Kinerja PDAM 2018', isToCheck: true },
    figures: [figure('nrw', rate, 'share'), figure('score', place === null ? null : pdamBest - place, 'ratio')],
    ...{ lostLitres: supply - billed, ofLitres: supply },
  }
}

const usualClasses = readRegulatorClasses(defaultRegulatorClasses)!

/** The sheets of regulators from one balance, side by side. The ends of classes are data that a utility changes. */
export const nationalSheets = (input: SheetInput, classes: RegulatorClasses = usualClasses): NationalSheet[] => [
  cjj92(input),
  arera(input, classes),
  eu(input),
  ukwir(input),
  pdam(input, classes),
]
