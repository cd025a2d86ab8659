import type { ClientBase } from 'pg'
import { type Batch, type DayChange, defineProjection, type Session } from '../projector/projection.ts'
import { ensurePartitions } from '../storage/day-partitions.ts'
import { longSpanDays } from '../storage/day-spans.ts'

/**
 * Per meter group and local day: of how many meters the whole day is known, and what those counted. Kept by differences like the days of a tenant, so
 * that the report of groups reads a row per group and day. A meter that changes its group takes its whole history along, because the report shows the
 * groups as they are now. Each shard keeps rows of its own meters.
 */
export const groupDays = defineProjection({
  name: 'dashboard/group-days',
  version: 1,
  events: [
    'metering.ReadingsReported',
    'metering.ImportWithdrawn',
    'devices.MeterRegistered',
    'devices.MeterReplaced',
    'devices.MeterGrouped',
  ],
  tables: {
    group_days: `create table group_days (
      tenant text not null,
      meter_group_id bigint not null,
      day date not null,
      shard smallint not null,
      meters_known int not null,
      known_millilitres bigint not null,
      primary key (meter_group_id, day, shard)
    )`,
  },
  timeKeyed: { group_days: { segmentBy: ['meter_group_id', 'shard'] } },
  isSharded: true,
  open: async (session) => {
    const fold = new GroupDaysFold(session, await groupsOfMeters(session))
    return { foldAhead: async () => fold.foldAhead(), apply: (batch) => fold.apply(batch) }
  },
})

type Groups = Map<string, number>
type Moved = { tenant: string; group: number; day: number; known: number; millilitres: number }
type Regrouped = { tenant: string; number: string; group: number | null }

const keyOf = (tenant: string, number: string): string => `${tenant}/${number}`

/** Meters whose days are read at once when they change their group. */
const regroupedAtOnce = 200

const groupsOfMeters = async ({ client, shard }: Session): Promise<Groups> => {
  const { rows } = await client.query<Regrouped & { group: number }>(
    `select tenant, number, meter_group_id::float8 as group from meters where shard = $1 and meter_group_id is not null`,
    [shard.index],
  )
  return new Map(rows.map(({ tenant, number, group }) => [keyOf(tenant, number), group]))
}

class GroupDaysFold {
  readonly #client: ClientBase
  readonly #shard: Session['shard']
  readonly #groups: Groups
  /** The same by the meter's place, of the meters that moved since a group changed; null is no group. */
  #byPlace: (number | null)[] = []
  #moves = new Map<number, Map<number, Moved>>()
  readonly #ahead: Moved[][] = []

  constructor({ client, shard, dayChanges }: Session, groups: Groups) {
    this.#client = client
    this.#shard = shard
    this.#groups = groups
    dayChanges.listen((change) => this.#hear(change))
  }

  foldAhead(): void {
    this.#ahead.push(this.#takeMoves())
  }

  async apply({ events, isFolded }: Batch): Promise<void> {
    // First what moved in the meters' days, in the groups as they were; then the groups, with the days as they are.
    await this.#write(isFolded ? this.#ahead.shift()! : this.#takeMoves())
    const changed = new Map<string, { tenant: string; number: string }>()
    for (const { type, data, metadata } of events) {
      const number = data.number as string
      if (type === 'devices.MeterGrouped' && this.#shard.owns(metadata.tenant, number))
        changed.set(keyOf(metadata.tenant, number), { tenant: metadata.tenant, number })
    }
    for (const [tenant, meters] of Map.groupBy(changed.values(), (each) => each.tenant)) await this.#regroup(tenant, meters)
  }

  #hear({ place, tenant, number, day, before, after }: DayChange): void {
    let group = this.#byPlace[place]
    if (group === undefined) {
      group = this.#groups.get(keyOf(tenant, number)) ?? null
      this.#byPlace[place] = group
    }
    if (group === null) return
    const [old, current] = [before?.dayMillilitres ?? Number.NaN, after?.dayMillilitres ?? Number.NaN]
    if (!Number.isNaN(old)) this.#move(tenant, group, day, -1, old)
    if (!Number.isNaN(current)) this.#move(tenant, group, day, 1, current)
  }

  #move(tenant: string, group: number, day: number, times: 1 | -1, millilitres: number): void {
    let days = this.#moves.get(group)
    if (!days) {
      days = new Map()
      this.#moves.set(group, days)
    }
    let move = days.get(day)
    if (!move) {
      move = { tenant, group, day, known: 0, millilitres: 0 }
      days.set(day, move)
    }
    move.known += times
    move.millilitres += times * millilitres
  }

