import type { Meter, Zone } from './city-model.ts'
import { type LocalDays, quarterMilliseconds } from './local-days.ts'
import { chance, topics } from './seeded-chance.ts'

/** The city's first local day, 2025-01-01: registers and leakage are counted from its start; earlier instants have no water. */
export const firstDay = 20_089
/** Bursts and faults are drawn per zone or meter and per stretch of this many days, so that any month shows some of each. */
const stretchDays = 28

/** A pipe that breaks, runs and is repaired. */
export type Burst = {
  id: string
  zone: number
  startsAt: number
  repairedAt: number
  litresPerHour: number
  /** A crack that opens slowly reaches its full flow after this long; 0 is a sudden burst. */
  growsOverHours: number
}

export type Fault = {
  meter: number
  /** `stuck`: water runs, the register stays constant. `silent`: nothing is sent. `backflow`: the register steps back by `litres` at `from`. */
  kind: 'stuck' | 'silent' | 'backflow'
  from: number
  to: number
  litres: number
}

/** Volume that a burst has lost up to an instant, millilitres: its growth is a straight line, so this is exact. */
export function burstMillilitres(burst: Burst, instant: number): number {
  const elapsed = Math.min(instant, burst.repairedAt) - burst.startsAt
  if (elapsed <= 0) return 0
  const growing = burst.growsOverHours * 3_600_000
  const atFullFlow = elapsed < growing ? (elapsed * elapsed) / (2 * growing) : elapsed - growing / 2
  return Math.floor((burst.litresPerHour * atFullFlow) / 3_600)
}

export type Troubles = {
  /** Every burst of the zone that starts before the instant, oldest first. */
  burstsBefore: (zone: number, instant: number) => readonly Burst[]
  /** Every fault of the meter that starts before the instant, oldest first. */
  faultsBefore: (meter: number, instant: number) => readonly Fault[]
}

export function troublesOf({ seed, days, zones, meters }: { seed: number; days: LocalDays; zones: Zone[]; meters: Meter[] }): Troubles {
  const bursts = zones.map((): Burst[] => [])
  const faults = meters.map((): Fault[] => [])
  let drawnStretches = 0
  const drawUntil = (instant: number) => {
    while (days.of(firstDay + drawnStretches * stretchDays).startsAt <= instant) {
      for (const zone of zones) bursts[zone.index]?.push(...burstsOfStretch(seed, days, zone, drawnStretches))
      for (const meter of meters)
        if (meter.role === 'sub' && meter.reporting.everyMinutes === 60)
          faults[meter.index]?.push(...faultsOfStretch(seed, days, meter, drawnStretches))
      drawnStretches++
    }
  }
  return {
    burstsBefore: (zone, instant) => {
      drawUntil(instant)
      return earlier(bursts[zone], (burst) => burst.startsAt < instant)
    },
    faultsBefore: (meter, instant) => {
      drawUntil(instant)
      return earlier(faults[meter], (fault) => fault.from < instant)
    },
  }
}

const none: readonly never[] = []
/** Most lists are empty, and this is called for every reading. */
const earlier = <Trouble>(list: readonly Trouble[] | undefined, isEarlier: (trouble: Trouble) => boolean): readonly Trouble[] =>
  list && list.length > 0 ? list.filter(isEarlier) : none

const quarterOf = (days: LocalDays, stretch: number, dayInStretch: number): number =>
  days.of(firstDay + stretch * stretchDays + Math.floor(dayInStretch)).startsAt + Math.floor((dayInStretch % 1) * 92) * quarterMilliseconds

function burstsOfStretch(seed: number, days: LocalDays, zone: Zone, stretch: number): Burst[] {
  const draw = (what: number) => chance(seed, topics.burst * 100 + zone.index, stretch, what)
  // Mains of a whole cascade break less often than the many small pipes of a street.
  if (draw(0) >= (zone.subtree.length > 1 ? 0.15 : 0.55)) return []
  const startsAt = quarterOf(days, stretch, draw(1) * 18)
  const runsQuarters = Math.round((1.2 + draw(2) * 7.5) * 96)
  const litresPerHour = Math.round(
    Math.max(500, zone.ordinaryLitresPerHour * (zone.subtree.length > 1 ? 0.12 + 0.12 * draw(3) : 0.3 + 0.5 * draw(3))),
  )
  return [
    {
      id: `${zone.id}-${stretch + 1}`,
      zone: zone.index,
      startsAt,
      repairedAt: startsAt + runsQuarters * quarterMilliseconds,
      litresPerHour,
      growsOverHours: draw(4) < 0.4 ? 12 + Math.round(draw(5) * 36) : 0,
    },
  ]
}

function faultsOfStretch(seed: number, days: LocalDays, meter: Meter, stretch: number): Fault[] {
  const found: Fault[] = []
  const draw = (topic: number, what: number) => chance(seed, topic, meter.index * 8 + what, stretch)
  if (draw(topics.stuck, 0) < 0.0016) {
    const from = quarterOf(days, stretch, draw(topics.stuck, 1) * 10)
    found.push({
      meter: meter.index,
      kind: 'stuck',
      from,
      to: from + Math.round((4 + draw(topics.stuck, 2) * 12) * 96) * quarterMilliseconds,
      litres: 0,
    })
  }
  if (draw(topics.silent, 0) < 0.005) {
    const from = quarterOf(days, stretch, draw(topics.silent, 1) * 20)
    found.push({
      meter: meter.index,
      kind: 'silent',
      from,
      to: from + Math.round((1.5 + draw(topics.silent, 2) * 6) * 96) * quarterMilliseconds,
      litres: 0,
    })
  }
  if (draw(topics.backflow, 0) < 0.002) {
    const from = quarterOf(days, stretch, draw(topics.backflow, 1) * 27)
    found.push({
      meter: meter.index,
      kind: 'backflow',
      from,
      to: from + quarterMilliseconds,
      litres: 40 + Math.floor(draw(topics.backflow, 2) * 260),
    })
  }
  return found.sort((one, other) => one.from - other.from)
}
