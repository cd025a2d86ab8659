import { resolveReadings } from '@nightflow/domain/metering/resolve-readings'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { findMeterPlaces as endpoint, MeterPlaces, PlacedMeter } from '@nightflow/schemas/devices/meter-places'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'

/** Meters of one place that are shown; more would be a chain of a century. */
const metersMax = 50

type Span = { from: string; to: string | null }
type Service = Span & { firstLitres: number | null; lastLitres: number | null }
type Place = Span & { address: string | null; longitude: number | null; latitude: number | null }
type Stored = {
  number: string
  id: string
  time_zone: string
  services: Service[]
  modules: (Span & { imei: string | null; sim: string | null })[]
  places: Place[]
  concentrators: (Span & { concentratorNo: string })[]
}

const chain = `
with recursive older as (
    select number, replaces from views.placed_meters where number = $1
    union select before.number, before.replaces from views.placed_meters before join older on before.number = older.replaces),
  newer as (
    select number, replaced_by from views.placed_meters where number = $1
    union select after.number, after.replaced_by from views.placed_meters after join newer on after.number = newer.replaced_by)
select number, meters.id, meters.time_zone, services.services, services.modules, services.places, services.concentrators
from (select number from older union select number from newer limit ${metersMax}) line
join views.meters using (number) join views.placed_meters services using (tenant, number)`

/** The meters that counted at the place of this one, oldest first; undefined where the meter is not registered. */
export const findMeterPlaces = async (
  database: PoolClient,
  { number, at }: RequestOf<typeof endpoint>,
): Promise<MeterPlaces | undefined> => {
  const { rows } = await database.query<Stored>(chain, [number])
  const asked = rows.find((row) => row.number === number)
  if (!asked) return undefined
  const services = rows
    .flatMap((row) => row.services.map((service) => ({ row, service })))
    .toSorted((one, other) => Date.parse(one.service.from) - Date.parse(other.service.from))
  const meters: PlacedMeter[] = []
  for (const { row, service } of services) meters.push(await placed(database, row, service))
  const servicePoint = services[0]?.row.number ?? number
  return { servicePoint, timeZone: asked.time_zone, meters, counted: at === undefined ? null : await countedAt(database, services, at) }
}

const placed = async (database: PoolClient, row: Stored, service: Service): Promise<PlacedMeter> => {
  const { from, to, firstLitres, lastLitres } = service
  const first = firstLitres ?? (await registerNear(database, row, from, 'after', to))?.litres ?? null
  const last = lastLitres ?? (await registerNear(database, row, to ?? 'infinity', 'before', from))?.litres ?? null
  const modules = modulesOf(row).filter((module) => overlaps(module, service))
  return {
    number: row.number,
    from: inUtc(from),
    to: to === null ? null : inUtc(to),
    firstLitres: first,
    lastLitres: last,
    isFirstStated: firstLitres !== null,
    isLastStated: lastLitres !== null,
    modules,
    places: row.places.filter((place, index) => overlaps(index === 0 ? { from, to: place.to } : place, service)),
  }
}

const inUtc = (instant: string): string => new Date(Date.parse(instant)).toISOString()

const modulesOf = ({ modules, concentrators }: Stored) => [
  ...modules.map(({ imei, sim, ...span }) => ({ ...span, imei, sim, concentratorNo: null })),
  ...concentrators.map(({ concentratorNo, ...span }) => ({ ...span, imei: null, sim: null, concentratorNo })),
]

const overlaps = (one: Span, other: Span): boolean =>
  (other.to === null || Date.parse(one.from) < Date.parse(other.to)) && (one.to === null || Date.parse(one.to) > Date.parse(other.from))

const holds = ({ from, to }: Span, at: number): boolean => Date.parse(from) <= at && (to === null || at < Date.parse(to))

const countedAt = async (database: PoolClient, services: readonly { row: Stored; service: Service }[], instant: string) => {
  const at = Date.parse(instant)
  const counting = services.findLast(({ service }) => holds(service, at))
  if (!counting) return { at: instant, number: null, registerLitres: null, readAt: null, module: null, place: null }
  const { row, service } = counting
  const reading = await registerNear(database, row, instant, 'before', service.from)
  return {
    at: instant,
    number: row.number,
    registerLitres: reading?.litres ?? service.firstLitres,
    readAt: reading?.at ?? null,
    module: modulesOf(row).findLast((module) => holds(module, at)) ?? null,
    place: placeAt(row.places, at),
  }
}

/** A meter can be registered after it was put in: it was where it was registered first. */
const placeAt = (places: readonly Place[], at: number): Place | null => {
  const [first] = places
  return places.findLast((place) => holds(place, at)) ?? (first && at < Date.parse(first.from) ? first : null)
}

type Near = { litres: number; at: string } | undefined

/** The register of the reading next to an instant, up to a bound on the other side; of the days next to it, four that have readings are read. */
const registerNear = async (
  database: PoolClient,
  { id, time_zone: timeZone }: Pick<Stored, 'id' | 'time_zone'>,
  instant: string,
  side: 'before' | 'after',
  bound: string | null,
): Promise<Near> => {
  const [compared, order] = side === 'before' ? ['<=', 'desc'] : ['>=', 'asc']
  const { rows } = await database.query<{ readings: Buffer }>(
    `select readings from views.meter_days where meter_id = $1 and day ${compared} ($2::timestamptz at time zone $3)::date order by day ${order} limit 4`,
    [id, instant, timeZone],
  )
  const edge = instant === 'infinity' ? Number.POSITIVE_INFINITY : Date.parse(instant)
  const other = bound === null ? undefined : Date.parse(bound)
  const [low, high] = side === 'before' ? [other ?? Number.NEGATIVE_INFINITY, edge] : [edge, other ?? Number.POSITIVE_INFINITY]
  for (const { readings } of rows) {
    const { at, registerMillilitres: registers } = resolveReadings(unpackFrame(readings))
    const fits = (index: number) => at[index]! >= low && at[index]! <= high && registers !== undefined && !Number.isNaN(registers[index])
    const places = Array.from({ length: at.length }, (_, index) => index).filter(fits)
    const found = side === 'before' ? places.at(-1) : places[0]
    if (found !== undefined) return { litres: registers![found]! / 1000, at: new Date(at[found]!).toISOString() }
  }
  return undefined
}