  #takeMoves(): Moved[] {
    const moves = [...this.#moves.values()].flatMap((days) => [...days.values()])
    this.#moves = new Map()
    return moves.filter(({ known, millilitres }) => known !== 0 || millilitres !== 0)
  }

  /** The groups are those of the rows of meters, which are written before. */
  async #regroup(tenant: string, meters: readonly { number: string }[]): Promise<void> {
    const { rows } = await this.#client.query<Omit<Regrouped, 'tenant'>>(
      `select number, meter_group_id::float8 as group from meters where tenant = $1 and number = any ($2)`,
      [tenant, meters.map(({ number }) => number)],
    )
    const moved = rows.filter(({ number, group }) => group !== (this.#groups.get(keyOf(tenant, number)) ?? null))
    for (let start = 0; start < moved.length; start += regroupedAtOnce) {
      const some = new Map(moved.slice(start, start + regroupedAtOnce).map(({ number, group }) => [number, group]))
      for (const { number, day, millilitres } of await readKnownDays(this.#client, tenant, [...some.keys()])) {
        const [from, to] = [this.#groups.get(keyOf(tenant, number)), some.get(number)]
        if (from !== undefined) this.#move(tenant, from, day, -1, millilitres)
        if (typeof to === 'number') this.#move(tenant, to, day, 1, millilitres)
      }
      for (const [number, group] of some)
        if (group === null) this.#groups.delete(keyOf(tenant, number))
        else this.#groups.set(keyOf(tenant, number), group)
      await this.#write(this.#takeMoves())
    }
    this.#byPlace = []
  }

  async #write(moves: readonly Moved[]): Promise<void> {
    if (moves.length === 0) return
    const days = moves.map(({ day }) => day)
    const groups = moves.map(({ group }) => group)
    await ensurePartitions(this.#client, 'group_days', days, longSpanDays)
    await this.#client.query(
      `insert into group_days as stored (tenant, meter_group_id, day, shard, meters_known, known_millilitres)
       select tenant, meter_group, date '1970-01-01' + day, $6, known, millilitres
       from unnest($1::text[], $2::bigint[], $3::int[], $4::int[], $5::bigint[]) as moved (tenant, meter_group, day, known, millilitres)
       on conflict (meter_group_id, day, shard) do update set meters_known = stored.meters_known + excluded.meters_known,
         known_millilitres = stored.known_millilitres + excluded.known_millilitres`,
      [
        moves.map(({ tenant }) => tenant),
        groups,
        days,
        moves.map(({ known }) => known),
        moves.map(({ millilitres }) => millilitres),
        this.#shard.index,
      ],
    )
    if (moves.some(({ known }) => known < 0)) await this.#deleteEmpty(groups, days)
  }

  /** The join says which rows. The conditions on columns alone spare a columnstore from decompressing every chunk. */
  async #deleteEmpty(groups: readonly number[], days: readonly number[]): Promise<void> {
    await this.#client.query(
      `delete from group_days using unnest($1::bigint[], $2::int[]) as moved (moved_group, moved_day)
       where meter_group_id = moved_group and day = date '1970-01-01' + moved_day and meters_known = 0
         and meter_group_id = any ($1) and day between date '1970-01-01' + $3::int and date '1970-01-01' + $4::int and shard = $5`,
      [
        groups,
        days,
        days.reduce((first, day) => Math.min(first, day), Number.MAX_SAFE_INTEGER),
        days.reduce((last, day) => Math.max(last, day), Number.MIN_SAFE_INTEGER),
        this.#shard.index,
      ],
    )
  }
}

type KnownDay = { number: string; day: number; millilitres: number }

/** The volumes that count of the known days of some meters: the one stated for a day, else the measured one. */
const readKnownDays = async (client: ClientBase, tenant: string, numbers: readonly string[]): Promise<KnownDay[]> => {
  const { rows } = await client.query<KnownDay>(
    `with wanted as (select id, number from meters where tenant = $1 and number = any ($2)),
       stated as (select number, day::date as day, round(stated_litres * 1000) as millilitres from day_reviews
         where tenant = $1 and number = any ($2) and stated_litres is not null)
     select number, day - date '1970-01-01' as day, millilitres::float8 as millilitres from (
       select number, day, millilitres from stated
       union all select number, day, day_millilitres from wanted join meter_days on meter_id = wanted.id
         where day_millilitres is not null
           and not exists (select from stated where stated.number = wanted.number and stated.day = meter_days.day)) known`,
    [tenant, numbers],
  )
  return rows
}
