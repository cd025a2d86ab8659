import type { HealthSettings } from '@nightflow/schemas/metering/health-settings'
import type { CostedFinding, HealthFigures, HealthFinding } from '@nightflow/schemas/metering/meter-health'
import { type DayNumber, dateOfDay } from '../shared/local-time.ts'
import { forecastBattery } from './battery-forecast.ts'
import { findLeak } from './continuous-flow.ts'
import type { HealthBasis, HealthDay } from './health-basis.ts'
import { judgeSizing, permanentFlowOf } from './meter-sizing.ts'
import { peakWithoutUse } from './zero-water.ts'

/** Days before the assessed one that are read: five weeks have four of each weekday, and show a use before a long stop. */
export const healthDays = 60
/** Days of the reporting rate. */
export const reportingDays = 30
/** Days of flows and of the reverse register: four of each weekday. */
export const flowDays = 28
const daysPerYear = 365
/** Mean use below this before a stop is no use: a dripping tap, litres a day. */
const useLitresPerDayMin = 5
const hoursPerYear = daysPerYear * 24

const noLeak: ReturnType<typeof findLeak> = { running: undefined, isKnown: true }

export type Health = { findings: CostedFinding[]; figures: HealthFigures; isLeakKnown: boolean; isLeakOpen: boolean }

/** All figures of a meter, and which of them are findings by the settings. An unknown figure makes no finding. */
export const assessHealth = (basis: HealthBasis, settings: HealthSettings): Health => {
  const { day } = basis
  const reporting = reportingOf(basis)
  const use = useOf(basis)
  const battery = forecastBattery(basis.voltages, settings.endOfLifeMillivolt)
  const flows = basis.days.filter((each) => each.day > day - flowDays).flatMap(({ hours }) => hours.filter((hour) => !Number.isNaN(hour)))
  const permanent = permanentFlowOf(basis)
  const sizing = judgeSizing(flows, permanent)
  const reverseLitres = reverseOf(basis)
  const leak = basis.isSummary || basis.usesWaterAtNight ? noLeak : findLeak(basis, settings)
  const ageYears = basis.installedOn === null ? null : Math.max(0, (day - basis.installedOn) / daysPerYear)
  const share = underRegistrationShare({ ageYears, registerLitres: basis.registerLitres, permanentLitresPerHour: permanent })
  const figures: HealthFigures = {
    ...reporting,
    batteryMillivolt: battery.millivolt,
    batteryEndsOn: battery.endsOn === null ? null : dateOfDay(battery.endsOn),
    ...use,
    reverseLitres,
    ...sizing.figures,
    permanentLitresPerHour: permanent,
    ageYears: rounded(ageYears, 1),
    registerLitres: basis.registerLitres,
    underRegistrationShare: rounded(share, 4),
    leakLitresPerHour: leak.running ? leak.running.litresPerHour : null,
    leakSince: leak.running ? dateOfDay(leak.running.since) : null,
    ...(leak.running?.isSinceLeast && { isLeakSinceLeast: true }),
    leakLitres: leak.running ? leak.running.litres : null,
    peakWithoutUse: peakWithoutUse(basis.zeroWater, knownDaysOf(basis)),
  }
  const yearlyUse = use.usualDailyLitres === null ? null : use.usualDailyLitres * daysPerYear
  const found: [HealthFinding, boolean, number | null][] = [
    ['leak', leak.running !== undefined, leak.running ? leak.running.litresPerHour * hoursPerYear : null],
    ['stopped', isStopped(figures, settings), yearlyUse],
    ['no-peak-use', figures.peakWithoutUse !== null, null],
    ['reverse', (reverseLitres ?? 0) > 0, reverseLitres === null ? null : (reverseLitres / flowDays) * daysPerYear],
    ['under-registration', (share ?? 0) >= settings.underRegistrationMin, uncountedLitres(yearlyUse, share)],
    ['oversized', sizing.isOversized, sizing.uncountedYearlyLitres],
    ['undersized', sizing.isUndersized, null],
    ['silent', (reporting.daysSilent ?? 0) >= settings.silentDays, null],
    ['low-reporting', isLow(reporting, settings), null],
    ['battery', isEnding(battery, day, settings), null],
  ]
  return {
    findings: found.flatMap(([finding, isFound, litres]) =>
      isFound ? [{ finding, yearlyLitres: litres === null ? null : Math.round(litres) }] : [],
    ),
    figures,
    isLeakKnown: leak.isKnown,
    isLeakOpen: leak.running?.isOpen ?? false,
  }
}

/**
 * Reporting rate: known hours / hours of the 30 days. Days silent: days after the last one with a known hour. A meter of which no hour of 60 days is
 * known reports by hand or not at all: both are unknown.
 */
