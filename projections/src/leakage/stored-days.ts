import { type PoolClient, types } from 'pg'

type Side = 'supply' | 'consumption'

/**
 * A point's local day as it is stored, the shards added up: millilitres, and how many meters they are of. `stated` are the meters whose day counts as a
 * person stated it, `stated_day` is how much that is. `shared` are the meters of which an hour is a share of a longer pause, null where there are none.
 */
export type StoredDay = { partition_key: number; day: number } & { [Name in `${Side}_sums` | `${Side}_known`]: number[] } & {
  [Name in `${Side}_shared`]: number[] | null
} & {
  [Name in `${Side}_day` | `${Side}_day_known` | `${Side}_stated` | `${Side}_stated_day`]: number
}

/** Columns of a row as the projection writes it. */
export const rowColumns = [
  ['tenant', 'text'],
  ['partition_key', 'int8'],
  ['day', 'date'],
  ['shard', 'int2'],
  ['supply_sums', 'int8[]'],
  ['supply_known', 'int4[]'],
  ['supply_day', 'int8'],
  ['supply_day_known', 'int4'],
  ['supply_stated', 'int4'],
  ['supply_stated_day', 'int8'],
  ['supply_shared', 'int4[]'],
  ['consumption_sums', 'int8[]'],
  ['consumption_known', 'int4[]'],
  ['consumption_day', 'int8'],
  ['consumption_day_known', 'int4'],
  ['consumption_stated', 'int4'],
  ['consumption_stated_day', 'int8'],
  ['consumption_shared', 'int4[]'],
] as const

const zerosOf = (slots: number) => Array<number>(slots).fill(0)

/** A day of which nothing is known: it has no row. */
export const dayWithoutData = (partition_key: number, day: number, slots: number): StoredDay => ({
  ...{ partition_key, day },
  ...{ supply_sums: zerosOf(slots), supply_known: zerosOf(slots), supply_day: 0, supply_day_known: 0 },
  ...{ supply_stated: 0, supply_stated_day: 0, supply_shared: null },
  ...{ consumption_sums: zerosOf(slots), consumption_known: zerosOf(slots), consumption_day: 0, consumption_day_known: 0 },
  ...{ consumption_stated: 0, consumption_stated_day: 0, consumption_shared: null },
})

const columnsOf = (side: Side, sums = `${side}_sums`): string =>
  `${sums}, ${side}_known, ${side}_day::float8 as ${side}_day, ${side}_day_known,
   ${side}_stated, ${side}_stated_day::float8 as ${side}_stated_day, ${side}_shared`

const [bigIntegers, integers] = [1016, 1007]
/** `{1,2}`: the parser of the driver reads the arrays of the hours sign by sign, which took most of the time of a question about many days. */
const readNumbers = (text: string): number[] => JSON.parse(`[${text.slice(1, -1)}]`)
const parsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === bigIntegers || oid === integers ? readNumbers : types.getTypeParser(oid, format),
}

const columns = (supply: string, consumption: string): string =>
  `partition_key::float8 as partition_key, day - date '1970-01-01' as day, ${supply}, ${consumption}`
const float = (side: Side): string => `${side}_sums::float8[] as ${side}_sums`
/** Columns of `partition_days` for a stored day, for the parsers of the driver. */
export const dayColumns = columns(columnsOf('supply', float('supply')), columnsOf('consumption', float('consumption')))
/** The same for `parsers`. */
const hourColumns = columns(columnsOf('supply'), columnsOf('consumption'))

/** Days from..to of some points, by point and day. The statements of figures have names, for the server to keep them: they are sent often. */
export const readDays = async (database: PoolClient, keys: readonly number[], firstDay: number, lastDay: number): Promise<StoredDay[]> => {
  const stored = await database.query<StoredDay>({
    name: 'partition-days',
    types: parsers,
    text: `select ${hourColumns} from views.partition_days
     where partition_key = any ($1::bigint[]) and day between date '1970-01-01' + $2::int and date '1970-01-01' + $3::int order by partition_key, day`,
    values: [keys, firstDay, lastDay],
  })
  return addShardsUp(stored.rows)
}

