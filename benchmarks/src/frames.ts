import { createHash } from 'node:crypto'
import { packFrame } from '@nightflow/domain/metering/pack-frame'
import type { ReadingColumns } from '@nightflow/domain/metering/reading-columns'
import type { EventLog, NewEvent } from '@nightflow/event-log/event-log'

/** How readings make a frame: 500 meters with one each, 50 meters with ten each, or 20 meters with a whole day each. */
export type Shape = keyof typeof shapes
const shapes = { '500x1': [500, 1], '50x10': [50, 10], '20x24': [20, 24] } as const

export const tenant = 'bench'
export const meterCount = 5_000
export const readingsPerFrame = 500
export const firstInstant = Date.UTC(2026, 0, 1)
const hour = 3_600_000

const numbers: string[] = []
/** The numbers of meters from `first` on. */
const numbersOf = (first: number, count: number): string[] => {
  while (numbers.length < first + count) numbers.push(String(10_000_000 + numbers.length))
  return numbers.slice(first, first + count)
}

/** The register of a meter after so many hours, millilitres: a few litres an hour, different for each meter and hour, always the same. */
export const registerAt = (meter: number, hours: number): number =>
  1_000_000 * meter + 11_000 * hours + ((meter * 7919 + hours * 104_729) % 9) * 1_000

/** Frames of all meters' hourly readings, in the order in which gateways would send them. */
export function* framesOf(shape: Shape, hours: number, meters = meterCount, fromHour = 0): Generator<ReadingColumns> {
  const [metersPerFrame, hoursPerFrame] = shapes[shape]
  for (let firstHour = fromHour; firstHour < fromHour + hours; firstHour += hoursPerFrame)
    for (let firstMeter = 0; firstMeter < meters; firstMeter += metersPerFrame)
      yield frameOf(firstMeter, metersPerFrame, firstHour, hoursPerFrame)
}

const frameOf = (firstMeter: number, meters: number, firstHour: number, hours: number): ReadingColumns => {
  const count = meters * hours
  const columns: ReadingColumns = {
    count,
    meters: numbersOf(firstMeter, meters),
    meterIndex: new Uint32Array(count),
    at: new Float64Array(count),
    registerMillilitres: new Float64Array(count),
  }
  for (let row = 0; row < count; row++) {
    const meter = Math.floor(row / hours)
    const elapsed = firstHour + (row % hours)
    columns.meterIndex[row] = meter
    columns.at[row] = firstInstant + elapsed * hour
    columns.registerMillilitres![row] = registerAt(firstMeter + meter, elapsed)
  }
  return columns
}

/** The event that the ingest endpoint would write for a frame. */
export const eventOf = (columns: ReadingColumns, frameId: string, gateway: string): NewEvent => {
  const id = createHash('sha256').update(`${gateway}/${frameId}`).digest('hex')
  const instant = new Date(columns.at[0]!).toISOString()
  return {
    id: `${id.slice(0, 8)}-${id.slice(8, 12)}-5${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20, 32)}`,
    type: 'metering.ReadingsReported',
    schemaVersion: 1,
    data: {
      frameId,
      gateway,
      source: 'frames',
      sentAt: instant,
      receivedAt: instant,
      accepted: columns.count,
      duplicates: 0,
      rejected: [],
      meterCount: columns.meters.length,
      firstAt: instant,
      lastAt: new Date(columns.at[columns.count - 1]!).toISOString(),
    },
    packed: packFrame(columns),
    metadata: { tenant, actor: `gateway:${gateway}` },
  }
}

/** Appends that may wait at once; the log refuses ten thousand. */
const waitingAppendsMax = 5000

/** Registers meters and, with `partitions`, spreads them over that many partitions, each with its first meter as inlet. */
export const registerMeters = async (log: EventLog, partitions: number, meters = meterCount): Promise<void> => {
  const append = (stream: string, type: string, data: NewEvent['data']) =>
    log.append(`${tenant}/${stream}`, 'any', [
      { id: crypto.randomUUID(), type, schemaVersion: 1, data, metadata: { tenant, actor: 'user:bench' } },
    ])
  const about = { timeZone: 'Asia/Shanghai', hasValve: false, caliberMillimetres: 300, registeredAt: '2026-01-01T00:00:00Z' }
  for (let first = 0; first < meters; first += waitingAppendsMax)
    await Promise.all(
      numbersOf(first, Math.min(waitingAppendsMax, meters - first)).map((number) =>
        append(`devices-meter-${number}`, 'devices.MeterRegistered', { number, ...about }),
      ),
    )
  const each = Math.floor(meters / Math.max(1, partitions))
  for (let index = 0; index < partitions; index++) {
    const partitionId = `zone-${index + 1}`
    const stream = `leakage-partition-${partitionId}`
    const [inlet, ...customers] = numbersOf(index * each, each)
    await append(stream, 'leakage.PartitionCreated', {
      partitionId,
      rootId: partitionId,
      parentId: null,
      level: 1,
      name: partitionId,
      timeZone: about.timeZone,
      nightWindow: { fromHour: 2, toHour: 4 },
      minimumCoverage: 1,
      boundary: null,
      personId: null,
      leaderName: null,
      leaderPhone: null,
    })
    await append(stream, 'leakage.SummaryMeterAssociated', { partitionId, number: inlet, direction: 'in' })
    await append(stream, 'leakage.SubMetersAssociated', { partitionId, numbers: customers })
  }
}

/** The events of all frames, packed; ten gateways in turn. `run` distinguishes runs over the same log. */
export function* eventsOf(shape: Shape, hours: number, run = '', meters = meterCount, fromHour = 0): Generator<NewEvent> {
  let frame = 0
  for (const columns of framesOf(shape, hours, meters, fromHour))
    yield eventOf(columns, `${run}${shape}-${frame}`, `gateway-${frame++ % 10}`)
}

/** Appends frames with many callers waiting, as gateways would; answers how many readings they held. */
export const appendFrames = async (log: EventLog, events: Iterable<NewEvent>): Promise<number> => {
  const waiting = new Set<Promise<unknown>>()
  let readings = 0
  for (const event of events) {
    const settled = log
      .append(`${tenant}/metering-${event.metadata.actor.replace(':', '-')}`, 'any', [event])
      .finally(() => waiting.delete(settled))
    waiting.add(settled)
    if (waiting.size >= 128) await Promise.race(waiting)
    readings += (event.data as { accepted: number }).accepted
  }
  await Promise.all(waiting)
  return readings
}
