import type { Meter, Zone } from './city-model.ts'
import { byQuarter, type CustomerClass, type CustomerClassName, customerClasses, pressureByHour } from './customer-classes.ts'
import { burstMillilitres, firstDay, type Troubles, troublesOf } from './faults.ts'
import { type LocalDay, type LocalDays, quarterMilliseconds } from './local-days.ts'
import { chance, chanceBits, topics } from './seeded-chance.ts'

/**
 * The water of one local day: running totals in whole millilitres since the city's first day, one value per quarter of an hour and one
 * more for the day's end. Inside a quarter the flow is even, so any instant follows by interpolation.
 */
export type DayWater = {
  day: LocalDay
  /** `quarters + 1`: how far apart two meters or zones lie in the arrays. */
  stride: number
  /** True use of each customer and outlet (meter index by quarter). */
  used: Float64Array
  /** Losses of each zone's own mains (zone index by quarter). */
  leaked: Float64Array
  /** Volume of all inlets of a zone: use, outlets and losses of the zone and of everything below it. */
  supplied: Float64Array
}

export type Water = {
  troubles: Troubles
  day: (day: number) => DayWater
  usedMillilitres: (meter: Meter, instant: number) => number
  suppliedMillilitres: (zone: number, instant: number) => number
  leakedMillilitres: (zone: number, instant: number) => number
  /** Volume counted by a meter since the first day: use less the volume while it was stuck, less reverse flow. Inlets: their share of the supply. */
  countedMillilitres: (meter: Meter, instant: number) => number
  /** Which of the meters that are exchanged in turn is in the pipe, and since when (10:00 of some day); turn 0 is the first. */
  turnOf: (meter: Meter, instant: number) => { turn: number; since: number }
  /** The register before it rolls over at its width. */
  registerMillilitres: (meter: Meter, instant: number) => number
}

const weightsOf = Object.fromEntries(
  Object.entries(customerClasses).map(([name, kind]) => [name, { workday: byQuarter(kind.workday), weekend: byQuarter(kind.weekend) }]),
) as Record<CustomerClassName, { workday: Float64Array; weekend: Float64Array }>
const pressureByQuarter = byQuarter(pressureByHour)

const daysKept = 4
const snapshotEveryDays = 50

export function waterOf(city: { seed: number; days: LocalDays; zones: Zone[]; meters: Meter[]; exchangesFrom: number }): Water {
  const { seed, days, zones, meters, exchangesFrom } = city
  const users = meters.filter((meter) => meter.use)
  const inletsOfZone = Map.groupBy(
    meters.filter(({ role }) => role === 'in'),
    ({ zone }) => zone,
  )
  const troubles = troublesOf({ seed, days, zones, meters })
  const startOf = dayStarts({ seed, days, zones, users })
  const kept = new Map<number, DayWater>()

  const day = (wanted: number): DayWater => {
    const known = kept.get(wanted)
    if (known) return known
    if (wanted < firstDay) throw new RangeError('the city has no water before 2025-01-01; ask for a later day')
    const built = buildDay({ seed, day: days.of(wanted), zones, users, start: startOf(wanted), troubles })
    if (kept.size >= daysKept) kept.delete(Math.min(...kept.keys()))
    kept.set(wanted, built)
    return built
  }
  /** Questions come in runs about the same day. */
  let last: DayWater | undefined
  const within = (totals: (of: DayWater) => Float64Array, index: number, instant: number): number => {
    if (!last || instant < last.day.startsAt || instant >= last.day.endsAt) last = day(days.at(instant).day)
    const of = last
    const quarter = Math.floor((instant - of.day.startsAt) / quarterMilliseconds)
    const from = totals(of)[index * of.stride + quarter]!
    const rest = instant - of.day.startsAt - quarter * quarterMilliseconds
    if (rest === 0) return from
    return from + Math.floor(((totals(of)[index * of.stride + quarter + 1]! - from) * rest) / quarterMilliseconds)
  }
  const usedMillilitres = (meter: Meter, instant: number) => within((of) => of.used, meter.index, instant)
  const suppliedMillilitres = (zone: number, instant: number) => within((of) => of.supplied, zone, instant)
  const leakedMillilitres = (zone: number, instant: number) => within((of) => of.leaked, zone, instant)
  /** One meter at one past instant, without building the whole city's day. */
  const usedLongAgo = remembered((meter: Meter, instant: number) => usedByOne({ seed, days, users, meter, instant }))

  const countedMillilitres = (meter: Meter, instant: number): number => {
    if (meter.role === 'in') return inletMillilitres(meter, inletsOfZone.get(meter.zone)!, suppliedMillilitres(meter.zone, instant))
    let counted = usedMillilitres(meter, instant)
    for (const fault of troubles.faultsBefore(meter.index, instant)) {
      if (fault.kind === 'backflow') counted -= fault.litres * 1000
      if (fault.kind === 'stuck')
        counted -= (fault.to <= instant ? usedLongAgo(meter, fault.to) : usedMillilitres(meter, instant)) - usedLongAgo(meter, fault.from)
    }
    return counted
  }
  const turnOf = (meter: Meter, instant: number) => {
    const never = { turn: 0, since: Number.NEGATIVE_INFINITY }
    if (!meter.exchanged || instant < exchangesFrom) return never
    const { everyDays, offsetDays } = meter.exchanged
    const exchangeInstant = (cycle: number) => days.of(firstDay + cycle * everyDays + offsetDays).startsAt + 40 * quarterMilliseconds
    const cycleAt = (at: number) => {
      const cycle = Math.floor((days.at(at).day - firstDay - offsetDays) / everyDays)
      return exchangeInstant(cycle) <= at ? cycle : cycle - 1
    }
    const cycle = cycleAt(instant)
    const turn = cycle - cycleAt(exchangesFrom - 1)
    return turn === 0 ? never : { turn, since: exchangeInstant(cycle) }
  }
  const registerMillilitres = (meter: Meter, instant: number): number => {
    const { turn, since } = turnOf(meter, instant)
    if (turn === 0) return meter.initialMillilitres + countedMillilitres(meter, instant)
    // A meter from the bench carries the few litres of its test.
    return 180_000 + countedMillilitres(meter, instant) - usedLongAgo(meter, since)
  }
  return { troubles, day, usedMillilitres, suppliedMillilitres, leakedMillilitres, countedMillilitres, turnOf, registerMillilitres }
}

