import type { Reading } from '@nightflow/schemas/metering/report-readings'
import type { City } from './city.ts'
import type { Gateway, Meter } from './city-model.ts'
import { firstDay } from './faults.ts'
import { isFlowMeter } from './flow-meters.ts'
import type { LocalDay } from './local-days.ts'
import {
  flowAndPressure,
  flowMeterReading,
  intervalReading,
  isSilent,
  numberAt,
  readingInstants,
  shownLitres,
  statusReading,
} from './meter-readings.ts'
import { rubbishOf } from './rubbish.ts'
import { chance, topics } from './seeded-chance.ts'

/** A message of a gateway, ready to be sent. */
export type OutgoingFrame = {
  gateway: Gateway
  frameId: string
  /** When the gateway sends it, epoch milliseconds: shortly after its data, or hours later when it was out of reach. */
  sentAt: number
  readings: number
  /** JSON of `POST /ingest/v1/frames`. */
  body: string
  /** Start of the stretch of time whose readings it carries. */
  dueFrom: number
  /** The gateway does not hear the first answer and sends the very same frame again. */
  sentTwice: boolean
}

/** State of a meter's valve according to its messages. */
export type Valves = (meter: Meter, at: number) => 'open' | 'closed' | undefined
/** The register of a meter while its valve is closed; undefined means that the water flows normally. */
export type HeldRegister = (meter: Meter, litres: number) => number

export type FramesWanted = {
  city: City
  /** Readings become due in [from, to), epoch milliseconds. */
  from: number
  to: number
  /** The city reports nothing older than this, not even what daily meters stored; `from` when absent. */
  historyFrom?: number
  /** No gateway is silent beyond this instant; `to` when absent, since a history is complete. */
  lateUntil?: number
  valves?: Valves
  heldRegister?: HeldRegister
  readingsPerFrame?: number
}

/** The history of a city that begins today: before that no person operated a valve of it. */
const untouchedMilliseconds = 35 * 86_400_000

type Columns = Partial<Record<keyof Reading, (string | number)[]>> & { meter: string[]; at: number[] }
type Kind = 'register' | 'interval' | 'chamber' | 'flowMeter'
type Context = FramesWanted & {
  historyFrom: number
  lateUntil: number
  gateway: Gateway
  day: LocalDay
  readingsPerFrame: number
  heldRegister: HeldRegister
  valves: Valves
  windowFrom: number
  windowTo: number
}

/** Every frame of the city for readings that become due in [from, to), in the order in which they reach the network. */
export function* framesBetween(wanted: FramesWanted): Generator<OutgoingFrame> {
  const { city, from, to } = wanted
  const historyFrom = wanted.historyFrom ?? from
  // Valves are open as long as no person can have moved them. Later only the person who moved a valve knows its state.
  const valves: Valves = (_, at) => (at < historyFrom + untouchedMilliseconds ? 'open' : undefined)
  const defaults = { heldRegister: (_: Meter, litres: number) => litres, valves, historyFrom, lateUntil: to }
  const late: OutgoingFrame[] = []
  const metersOf = city.gateways.map((gateway) => city.meters.filter((meter) => meter.gateway === gateway.index))
  for (let day = city.days.at(from); day.startsAt < to; day = city.days.of(day.day + 1)) {
    const windowFrom = Math.max(from, day.startsAt)
    const windowTo = Math.min(to, day.endsAt)
    yield* dueBefore(late, windowFrom)
    for (const gateway of city.gateways) {
      const readingsPerFrame = wanted.readingsPerFrame ?? 500
      const context: Context = { ...defaults, ...wanted, readingsPerFrame, gateway, day, windowFrom, windowTo }
      for (const frame of framesOfGateway(context, metersOf[gateway.index] ?? [])) {
        if (frame.sentAt < windowTo + 60_000) yield frame
        else late.push(frame)
      }
    }
  }
  yield* dueBefore(late, Number.POSITIVE_INFINITY)
}

function* dueBefore(late: OutgoingFrame[], instant: number): Generator<OutgoingFrame> {
  late.sort((one, other) => one.sentAt - other.sentAt)
  while (late[0] && late[0].sentAt < instant) yield late.shift()!
}

function* framesOfGateway(context: Context, meters: Meter[]): Generator<OutgoingFrame> {
  const { windowFrom, windowTo } = context
  let serial = 0
  const open: Partial<Record<Kind, Columns>> = {}
  const status: Reading[] = []
  for (const meter of meters) {
    const kind = kindOf(meter)
    open[kind] ??= { meter: [], at: [] }
    for (const [day, from, to] of windowsOf(context, meter)) addReadings(context, meter, day, from, to, open[kind], status)
    if (open[kind].at.length >= context.readingsPerFrame) {
      yield* sealed(context, serial++, open[kind])
      delete open[kind]
    }
  }
  for (const columns of Object.values(open)) if (columns.at.length > 0) yield* sealed(context, serial++, columns)
  const rubbish: unknown[] = rubbishOf(context.city.seed, context.gateway, windowFrom, windowTo)
  for (let start = 0; start < status.length; start += context.readingsPerFrame) {
    const rows: unknown[] = status.slice(start, start + context.readingsPerFrame).map(asObject)
    const withRubbish = start === 0 ? [...rows, ...rubbish] : rows
    yield frameOf(context, serial++, withRubbish.length, JSON.stringify(withRubbish), '')
  }
}