/** The last so many days of each point that have any data, oldest first. */
export const readLatestDays = async (database: PoolClient, keys: readonly number[], daysMax: number): Promise<Map<number, StoredDay[]>> => {
  const stored = await database.query<StoredDay>({
    types: parsers,
    text: `select ${hourColumns} from unnest($1::bigint[]) as wanted (key) cross join lateral
       (select * from views.partition_days where partition_key = key order by day desc
        limit $2 * (select count(*) from views.checkpoint)) days order by partition_key, day`,
    values: [keys, daysMax],
  })
  // A day has a row of each shard that knows something of it: so many rows hold the requested days in full, and perhaps some before them.
  const days = Map.groupBy(addShardsUp(stored.rows), ({ partition_key }) => partition_key)
  return new Map([...days].map(([key, ofPoint]) => [key, ofPoint.slice(-daysMax)]))
}

/** The supply of some hours of a point's day: as many zeros before them as there are hours. */
export type StoredNight = { partition_key: number; day: number; sums: number[]; known: number[]; shared: number[] | null }
/** Hours of a point on the days first..last, counted from 0; the last one is part of them. */
export type NightHours = { key: number; firstDay: number; lastDay: number; fromSlot: number; toSlot: number }

/** The nights of points, a row of each shard that knows something of the day. */
export const readNights = async (database: PoolClient, wanted: readonly NightHours[]): Promise<StoredNight[]> => {
  if (wanted.length === 0) return []
  const { rows } = await database.query<StoredNight>({
    name: 'partition-nights',
    types: parsers,
    text: `select partition_key::float8 as partition_key, day - date '1970-01-01' as day, supply_sums[from_slot + 1:to_slot + 1] as sums,
       supply_known[from_slot + 1:to_slot + 1] as known, supply_shared[from_slot + 1:to_slot + 1] as shared
     from unnest($1::bigint[], $2::int[], $3::int[], $4::int[], $5::int[]) as wanted (key, first_day, last_day, from_slot, to_slot)
     join views.partition_days on partition_key = key and day between date '1970-01-01' + first_day and date '1970-01-01' + last_day
       and day between date '1970-01-01' + $6::int and date '1970-01-01' + $7::int`,
    values: [
      ...(['key', 'firstDay', 'lastDay', 'fromSlot', 'toSlot'] as const).map((name) => wanted.map((hours) => hours[name])),
      // The span of all of them says which partitions to open.
      wanted.reduce((first, { firstDay }) => Math.min(first, firstDay), Number.MAX_SAFE_INTEGER),
      wanted.reduce((last, { lastDay }) => Math.max(last, lastDay), Number.MIN_SAFE_INTEGER),
    ],
  })
  return rows
}

/** One row for each point and day, of rows in that order. */
const addShardsUp = (rows: readonly StoredDay[]): StoredDay[] => {
  const days: StoredDay[] = []
  for (const row of rows) {
    const last = days.at(-1)
    if (last?.day === row.day && last.partition_key === row.partition_key) days[days.length - 1] = sumOf(last, row)
    else days.push(row)
  }
  return days
}

const sumOf = (a: StoredDay, b: StoredDay): StoredDay => {
  const added = (one: readonly number[], other: readonly number[]) => one.map((value, slot) => value + other[slot]!)
  const addedShared = (one: number[] | null, other: number[] | null) => (one && other ? added(one, other) : (one ?? other))
  return {
    partition_key: a.partition_key,
    day: a.day,
    supply_sums: added(a.supply_sums, b.supply_sums),
    supply_known: added(a.supply_known, b.supply_known),
    supply_day: a.supply_day + b.supply_day,
    supply_day_known: a.supply_day_known + b.supply_day_known,
    supply_stated: a.supply_stated + b.supply_stated,
    supply_stated_day: a.supply_stated_day + b.supply_stated_day,
    supply_shared: addedShared(a.supply_shared, b.supply_shared),
    consumption_sums: added(a.consumption_sums, b.consumption_sums),
    consumption_known: added(a.consumption_known, b.consumption_known),
    consumption_day: a.consumption_day + b.consumption_day,
    consumption_day_known: a.consumption_day_known + b.consumption_day_known,
    consumption_stated: a.consumption_stated + b.consumption_stated,
    consumption_stated_day: a.consumption_stated_day + b.consumption_stated_day,
    consumption_shared: addedShared(a.consumption_shared, b.consumption_shared),
  }
}
