import { litresOfDial } from '@nightflow/domain/metering/dial'
import { type EstimationBasis, estimateDay, shareOverHours } from '@nightflow/domain/metering/estimate-consumption'
import { judgeRegisters, mostBetween } from '@nightflow/domain/metering/judge-registers'
import { historyDays, type JudgedDay, validateConsumption } from '@nightflow/domain/metering/validate-consumption'
import { knownMaximumFlow, type VolumeRules } from '@nightflow/domain/metering/volume-rules'
import { aHouseholdMeter, dayOf, measuredMillilitres, type Said, volumesByDay } from '@nightflow/domain/metering/volumes-specification'
import { isWithoutUse, type ZeroWaterRules } from '@nightflow/domain/metering/zero-water'
import type { ValidationRule } from '@nightflow/schemas/metering/consumption-review'
import { plausibleRegister } from '@nightflow/schemas/metering/plausible-register'
import { defaultThresholds, type ValidationThresholds } from '@nightflow/schemas/metering/validation-thresholds'
import { defaultOf, type Example, type Given, litres, millilitres, type Result } from './example.ts'

const hour = 3_600_000
const date = '2026-03-02'
const midnight = Date.parse(`${date}T00:00:00Z`)
/** Registers in litres at hours after midnight, which may have a fraction. */
const registersAt = (readings: readonly (readonly [hours: number, litres: number])[]): Said[] =>
  readings.map(([hours, register]) => ({ at: midnight + hours * hour, litres: register }))
const volumesOf = (said: readonly Said[], rules: Partial<VolumeRules> = {}) => volumesByDay(said, aHouseholdMeter(rules), 'UTC')

/** Two registers an hour apart, judged as those of a household meter. */
const judged = (earlier: number, later: number, rules: Partial<VolumeRules> = {}) => {
  const { volume, flag, timesAreKnown } = judgeRegisters(
    { at: midnight, register: millilitres(earlier) },
    { at: midnight + hour, register: millilitres(later) },
    aHouseholdMeter(rules),
  )
  return { volume: litres(volume), flag: flag ?? null, timesAreKnown }
}