const reportingOf = ({ day, days, slotsOf }: HealthBasis) => {
  const known = (each: HealthDay): number => each.hours.filter((hour) => !Number.isNaN(hour)).length + (each.sharedHours ?? 0)
  const last = days.findLast((each) => known(each) > 0)
  if (!last) return { reportingRate: null, daysSilent: null }
  let received = 0
  let expected = 0
  for (let each = day - reportingDays + 1; each <= day; each += 1) expected += slotsOf(each)
  for (const each of days) if (each.day > day - reportingDays) received += known(each)
  return { reportingRate: rounded(Math.min(1, received / expected), 4), daysSilent: day - last.day }
}

/** Known days in a row without volume up to the last known one, and the mean of the known days before them. Unknown days are passed over. */
const useOf = ({ days }: HealthBasis) => {
  const known = days.filter(({ millilitres }) => !Number.isNaN(millilitres))
  if (known.length === 0) return { daysWithoutUse: null, usualDailyLitres: null }
  const lastUse = known.findLastIndex(({ millilitres }) => millilitres > 0)
  const before = known.slice(Math.max(0, lastUse + 1 - flowDays), lastUse + 1)
  const sum = before.reduce((total, { millilitres }) => total + millilitres, 0)
  return {
    daysWithoutUse: known.length - 1 - lastUse,
    usualDailyLitres: before.length === 0 ? null : rounded(sum / before.length / 1000, 1),
  }
}

const isStopped = ({ daysWithoutUse, usualDailyLitres }: HealthFigures, { stoppedDays }: HealthSettings): boolean =>
  (daysWithoutUse ?? 0) >= stoppedDays && (usualDailyLitres ?? 0) >= useLitresPerDayMin

/** The known days with the minute of the local day at which each hour starts. */
const knownDaysOf = ({ days, wallHoursOf }: HealthBasis) =>
  days
    .filter(({ millilitres }) => !Number.isNaN(millilitres))
    .map(({ day, hours }) => {
      const wallHours = wallHoursOf(day)
      return { hours: hours.map((volume, slot) => ({ startMinute: wallHours[slot]! * 60, millilitres: volume })) }
    })

/** A silent meter is found as silent alone. */
const isLow = ({ reportingRate, daysSilent }: ReturnType<typeof reportingOf>, { reportingRateMin, silentDays }: HealthSettings): boolean =>
  reportingRate !== null && reportingRate < reportingRateMin && (daysSilent ?? 0) < silentDays

const isEnding = (
  { millivolt, endsOn }: ReturnType<typeof forecastBattery>,
  day: DayNumber,
  { batteryDays, endOfLifeMillivolt }: HealthSettings,
): boolean => (millivolt !== null && millivolt <= endOfLifeMillivolt) || (endsOn !== null && endsOn - day <= batteryDays)

/** Volume of the reverse register within 28 days, litres; a register that stepped back was reset and is unknown. */
const reverseOf = ({ day, reverseRegisters }: HealthBasis): number | null => {
  const within = reverseRegisters.filter((each) => each.day >= day - flowDays)
  if (within.length < 2) return null
  const counted = within.at(-1)!.millilitres - within[0]!.millilitres
  return counted < 0 ? null : counted / 1000
}

/** Loss of a year, and of a thousand hours of Q3: mechanical meters in service run slow by some tenths of a percent a year (rule of thumb). */
const slowPerYear = 0.003
const slowPerThousandHours = 0.01
const slowMax = 0.2

/**
 * Share of the volume that a meter of this age and cumulated volume is likely not to count: 0.3 % a year and 1 % per 1,000 hours of permanent flow
 * (register / Q3), 20 % at most. A hint where to test, not a measurement; unknown without the day of installation, register or Q3.
 */
export const underRegistrationShare = ({
  ageYears,
  registerLitres,
  permanentLitresPerHour,
}: {
  ageYears: number | null
  registerLitres: number | null
  permanentLitresPerHour: number | null
}): number | null => {
  if (ageYears === null || registerLitres === null || permanentLitresPerHour === null) return null
  const hours = registerLitres / permanentLitresPerHour
  return Math.min(slowMax, slowPerYear * ageYears + slowPerThousandHours * (hours / 1000))
}

/** Volume that is not counted beside a counted one: V e / (1 - e), for the under-registration e (IWA apparent losses). */
export const uncountedLitres = (counted: number | null, share: number | null): number | null =>
  counted === null || share === null ? null : (counted * share) / (1 - share)

const rounded = (value: number | null, digits: number): number | null => (value === null ? null : Number(value.toFixed(digits)))
