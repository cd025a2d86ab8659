import type { Reading } from '@nightflow/schemas/metering/report-readings'
import type { City } from './city.ts'
import type { Meter } from './city-model.ts'
import { pressureByHour } from './customer-classes.ts'
import { firstDay } from './faults.ts'
import { isFlowMeter } from './flow-meters.ts'
import { type LocalDay, quarterMilliseconds } from './local-days.ts'
import { chance, topics } from './seeded-chance.ts'

const minute = 60_000

/** The number that the meter in the pipe bears at an instant: meters that are exchanged in turn have one each. */
export function numberAt(city: City, meter: Meter, instant: number): string {
  return meter.exchanged ? exchangedNumber(meter, city.water.turnOf(meter, instant).turn) : meter.number
}

export const exchangedNumber = (meter: Meter, turn: number): string =>
  turn === 0 ? meter.number : `${meter.number}${String(turn).padStart(3, '0')}`

/** The displayed register, in whole litres: the register rolled over at its width, less the litre or two of a wobbling counter. */
export function shownLitres(city: City, meter: Meter, instant: number): number {
  const litres = Math.floor(city.water.registerMillilitres(meter, instant) / 1000)
  const shown = ((litres % meter.registerWidthLitres) + meter.registerWidthLitres) % meter.registerWidthLitres
  if (meter.index % 53 !== 0 || meter.role !== 'sub') return shown
  return chance(city.seed, topics.wobble, meter.index, instant / minute) < 0.01 ? Math.max(0, shown - 2) : shown
}

/** The instants in [from, to) at which a meter is read on a local day. */
export function* readingInstants(meter: Meter, day: LocalDay, from: number, to: number): Generator<number> {
  const step = meter.reporting.everyMinutes * minute
  const first = day.startsAt + meter.reporting.atMinute * minute
  const skipped = Math.max(0, Math.ceil((from - first) / step))
  for (let at = first + skipped * step; at < Math.min(to, day.endsAt); at += step) yield at
}

/** Whether the meter is dead or out of reach at an instant, so that no reading of it ever arrives. */
export const isSilent = (city: City, meter: Meter, instant: number): boolean =>
  city.water.troubles
    .faultsBefore(meter.index, instant)
    .some((fault) => fault.kind === 'silent' && fault.from <= instant && instant < fault.to)

/** The volume of the hour (or quarter) that ends at an instant, whole litres; the floors telescope, so that no litre is lost between intervals. */
export function intervalReading(city: City, meter: Meter, at: number): { deltaLitres: number; seconds: number } {
  const seconds = meter.reporting.everyMinutes * 60
  const litresAt = (instant: number) => Math.floor(city.water.registerMillilitres(meter, instant) / 1000)
  // A counter that stepped back meanwhile reports an empty interval, as such devices do.
  return { deltaLitres: Math.max(0, litresAt(at) - litresAt(at - seconds * 1000)), seconds }
}

/** Flow of the quarter before an instant (litres an hour) and pressure (kPa) as the chamber of an inlet or outlet, or a flow meter, reports them. */
export function flowAndPressure(
  city: City,
  meter: Meter,
  day: LocalDay,
  at: number,
): { flowLitresPerHour: number; pressureKilopascal: number } {
  const counted = city.water.countedMillilitres(meter, at) - city.water.countedMillilitres(meter, at - quarterMilliseconds)
  const local = day.localQuarter[Math.floor((at - day.startsAt) / quarterMilliseconds)] ?? 0
  const level = city.zones[meter.zone]?.level ?? 1
  const noise = 6 * (chance(city.seed, topics.pressure, meter.index, at / minute) - 0.5)
  return {
    flowLitresPerHour: Math.round((counted * 4) / 1000),
    pressureKilopascal: Math.round((400 * pressureByHour[local >> 2]! - 18 * (level - 1) + noise) * 10) / 10,
  }
}

/** Flow, pressure and reverse register of a meter that is a flow meter too; nothing of any other. */
export function flowMeterReading(city: City, meter: Meter, day: LocalDay, at: number): Partial<Reading> {
  return isFlowMeter(meter) ? { reverseLitres: reverseLitres(city, meter, day), ...flowAndPressure(city, meter, day, at) } : {}
}

/** Reverse flow while the pipe was filled. One in four has a check valve that leaks, so that its reverse register goes on. */
function reverseLitres({ seed }: City, { index }: Meter, { day }: LocalDay): number {
  const filling = Math.floor(chance(seed, topics.reverse, index) * 40)
  return chance(seed, topics.reverse, index, 1) < 0.25 ? filling + 2 * (day - firstDay) : filling
}

/** The once-a-day message about the meter itself: its register with battery, water temperature, valve and alarm words. */
export function statusReading(city: City, meter: Meter, day: LocalDay, at: number, valve: 'open' | 'closed' | undefined): Reading {
  const weak = chance(city.seed, topics.battery, meter.index) < 0.012
  const age = chance(city.seed, topics.battery, meter.index, 1)
  const batteryMillivolt = weak ? 3_080 - Math.floor(age * 120) : 3_620 - Math.floor(age * 180)
  const season = Math.cos((2 * Math.PI * (day.dayOfYear - 215)) / 365)
  const flags: string[] = []
  if (weak) flags.push('low-battery')
  if (meter.use?.customerClass === 'drippingFlat') flags.push('leak')
  const troubles = city.water.troubles.faultsBefore(meter.index, at)
  if (troubles.some((fault) => fault.kind === 'backflow' && at - fault.from < 2 * 86_400_000)) flags.push('reverse')
  if (meter.index % 401 === 7) flags.push('tamper')
  const about = {
    meter: numberAt(city, meter, at),
    at,
    batteryMillivolt,
    temperatureCelsius: Math.round((16 + 6 * season + 3 * (age - 0.5)) * 10) / 10,
  }
  const volume = meter.reporting.form === 'interval' ? intervalReading(city, meter, at) : { litres: shownLitres(city, meter, at) }
  return { ...about, ...volume, ...(valve ? { valve } : {}), ...(flags.length > 0 ? { flags } : {}) }
}