/** An inlet's share in whole millilitres; the last of several inlets takes the remainder, so that together they are the supply. */
function inletMillilitres(inlet: Meter, siblings: readonly Meter[], supplied: number): number {
  if (siblings.length === 1) return supplied
  if (siblings.at(-1) !== inlet) return Math.floor(supplied * (inlet.inletShare ?? 1))
  return siblings.slice(0, -1).reduce((rest, sibling) => rest - Math.floor(supplied * (sibling.inletShare ?? 1)), supplied)
}

function remembered(find: (meter: Meter, instant: number) => number): (meter: Meter, instant: number) => number {
  const known = new Map<string, number>()
  return (meter, instant) => {
    const key = `${meter.index}@${instant}`
    const value = known.get(key) ?? find(meter, instant)
    known.set(key, value)
    return value
  }
}

/** 1 in July, -1 in January. */
const summer = (day: LocalDay) => Math.cos((2 * Math.PI * (day.dayOfYear - 203)) / 365)

/** A pool of some cubic metres is about eight ordinary days. */
const poolTimes = 8

function usedOnDay(seed: number, meter: Meter, day: LocalDay, summerNow: number): number {
  if (!meter.use) return 0
  const kind: CustomerClass = customerClasses[meter.use.customerClass]
  // Every three weeks about one home in eighty is empty: its register stops too, and nothing is wrong.
  if (kind.caliberMillimetres === 15 && chance(seed, topics.vacancy, meter.index, Math.floor((day.day - firstDay) / 21)) < 0.012) return 0
  // About two homes a day fill a pool, or forget a hose: water that really ran, and a day that a clerk will question.
  const isPoolDay = kind.caliberMillimetres === 15 && chance(seed, topics.poolDay, meter.index, day.day) < 0.001
  const today = (isPoolDay ? poolTimes : 1) + kind.restless * (2 * chance(seed, topics.dailyVolume, meter.index, day.day) - 1)
  return Math.round(meter.use.millilitresPerDay * kind.week[day.weekday]! * (1 + (kind.seasonal / 2) * summerNow) * today)
}

/** Background leakage of a zone over one day, before its spread over the hours: a little more in summer, drifting from day to day. */
function leakedOnDay(seed: number, zone: Zone, day: LocalDay, summerNow: number): number {
  const drift = 1 + 0.03 * summerNow + 0.03 * (2 * chance(seed, topics.leakage, zone.index, day.day) - 1)
  return Math.round((zone.backgroundMillilitresPerDay * drift * day.quarters) / 96)
}

type Totals = { used: Float64Array; leaked: Float64Array }

/** Totals at the start of a day: carried on from the last one computed, or from a snapshot when going back. */
function dayStarts({
  seed,
  days,
  zones,
  users,
}: {
  seed: number
  days: LocalDays
  zones: Zone[]
  users: Meter[]
}): (day: number) => Totals {
  const nothing = (): Totals => ({ used: new Float64Array(users.length), leaked: new Float64Array(zones.length) })
  const snapshots = new Map<number, Totals>([[firstDay, nothing()]])
  const copy = (totals: Totals): Totals => ({ used: totals.used.slice(), leaked: totals.leaked.slice() })
  let at = firstDay
  let totals = nothing()
  return (wanted) => {
    if (wanted < at) {
      at = Math.max(...[...snapshots.keys()].filter((day) => day <= wanted))
      totals = copy(snapshots.get(at) ?? nothing())
    }
    while (at < wanted) {
      const day = days.of(at)
      const summerNow = summer(day)
      users.forEach((meter, index) => {
        totals.used[index]! += usedOnDay(seed, meter, day, summerNow)
      })
      for (const zone of zones) totals.leaked[zone.index]! += leakedOnDay(seed, zone, day, summerNow)
      at++
      if ((at - firstDay) % snapshotEveryDays === 0) snapshots.set(at, copy(totals))
    }
    return copy(totals)
  }
}