const volumeExamples: Readonly<Record<string, Example>> = {
  'F-VOL-1': (given) => {
    const said = registersAt([
      [7.5, given.number('register at 07:30')],
      [8.25, given.number('register at 08:15')],
      [9.5, given.number('register at 09:30')],
    ])
    return { 'volume of the hour 08:00': litres(dayOf(volumesOf(said), date).hours[8]!) }
  },
  'F-VOL-2': (given) => {
    const flow = knownMaximumFlow({ caliberMillimetres: given.number('nominal diameter') })!
    const rules = aHouseholdMeter({
      maximumFlowMillilitresPerHour: millilitres(flow),
      backflowToleranceMillilitres: millilitres(given.number('tolerance')),
    })
    return {
      'largest flow': flow,
      'largest step': litres(mostBetween(midnight, midnight + given.number('pause') * hour, rules)),
      'largest flow of the main': knownMaximumFlow({ caliberMillimetres: given.number('nominal diameter of a main') })!,
    }
  },
  'F-VOL-3': (given) => {
    const rules = { registerWidthMillilitres: millilitres(given.number('width of the register')) }
    const { volume, flag } = judged(given.number('earlier register'), given.number('later register'), rules)
    return { volume, flag }
  },
  'F-VOL-4': (given) => {
    const rules = { backflowToleranceMillilitres: millilitres(given.number('tolerance')) }
    const small = judged(given.number('register'), given.number('small step back to'), rules)
    const large = judged(given.number('register'), given.number('large step back to'), rules)
    return {
      'volume of the small step': small.volume,
      'flag of the small step': small.flag,
      'measured volume of the large step': large.volume,
      'flag of the large step': large.flag,
      'hour of the large step': large.timesAreKnown ? 'known' : null,
    }
  },
  'F-VOL-5': (given) => {
    const registers = given.numbers('registers')
    const days = given.numbers('days of the readings')
    const volumes = volumesOf(registersAt(days.map((day, place) => [day * 24 + 12, registers[place]!])))
    return {
      'measured volume': litres(measuredMillilitres(volumes)),
      'known hours': [...volumes.values()].reduce((known, each) => known + each.knownHours, 0),
    }
  },
  'F-VOL-6': (given) => {
    const pause = given.number('pause')
    const said = registersAt([
      [0, given.number('earlier register')],
      [pause, given.number('later register')],
    ])
    const { hours, sharedHours } = dayOf(
      volumesOf(said, { maximumGapMilliseconds: given.number('longest pause of the meter') * hour }),
      date,
    )
    return { 'volume of each hour': litres(hours[5]!), 'hours that are shares': sharedHours.toString(2).replaceAll('0', '').length }
  },
  'F-VOL-7': (given) => {
    const ends = [8, 9]
    const forward = given.numbers('forward registers')
    const reverse = given.numbers('reverse registers')
    const said = ends.map((at, place) => ({ at: midnight + at * hour, litres: forward[place]!, reverseLitres: reverse[place]! }))
    const twoWay = dayOf(volumesOf(said, { isTwoWay: true }), date)
    return {
      'volume of the two-way meter': litres(twoWay.hours[8]!),
      'volume of any other meter': litres(dayOf(volumesOf(said), date).hours[8]!),
    }
  },
  'F-VOL-8': (given) => {
    const [dial, ruler] = [given.number('dial'), given.number('ruler')]
    return {
      'register of the large meter': litresOfDial(dial, given.number('nominal diameter of a large meter'), ruler),
      'register of the small meter': litresOfDial(dial, given.number('nominal diameter of a small meter'), ruler),
    }
  },
  'F-VOL-9': (given) => {
    const history = {
      previousAt: `${date}T00:00:00Z`,
      previousLitres: given.number('register before'),
      litresPerDay: given.number('mean of 28 days'),
    }
    const { expectedLitres, plausibleUntilLitres } = plausibleRegister(history, midnight + given.number('days since') * 24 * hour)
    return { 'expected register': expectedLitres, 'highest plausible register': plausibleUntilLitres }
  },
  'F-VOL-10': (given) => {
    const rules: ZeroWaterRules = {
      thresholdMillilitres: millilitres(given.number('threshold of the day')),
      peaks: [
        { period: 1, startMinute: 6 * 60, endMinute: 9 * 60, thresholdMillilitres: millilitres(given.number('threshold 06:00 to 09:00')) },
      ],
    }
    const use = (startMinute: number, name: string): string =>
      isWithoutUse(rules, { startMinute, millilitres: millilitres(given.number(name)) }) ? 'without-use' : 'use'
    return { 'hour of 03:00': use(3 * 60, 'volume of 03:00'), 'hour of 07:00': use(7 * 60, 'volume of 07:00') }
  },
}

const judgedDay = 20_500
const basisOf = (
  volumes: readonly (readonly [daysAgo: number, litres: number])[],
  rest: Partial<EstimationBasis> = {},
): EstimationBasis => ({
  day: judgedDay,
  start: midnight,
  end: midnight + 24 * hour,
  volumes: new Map(volumes.filter(([, volume]) => !Number.isNaN(volume)).map(([ago, volume]) => [judgedDay - ago, millilitres(volume)])),
  ...rest,
})
const estimated = (method: Parameters<typeof estimateDay>[0], basis: EstimationBasis): number | null =>
  litres(estimateDay(method, basis) ?? Number.NaN)