const kindOf = (meter: Meter): Kind => {
  if (meter.role !== 'sub') return 'chamber'
  return isFlowMeter(meter) ? 'flowMeter' : meter.reporting.form
}

const asObject = (reading: Reading) => ({ ...reading, at: new Date(reading.at).toISOString() })

/** Which stretch of which day a meter delivers now: what was just read, or, from a daily meter, the day before up to the midnight that closes it. */
function windowsOf({ city, day, historyFrom, windowFrom, windowTo }: Context, meter: Meter): [LocalDay, number, number][] {
  if (!meter.reporting.dailyBatch) return [[day, windowFrom, windowTo]]
  const delivers = day.startsAt + (meter.index % 150) * 60_000
  if (delivers < windowFrom || delivers >= windowTo || day.day <= firstDay) return []
  const before = city.days.of(day.day - 1)
  // The midnight that opens the day was sent with the day before it; only a city that begins today sends it now.
  const opening = before.startsAt > historyFrom ? before.startsAt + 1 : historyFrom
  return [
    [before, opening, before.endsAt],
    [day, day.startsAt, day.startsAt + 1],
  ]
}

function addReadings(context: Context, meter: Meter, day: LocalDay, from: number, to: number, columns: Columns, status: Reading[]): void {
  const { city, valves, heldRegister } = context
  const hasStatus = meter.role === 'sub'
  const firstOfDay = day.startsAt + meter.reporting.atMinute * 60_000
  for (const at of readingInstants(meter, day, from, to)) {
    if (isSilent(city, meter, at)) continue
    if (hasStatus && at === firstOfDay) {
      const reading = statusReading(city, meter, day, at, meter.hasValve ? valves(meter, at) : undefined)
      const held = reading.litres === undefined ? reading : { ...reading, litres: heldRegister(meter, reading.litres) }
      status.push({ ...held, ...flowMeterReading(city, meter, day, at) })
      continue
    }
    columns.meter.push(numberAt(city, meter, at))
    columns.at.push(at)
    if (meter.role === 'sub' && meter.reporting.form === 'interval') {
      const { deltaLitres, seconds } = intervalReading(city, meter, at)
      column(columns, 'deltaLitres').push(deltaLitres)
      column(columns, 'seconds').push(seconds)
      continue
    }
    column(columns, 'litres').push(heldRegister(meter, shownLitres(city, meter, at)))
    const more = meter.role === 'sub' ? flowMeterReading(city, meter, day, at) : flowAndPressure(city, meter, day, at)
    for (const [name, value] of Object.entries(more)) column(columns, name as keyof Reading).push(value as number)
  }
}

function column(columns: Columns, name: keyof Reading): (string | number)[] {
  columns[name] ??= []
  return columns[name]
}

/** Closes a frame: its rows in the gateway's own body shape, sometimes shuffled, sometimes repeated in a new frame. */
function* sealed(context: Context, serial: number, columns: Columns): Generator<OutgoingFrame> {
  const { city, gateway, windowFrom } = context
  const count = columns.at.length
  const draw = (what: number) => chance(city.seed, topics.delivery, gateway.index * 1_000 + serial, windowFrom / 1000, what)
  if (draw(0) < 0.04) shuffle(columns, draw)
  const readings = gateway.body === 'objects' ? JSON.stringify(rowsOf(columns)) : JSON.stringify(columns)
  yield frameOf(context, serial, count, readings, '')
  if (draw(1) < 0.006) yield frameOf(context, serial, count, readings, '-again')
}

function rowsOf(columns: Columns): object[] {
  const names = Object.keys(columns) as (keyof Columns)[]
  return columns.at.map((at, row) => {
    const reading: Record<string, string | number | undefined> = {}
    for (const name of names) reading[name] = name === 'at' ? new Date(at).toISOString() : columns[name]?.[row]
    return reading
  })
}

function shuffle(columns: Columns, draw: (what: number) => number): void {
  for (let row = columns.at.length - 1; row > 0; row--) {
    const other = Math.floor(draw(100 + row) * (row + 1))
    for (const values of Object.values(columns) as (string | number)[][]) {
      const kept = values[row]!
      values[row] = values[other]!
      values[other] = kept
    }
  }
}

function frameOf(
  { city, gateway, windowFrom, windowTo, lateUntil }: Context,
  serial: number,
  count: number,
  readings: string,
  suffix: string,
): OutgoingFrame {
  const draw = (what: number) => chance(city.seed, topics.delivery, gateway.index * 1_000 + serial, windowFrom / 1000, 10 + what)
  const hoursLate = draw(0) < 0.025 ? 1 + draw(1) * 14 : 0
  const soon = windowTo + (suffix ? 20_000 : 0) + draw(2) * Math.min(20_000, (windowTo - windowFrom) / 50)
  const sentAt = Math.floor(Math.max(soon, Math.min(soon + hoursLate * 3_600_000, lateUntil)))
  const frameId = `${gateway.name}-${windowFrom.toString(36)}-${windowTo.toString(36)}-${serial}${suffix}`
  const body = `{"frameId":"${frameId}","sentAt":"${new Date(sentAt).toISOString()}","readings":${readings}}`
  return { gateway, frameId, sentAt, dueFrom: windowFrom, readings: count, body, sentTwice: draw(3) < 0.01 }
}
