import { forecastBattery } from '@nightflow/domain/metering/battery-forecast'
import { findLeak } from '@nightflow/domain/metering/continuous-flow'
import type { HealthBasis } from '@nightflow/domain/metering/health-basis'
import { assessHealth, flowDays, reportingDays, uncountedLitres, underRegistrationShare } from '@nightflow/domain/metering/meter-health'
import { judgeSizing, permanentFlowOf } from '@nightflow/domain/metering/meter-sizing'
import { defaultHealthSettings } from '@nightflow/schemas/metering/health-settings'
import type { HealthFinding } from '@nightflow/schemas/metering/meter-health'
import { defaultOf, type Example, millilitres, sumOf } from './example.ts'

const day = 20_500
const slots = 24

/** A meter by the volumes of its hours, oldest day first. */
const basisOf = (hoursByDay: readonly (readonly number[])[], rest: Partial<HealthBasis> = {}): HealthBasis => ({
  day,
  days: hoursByDay.map((hours, place) => ({ day: day - hoursByDay.length + 1 + place, hours, millilitres: sumOf(hours) })),
  slotsOf: () => slots,
  wallHoursOf: () => Array.from({ length: slots }, (_, hour) => hour),
  ...{ voltages: [], reverseRegisters: [], registerLitres: null, isSummary: false, usesWaterAtNight: false },
  ...{ zeroWater: { thresholdMillilitres: 0, peaks: [] }, caliberMillimetres: null, maximumFlowLitresPerHour: null, installedOn: null },
  ...rest,
})
const yearlyOf = (basis: HealthBasis, finding: HealthFinding): number | null =>
  assessHealth(basis, defaultHealthSettings).findings.find((each) => each.finding === finding)?.yearlyLitres ?? null
/** The volume of a day in one of its hours. */
const inOneHour = (volume: number): number[] => Array.from({ length: slots }, (_, hour) => (hour === 7 ? millilitres(volume) : 0))

export const healthExamples: Readonly<Record<string, Example>> = {
  'F-HEALTH-1': (given) => {
    const known = given.numbers('known hours of each of 30 days')
    if (known.length !== reportingDays) throw new Error(`${reportingDays} days`)
    const basis = basisOf(known.map((hours) => Array.from({ length: slots }, (_, hour) => (hour < hours ? 1000 : Number.NaN))))
    defaultOf(defaultHealthSettings, 'reportingRateMin', given)
    defaultOf(defaultHealthSettings, 'silentDays', given)
    const { reportingRate, daysSilent } = assessHealth(basis, defaultHealthSettings).figures
    return { 'reporting rate': reportingRate, 'days silent': daysSilent }
  },
  'F-HEALTH-2': (given) => {
    const days = given.numbers('days of the voltages')
    const voltages = given.numbers('voltages').map((millivolt, place) => ({ day: days[place]!, millivolt }))
    const { endsOn } = forecastBattery(voltages, defaultOf(defaultHealthSettings, 'endOfLifeMillivolt', given))
    return { 'days to the end of life': endsOn === null ? null : endsOn - days.at(-1)! }
  },
  'F-HEALTH-3': (given) => {
    const volumes = [...given.numbers('days before the stop'), ...given.numbers('days without volume')]
    const basis = basisOf(volumes.map(inOneHour))
    defaultOf(defaultHealthSettings, 'stoppedDays', given)
    const { daysWithoutUse, usualDailyLitres } = assessHealth(basis, defaultHealthSettings).figures
    return { 'days without use': daysWithoutUse, 'usual use a day': usualDailyLitres, 'cost in a year': yearlyOf(basis, 'stopped') }
  },
  'F-HEALTH-4': (given) => {
    const [first, last] = given.numbers('reverse registers, 28 days apart').map(millilitres)
    const reverseRegisters = [
      { day: day - flowDays, millilitres: first! },
      { day, millilitres: last! },
    ]
    const basis = basisOf([inOneHour(100)], { reverseRegisters })
    const { reverseLitres } = assessHealth(basis, defaultHealthSettings).figures
    return { 'reverse volume of 28 days': reverseLitres, 'volume in a year': yearlyOf(basis, 'reverse') }
  },
  'F-HEALTH-5': (given) => ({
    'Q3 of the stated Q4': permanentFlowOf({ caliberMillimetres: null, maximumFlowLitresPerHour: given.number('stated Q4') }),
    'Q3 of the diameter': permanentFlowOf({ caliberMillimetres: given.number('nominal diameter'), maximumFlowLitresPerHour: null }),
  }),
  'F-HEALTH-6': (given) => {
    const { figures, isOversized, uncountedYearlyLitres } = judgeSizing(
      given.numbers('hours of 28 days').map(millilitres),
      given.number('Q3'),
    )
    return {
      'largest hour': figures.peakLitresPerHour,
      'share below Q2': figures.lowFlowShare,
      finding: isOversized ? 'oversized' : 'none',
      'volume not counted in a year': uncountedYearlyLitres,
    }
  },
  'F-HEALTH-7': (given) => {
    const { figures, isUndersized } = judgeSizing(given.numbers('hours of 28 days').map(millilitres), given.number('Q3'))
    return { 'hours at 80 % of Q3': figures.hoursNearPermanent, finding: isUndersized ? 'undersized' : 'none' }
  },
  'F-HEALTH-8': (given) => ({
    'under-registration': underRegistrationShare({
      ageYears: given.number('age'),
      registerLitres: given.number('register'),
      permanentLitresPerHour: given.number('Q3'),
    }),
  }),
  'F-HEALTH-9': (given) => ({
    'volume not counted': uncountedLitres(given.number('counted volume'), given.number('under-registration')),
  }),
  'F-HEALTH-10': (given) => {
    const hours = given.numbers('hours, oldest first').map(millilitres)
    const byDay = Array.from({ length: hours.length / slots }, (_, place) => hours.slice(place * slots, (place + 1) * slots))
    defaultOf(defaultHealthSettings, 'leakDays', given)
    defaultOf(defaultHealthSettings, 'leakLitresPerHour', given)
    const basis = basisOf(byDay)
    const { running } = findLeak(basis, defaultHealthSettings)
    return {
      'rate of the leak': running?.litresPerHour ?? null,
      'volume so far': running?.litres ?? null,
      'cost in a year': yearlyOf(basis, 'leak'),
    }
  },
}