const estimateExamples: Readonly<Record<string, Example>> = {
  'F-EST-1': (given) => {
    const before = { at: midnight - given.number('hours before the day') * hour, millilitres: millilitres(given.number('register before')) }
    const after = {
      at: midnight + (24 + given.number('hours after the day')) * hour,
      millilitres: millilitres(given.number('register after')),
    }
    return { 'estimated day': estimated('interpolation', basisOf([], { registers: { before, after } })) }
  },
  'F-EST-2': (given) => {
    const known = [
      [given.number('days back'), given.number('volume before')],
      [-given.number('days ahead'), given.number('volume after')],
    ] as const
    return { 'estimated day': estimated('interpolation', basisOf(known)) }
  },
  'F-EST-3': (given) => {
    const week = given.numbers('days around it').map((volume, place) => [364 - [-3, -2, -1, 1, 2, 3][place]!, volume] as const)
    return {
      'estimated day': estimated('last-year', basisOf([[364, given.number('the day 364 days before')], ...week])),
      'estimated day without it': estimated('last-year', basisOf(week)),
    }
  },
  'F-EST-4': (given) => {
    const weeks = given.numbers('same weekday, newest first').map((volume, week) => [(week + 1) * 7, volume] as const)
    return { 'estimated day': estimated('profile', basisOf(weeks)) }
  },
  'F-EST-5': (given) => ({
    'volumes of the hours': shareOverHours(millilitres(given.number('volume of the day')), given.numbers('usual volumes of the hours')).map(
      litres,
    ),
  }),
}

const findingOf = (rule: ValidationRule, given: Given, limits: readonly (keyof ValidationThresholds)[], day: Partial<JudgedDay>) => {
  for (const limit of limits) defaultOf(defaultThresholds, limit, given)
  const whole: JudgedDay = {
    ...{ millilitres: Number.NaN, flags: [], before: [], estimatedDays: 0, isEstimated: false, isLate: false, isValveClosed: false },
    ...day,
  }
  const found = validateConsumption(whole, defaultThresholds).find((finding) => finding.rule === rule)
  return { value: found?.value ?? null, limit: found?.limit ?? null }
}
const historyOf = (given: Given): number[] => {
  const before = given.numbers('28 days before').map(millilitres)
  if (before.length !== historyDays) throw new Error(`a history has ${historyDays} days, not ${before.length}`)
  return before
}
const dayOfHistory = (given: Given): Partial<JudgedDay> => ({ millilitres: millilitres(given.number('day')), before: historyOf(given) })
const withLimit =
  (rule: ValidationRule, ...limits: (keyof ValidationThresholds)[]): Example =>
  (given): Readonly<Record<string, Result>> => {
    const { value, limit } = findingOf(rule, given, limits, dayOfHistory(given))
    return { limit, [rule]: value }
  }

const validationExamples: Readonly<Record<string, Example>> = {
  'F-VAL-1': withLimit('spike', 'spikeShare', 'leastLitres'),
  'F-VAL-2': withLimit('high', 'highTimes', 'leastLitres'),
  'F-VAL-3': withLimit('low', 'lowShare', 'leastLitres'),
  'F-VAL-4': (given) => {
    const sums = { intervals: millilitres(given.number('intervals')), registers: millilitres(given.number('register difference')) }
    const { value, limit } = findingOf('sum-check', given, ['sumCheckShare', 'sumCheckLitres'], { sums })
    return { limit, 'sum-check': value }
  },
  'F-VAL-5': (given) => {
    const zero = { millilitres: 0, before: historyOf(given) }
    const stuck = { millilitres: 0, before: given.numbers('28 days before of another meter').map(millilitres) }
    return {
      zero: findingOf('zero', given, ['zeroDays', 'leastLitres'], zero).value,
      stuck: findingOf('stuck', given, ['stuckDays'], stuck).value,
    }
  },
  'F-VAL-6': (given) => ({
    'closed-valve': findingOf('closed-valve', given, ['leastLitres'], {
      millilitres: millilitres(given.number('day')),
      before: [],
      isValveClosed: true,
    }).value,
  }),
  'F-VAL-7': (given) => ({
    'prolonged-estimation': findingOf('prolonged-estimation', given, ['estimatedDays'], {
      estimatedDays: given.number('estimated days in a row'),
      isEstimated: true,
    }).value,
  }),
  'F-VAL-8': (given) => {
    const ago = given.number('days since the last known one')
    const before = Array.from({ length: historyDays }, (_, place) => (place < ago - 1 ? Number.NaN : millilitres(300)))
    return { missing: findingOf('missing', given, [], { before, isLate: true }).value }
  },
}

export const meteringExamples: Readonly<Record<string, Example>> = { ...volumeExamples, ...estimateExamples, ...validationExamples }