/** Spreads a day's volume over its quarters; exact, because every running total is the floor of the same straight proportion. */
function spread(into: Float64Array, offset: number, start: number, volume: number, weights: Float64Array): void {
  let sum = 0
  for (const weight of weights) sum += weight
  let soFar = 0
  into[offset] = start
  for (let quarter = 0; quarter < weights.length; quarter++) {
    soFar += weights[quarter]!
    into[offset + quarter + 1] = start + Math.floor((volume * soFar) / sum)
  }
  into[offset + weights.length] = start + volume
}

/** How a customer's day is spread: its class's pattern, with the restlessness of single taps. `weights` is filled and holds the answer. */
function weighQuarters(seed: number, meter: Meter, day: LocalDay, weights: Float64Array): void {
  const className = meter.use?.customerClass ?? 'flat'
  const kind: CustomerClass = customerClasses[className]
  const pattern = weightsOf[className][day.weekday === 0 || day.weekday === 6 ? 'weekend' : 'workday']
  let bits = 0
  for (let quarter = 0; quarter < day.quarters; quarter++) {
    if (quarter % 4 === 0) bits = chanceBits(seed, topics.quarterHour * 65_536 + quarter, meter.index, day.day)
    const drawn = ((bits >>> ((quarter % 4) * 8)) & 255) / 256
    const local = day.localQuarter[quarter]!
    const idle = local < 24 ? Math.min(0.9, kind.idle * 3) : kind.idle
    const alive = drawn < idle ? 0 : 0.4 + (1.2 * (drawn - idle)) / (1 - idle)
    weights[quarter] = (pattern[local]! * alive) / (1 - idle) + 1e-9
  }
}

function buildDay(from: { seed: number; day: LocalDay; zones: Zone[]; users: Meter[]; start: Totals; troubles: Troubles }): DayWater {
  const { seed, day, zones, users, start, troubles } = from
  const stride = day.quarters + 1
  const used = new Float64Array(users.length * stride)
  const leaked = new Float64Array(zones.length * stride)
  const supplied = new Float64Array(zones.length * stride)
  const weights = new Float64Array(day.quarters)
  const summerNow = summer(day)
  const pressure = Float64Array.from({ length: day.quarters }, (_, quarter) => pressureByQuarter[day.localQuarter[quarter]!]!)
  for (const zone of zones) {
    spread(leaked, zone.index * stride, start.leaked[zone.index]!, leakedOnDay(seed, zone, day, summerNow), pressure)
    for (const burst of troubles.burstsBefore(zone.index, day.endsAt)) {
      for (let quarter = 0; quarter < stride; quarter++)
        leaked[zone.index * stride + quarter]! += burstMillilitres(burst, day.startsAt + quarter * quarterMilliseconds)
    }
  }
  const own = leaked.slice()
  users.forEach((meter, index) => {
    weighQuarters(seed, meter, day, weights)
    spread(used, index * stride, start.used[index]!, usedOnDay(seed, meter, day, summerNow), weights)
    const zoneOffset = meter.zone * stride
    for (let quarter = 0; quarter < stride; quarter++) own[zoneOffset + quarter]! += used[index * stride + quarter]!
  })
  for (const zone of zones) {
    for (const below of zone.subtree) {
      for (let quarter = 0; quarter < stride; quarter++) supplied[zone.index * stride + quarter]! += own[below * stride + quarter]!
    }
  }
  return { day, stride, used, leaked, supplied }
}

function usedByOne({
  seed,
  days,
  users,
  meter,
  instant,
}: {
  seed: number
  days: LocalDays
  users: Meter[]
  meter: Meter
  instant: number
}): number {
  const today = days.at(instant)
  if (!users[meter.index]) return 0
  let total = 0
  for (let at = firstDay; at < today.day; at++) {
    const day = days.of(at)
    total += usedOnDay(seed, meter, day, summer(day))
  }
  const weights = new Float64Array(today.quarters)
  const totals = new Float64Array(today.quarters + 1)
  weighQuarters(seed, meter, today, weights)
  spread(totals, 0, total, usedOnDay(seed, meter, today, summer(today)), weights)
  return totals[Math.floor((instant - today.startsAt) / quarterMilliseconds)]!
}
