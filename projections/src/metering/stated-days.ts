import { unpackDayHours } from '@nightflow/domain/metering/hour-volumes'
import { dayOfDate } from '@nightflow/domain/shared/local-time'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { ClientBase } from 'pg'
import type { DayFigures } from '../projector/projection.ts'
import type { Meter, MeterRegistry } from './meter-registry.ts'

/** Events that say what counts of a day in place of its readings, or that the readings count again. */
export const statingTypes = [
  'metering.ConsumptionEstimated',
  'metering.ConsumptionEdited',
  'metering.ReadingAccepted',
  'metering.ConsumptionDecisionWithdrawn',
] as const
const words = new Set<string>(statingTypes)

export const isStating = (type: string): boolean => words.has(type)

type Stating = { number: string; day: string; litres?: number; hourLitres?: readonly number[] }

const millilitres = (litres: number): number => Math.round(litres * 1000)

const figuresOf = (litres: number, hourLitres: readonly number[]): DayFigures => ({
  hours: hourLitres.map(millilitres),
  dayMillilitres: millilitres(litres),
  isStated: true,
})

/** The meter and day of an event; undefined where the meter is not registered or belongs to another shard. */
export const statedDayOf = (registry: MeterRegistry, { data, metadata }: Pick<RecordedEvent, 'data' | 'metadata'>) => {
  const { number, day } = data as unknown as Stating
  const meter = registry.find(metadata.tenant, number)
  return meter && { meter, day: dayOfDate(day) }
}

/** Keeps what an event states for a meter's day. */
export const takeStated = (meter: Meter, { data }: Pick<RecordedEvent, 'data'>): void => {
  const { day, litres, hourLitres } = data as unknown as Stating
  if (litres !== undefined && hourLitres) {
    meter.stated ??= new Map()
    meter.stated.set(dayOfDate(day), figuresOf(litres, hourLitres))
  } else meter.stated?.delete(dayOfDate(day))
}

type StatedDay = { meter: Meter; day: number; figures: DayFigures }

/** Reads what was stated for meters of a shard: for all of them, or for those that were registered just now. */
export const loadStated = async (
  client: ClientBase,
  shard: number,
  registry: MeterRegistry,
  registered?: readonly Meter[],
): Promise<StatedDay[]> => {
  if (registered?.length === 0) return []
  const { rows } = await client.query<{ tenant: string; number: string; day: string; litres: number; hours: number[] }>(
    `select tenant, number, day, stated_litres as litres, stated_hours as hours from day_reviews
     where shard = $1 and stated_litres is not null and ($2::text[] is null or number = any ($2))`,
    [shard, registered?.map(({ number }) => number) ?? null],
  )
  return rows.flatMap(({ tenant, number, day, litres, hours }) => {
    const meter = registry.find(tenant, number)
    if (!meter || (registered && !registered.includes(meter))) return []
    takeStated(meter, { data: { day, litres, hourLitres: hours } })
    return [{ meter, day: dayOfDate(day), figures: meter.stated!.get(dayOfDate(day))! }]
  })
}

/** The measured figures of a meter's day from its row; undefined where it has none. */
export const measuredFigures = async (client: ClientBase, meter: Meter, day: number): Promise<DayFigures | undefined> => {
  const { rows } = await client.query<{ hours: Buffer; volume: number | null }>(
    `select hours, day_millilitres::float8 as volume from meter_days where meter_id = $1 and day = date '1970-01-01' + $2::int`,
    [meter.id, day],
  )
  const [row] = rows
  return row && { ...unpackDayHours(row.hours, meter.calendar.slotsOf(day)), dayMillilitres: row.volume ?? Number.NaN }
}
