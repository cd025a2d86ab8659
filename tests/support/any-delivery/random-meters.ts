import type { MeterDetails } from '@nightflow/schemas/devices/register-meter'
import type { ReplaceMeter } from '@nightflow/schemas/devices/replace-meter'
import { type Chance, oneOf, wholeNumber } from '../data/chance.ts'
import type { PlainReading } from '../data/readings.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Days of 23 and 25 hours, a day half an hour longer (Lord Howe), days that begin at one (Cairo), an offset of 45 minutes, and ordinary days. */
const occasions = [
  ['Europe/Rome', '2026-10-25'],
  ['Europe/Rome', '2026-03-29'],
  ['America/New_York', '2026-11-01'],
  ['America/New_York', '2026-03-08'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2026-10-30'],
  ['Asia/Shanghai', '2026-06-10'],
  ['Asia/Kathmandu', '2026-02-28'],
] as const

type Time = { from: number; until: number }
type Meter = MeterDetails & { timeZone: string }

/** The meters of a utility, who replaces whom, and all that any of them ever says. */
export type RandomMeters = {
  timeZone: string
  meters: readonly Meter[]
  replacements: readonly ReplaceMeter[]
  /** Numbers of replacements; metering points are set up without them. */
  successors: ReadonlySet<string>
  readings: readonly PlainReading[]
}

/** Some meters round a day that is odd in their zone. Each may be replaced, and then its successor. */
export const randomMeters = (random: Chance): RandomMeters => {
  const [timeZone, date] = oneOf(random, occasions)
  const from = Date.parse(date) - wholeNumber(random, 1, 5) * day
  const time = { from, until: from + wholeNumber(random, 4, 9) * day }
  const meters: Meter[] = []
  const replacements: ReplaceMeter[] = []
  const successors = new Set<string>()
  const readings: PlainReading[] = []
  for (let place = wholeNumber(random, 3, 5); place > 0; place--) {
    let meter = randomMeter(random, random() < 0.85 ? timeZone : oneOf(random, occasions)[0])
    meters.push(meter)
    readings.push(...readingsOf(random, meter, time))
    let since = time.from
    while (random() < 0.3) {
      const successor = randomMeter(random, meter.timeZone)
      const replacedAt = since + wholeNumber(random, 0, Math.floor((time.until - since) / minute)) * minute
      const initialLitres = oneOf(random, [0, 0, 12.5, 4_000])
      const finalLitres = lastRegisterBefore(readings, meter.number, replacedAt) / 1000 + oneOf(random, [0, 3, 250])
      const replacement = { number: meter.number, replacedBy: successor.number, finalLitres, initialLitres }
      replacements.push({ type: 'ReplaceMeter', replacedAt: new Date(replacedAt).toISOString(), ...replacement })
      meters.push(successor)
      successors.add(successor.number)
      // It may have counted on the bench before it came into the pipe.
      const begins = replacedAt - oneOf(random, [0, 0, 5 * hour, 2 * day])
      readings.push(...readingsOf(random, successor, { from: begins, until: time.until }, initialLitres * 1000))
      meter = successor
      since = replacedAt
    }
  }
  return { timeZone, meters, replacements, successors, readings }
}

const randomMeter = (random: Chance, timeZone: string): Meter => {
  const plain = String(wholeNumber(random, 10_000_000, 99_999_999))
  return {
    number: random() < 0.8 ? plain : `WM-${plain}`,
    timeZone,
    hasValve: random() < 0.3,
    ...(random() < 0.7 && { caliberMillimetres: oneOf(random, [15, 20, 100]) }),
    ...(random() < 0.5 && { registerWidthLitres: oneOf(random, [100_000, 1_000_000]) }),
    ...(random() < 0.3 && { maximumGapSeconds: oneOf(random, [3_600, 7_200, 86_400]) }),
    ...(random() < 0.2 && { isTwoWay: true }),
    ...(random() < 0.2 && { backflowToleranceLitres: oneOf(random, [0, 100]) }),
  }
}

const lastRegisterBefore = (readings: readonly PlainReading[], number: string, instant: number): number =>
  readings.findLast(({ meter, at, registerMillilitres }) => meter === number && at <= instant && registerMillilitres !== undefined)
    ?.registerMillilitres ?? 0

/** Readings of one meter: registers, intervals or both, with pauses, jumps, steps back, rollovers, conflicting repeats and odd minutes. */
const readingsOf = (random: Chance, meter: Meter, { from, until }: Time, first?: number): PlainReading[] => {
  const { number, registerWidthLitres, isTwoWay } = meter
  let reverse = random() < 0.3 ? wholeNumber(random, 0, 90_000) : undefined
  const said: PlainReading[] = []
  const width = registerWidthLitres === undefined ? undefined : registerWidthLitres * 1000
  const kind = oneOf(random, ['register', 'register', 'register', 'interval', 'both'])
  const step = oneOf(random, [30, 60, 60, 61, 180, 360]) * minute
  const isOdd = random() < 0.3
  let register = first ?? (width !== undefined && random() < 0.5 ? width - 400_000 : wholeNumber(random, 0, 90_000_000))
  let at = from + oneOf(random, [0, 0, 7 * minute, 31 * minute])
  let before = at
  while (at < until) {
    const used = random() < 0.2 ? 0 : Math.floor(random() * 30_000 * ((at - before) / hour))
    register = moved(random, register + used, width)
    const reading: PlainReading = { meter: number, at }
    if (kind !== 'interval' && random() < 0.97) reading.registerMillilitres = register
    if (kind !== 'register' && random() < 0.97) {
      reading.deltaMillilitres = isTwoWay && random() < 0.3 ? -used : used
      reading.deltaSeconds = random() < 0.95 ? step / 1000 : oneOf(random, [900, 50_000, 200_000])
    }
    if (reverse !== undefined) {
      if (random() < 0.2) reverse += wholeNumber(random, 0, 9_000)
      if (random() < 0.01) reverse = 0
      if (random() < 0.8) reading.reverseMillilitres = reverse
    }
    if (random() < 0.05) reading.pressureKilopascal = wholeNumber(random, 200, 400)
    if (random() < 0.03) reading.valve = wholeNumber(random, 1, 2)
    if (random() < 0.03) reading.flags = oneOf(random, ['leak', 'tamper', 'leak tamper'])
    said.push(reading)
    if (random() < 0.03) said.push(contradicted(random, reading))
    before = at
    at += step + (isOdd ? wholeNumber(random, -20, 20) * minute : 0)
    if (random() < 0.015) at += wholeNumber(random, 2, 60) * hour
  }
  return said
}

const moved = (random: Chance, register: number, width: number | undefined): number => {
  const luck = random()
  if (luck < 0.005) return register + 30_000_000
  if (luck < 0.015) return Math.max(0, register - oneOf(random, [3_000, 40_000, 5_000_000]))
  return width === undefined ? register : register % width
}

/** The same instant again, and something of it otherwise or not there. */
const contradicted = (random: Chance, { registerMillilitres, deltaMillilitres, ...reading }: PlainReading): PlainReading => ({
  ...reading,
  ...(registerMillilitres !== undefined && random() < 0.8 && { registerMillilitres: registerMillilitres + oneOf(random, [0, 7_000, 500]) }),
  ...(deltaMillilitres !== undefined && { deltaMillilitres: deltaMillilitres + oneOf(random, [0, 1_000]) }),
  ...(random() < 0.3 && { valve: wholeNumber(random, 1, 2), flags: 'burst' }),
})
