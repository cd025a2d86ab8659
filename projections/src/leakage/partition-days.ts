import { calendarOf } from '@nightflow/domain/shared/local-time'
import type { ClientBase } from 'pg'
import { type Batch, type DayChange, defineProjection, type Session } from '../projector/projection.ts'
import type { Shard } from '../projector/shard.ts'
import { CopyBuffer, copyRows, upsertRows } from '../storage/copy-rows.ts'
import { ensurePartitions } from '../storage/day-partitions.ts'
import { longSpanDays } from '../storage/day-spans.ts'
import { loadCascades } from './cascade-changes.ts'
import { type Cascades, isDayOf, type Membership } from './cascades.ts'
import { readCountedDays } from './counted-days.ts'
import { dayMarksTable, MarkMoves, markOf } from './day-marks.ts'
import { changesCascades, dateOf, instantOf, membershipChanges, membersTable, spanOf } from './membership-changes.ts'
import { addSums, emptySums, isEmpty, moveFigures, type PartitionSums, sharedOf, sideOf } from './partition-sums.ts'
import { dayColumns, rowColumns, type StoredDay } from './stored-days.ts'

/** Above this many cached days the cache is cleared; days are read again when needed. */
const cachedDaysMax = 50_000

/**
 * Per metering point and local day: for every hour the sum of the meters whose hour is known and how many those are, for supply and for
 * consumption. Kept by differences: when a meter's hour moves, the sums move by as much, in the same transaction. All are integers, so
 * the result does not depend on the order of the moves. Days of meters that a person stated count, and are counted beside: no day is stated in part.
 *
 * Each shard keeps the sums of its own meters, and records their meters: both are of the same position in the log. A query
 * adds the shards up.
 */
export const partitionDays = defineProjection({
  name: 'leakage/partition-days',
  version: 6,
  events: [
    'metering.ReadingsReported',
    'metering.ImportWithdrawn',
    'devices.MeterRegistered',
    'devices.MeterReplaced',
    'leakage.PartitionCreated',
    'leakage.PartitionMoved',
    'leakage.SummaryMeterAssociated',
    'leakage.SubMetersAssociated',
    'leakage.MetersDissociated',
    'leakage.PartitionRemoved',
  ],
  tables: {
    partition_days: `create table partition_days (
      tenant text not null,
      partition_key bigint not null,
      day date not null,
      shard smallint not null,
      supply_sums bigint[] not null,
      supply_known int[] not null,
      supply_day bigint not null,
      supply_day_known int not null,
      supply_stated int not null,
      supply_stated_day bigint not null,
      supply_shared int[],
      consumption_sums bigint[] not null,
      consumption_known int[] not null,
      consumption_day bigint not null,
      consumption_day_known int not null,
      consumption_stated int not null,
      consumption_stated_day bigint not null,
      consumption_shared int[],
      primary key (partition_key, day, shard)
    )`,
    partition_members: membersTable,
    partition_day_marks: dayMarksTable,
  },
  timeKeyed: {
    partition_days: { segmentBy: ['partition_key', 'shard'] },
    partition_day_marks: { segmentBy: ['tenant', 'point_group', 'shard'] },
  },
  isSharded: true,
  open: async (session) => {
    const fold = new PartitionDaysFold(session, await loadCascades(session))
    return { foldAhead: async () => fold.foldAhead(), apply: (batch) => fold.apply(batch) }
  },
})

const noMemberships: readonly Membership[] = []

class PartitionDaysFold {
  readonly #client: ClientBase
  readonly #shard: Session['shard']
  readonly #cascades: Cascades
  readonly #byNumber = new Map<string, Map<string, Membership[]>>()
  /** The same by the meter's place, of the meters that moved since it last changed. */
  #byPlace: (readonly Membership[] | undefined)[] = []
  readonly #sums = new Map<number, Map<number, PartitionSums>>()
  /** By how much sums are to be moved, by point and day: of the batch that is folded, and of those that are folded and not yet written. */
  #moves = new Map<number, Map<number, PartitionSums>>()
  readonly #ahead: PartitionSums[][] = []
  #cachedDays = 0

  constructor({ client, shard, dayChanges }: Session, cascades: Cascades) {
    this.#client = client
    this.#shard = shard
    this.#cascades = cascades
    for (const tenant of cascades.tenants()) this.#index(tenant)
    dayChanges.listen((change) => this.#hear(change))
  }

  foldAhead(): void {
    this.#ahead.push(this.#takeMoves())
  }

  async apply(batch: Batch): Promise<void> {
    const changed = new Set<PartitionSums>()
    // First what moved in the meters' days, in the cascades as they were; then the cascades, with the days as they are.
    await this.#move(batch.isFolded ? this.#ahead.shift()! : this.#takeMoves(), changed)
    await this.#restructure(batch, changed)
    await writePartitionDays(this.#client, this.#shard, changed)
    if (this.#cachedDays > cachedDaysMax) {
      this.#sums.clear()
      this.#cachedDays = 0
    }
  }

  /** Which of the shard's meters count in which points. */
  #memberships(tenant: string): Map<string, Membership> {
    const all = this.#cascades.memberships(tenant)
    if (this.#shard.count === 1) return all
    return new Map([...all].filter(([, { number }]) => this.#shard.owns(tenant, number)))
  }

  #index(tenant: string): Map<string, Membership> {
    const memberships = this.#memberships(tenant)
    const byNumber = new Map<string, Membership[]>()
    for (const membership of memberships.values()) {
      const known = byNumber.get(membership.number)
      if (known) known.push(membership)
      else byNumber.set(membership.number, [membership])
    }
    this.#byNumber.set(tenant, byNumber)
    this.#byPlace = []
    return memberships
  }

  #hear({ place, tenant, number, timeZone, day, before, after }: DayChange): void {
    this.#byPlace[place] ??= this.#byNumber.get(tenant)?.get(number) ?? noMemberships
    for (const membership of this.#byPlace[place]) {
      // Hours of another zone do not line up with the point's: such a meter stays expected and unknown.
      if (membership.point.timeZone === timeZone && isDayOf(membership, day))
        moveFigures(this.#moveOf(membership, day), membership, before, after)
    }
  }

  #moveOf({ point }: Membership, day: number): PartitionSums {
    let days = this.#moves.get(point.key)
    if (!days) {
      days = new Map()
      this.#moves.set(point.key, days)
    }
    let move = days.get(day)
    if (!move) {
      move = emptySums(point.tenant, point.key, day, calendarOf(point.timeZone).slotsOf(day))
      days.set(day, move)
    }
    return move
  }

  #takeMoves(): PartitionSums[] {
    const moves = [...this.#moves.values()].flatMap((days) => [...days.values()])
    this.#moves = new Map()
    return moves
  }

  async #move(moves: readonly PartitionSums[], changed: Set<PartitionSums>): Promise<void> {
    await this.#loadDays(moves)
    for (const move of moves) {
      const sums = this.#sums.get(move.partitionKey)!.get(move.day)!
      addSums(sums, move)
      changed.add(sums)
    }
  }

  async #loadDays(moves: readonly PartitionSums[]): Promise<void> {
    const missing: PartitionSums[] = []
    for (const { tenant, partitionKey, day, supply } of moves) {
      let days = this.#sums.get(partitionKey)
      if (!days) {
        days = new Map()
        this.#sums.set(partitionKey, days)
      }
      if (days.has(day)) continue
      const sums = emptySums(tenant, partitionKey, day, supply.sums.length)
      days.set(day, sums)
      missing.push(sums)
    }
    if (missing.length === 0) return
    this.#cachedDays += missing.length
    const stored = await this.#client.query<StoredDay>(
      `select ${dayColumns} from unnest($1::bigint[], $2::int[]) as wanted (key, wanted_day)
       join partition_days on partition_key = key and day = date '1970-01-01' + wanted_day and shard = $3`,
      [missing.map(({ partitionKey }) => partitionKey), missing.map(({ day }) => day), this.#shard.index],
    )
    for (const row of stored.rows) {
      const sums = this.#sums.get(row.partition_key)!.get(row.day)!
      sums.isStored = true
      sums.supply = sideOf('supply', row)
      sums.consumption = sideOf('consumption', row)
      sums.mark = markOf(sums)
    }
  }

  async #restructure({ events }: Batch, changed: Set<PartitionSums>): Promise<void> {
    const before = new Map<string, Map<string, Membership>>()
    for (const event of events) {
      const { tenant } = event.metadata
      if (!changesCascades(event.type)) continue
      if (!before.has(tenant)) before.set(tenant, this.#memberships(tenant))
      this.#cascades.take(event)
    }
    for (const [tenant, old] of before) {
      const current = this.#index(tenant)
      const { left, joined, leftDays, joinedDays } = membershipChanges(old, current)
      await this.#moveMeters(tenant, leftDays, -1, changed)
      await this.#moveMeters(tenant, joinedDays, 1, changed)
      await this.#writeMembers(tenant, left, joined)
    }
  }

  /** Adds or takes the days of meters that joined or left points, a bounded number of memberships at a time. */
  async #moveMeters(tenant: string, memberships: readonly Membership[], times: 1 | -1, changed: Set<PartitionSums>): Promise<void> {
    for (let start = 0; start < memberships.length; start += 200) {
      const some = Map.groupBy(memberships.slice(start, start + 200), ({ number }) => number)
      for (const { number, time_zone, day, figures } of await readCountedDays(this.#client, tenant, [...some.keys()], spanOf(some))) {
        for (const membership of some.get(number)!)
          if (membership.point.timeZone === time_zone && isDayOf(membership, day))
            moveFigures(this.#moveOf(membership, day), membership, times < 0 ? figures : undefined, times < 0 ? undefined : figures)
      }
      await this.#move(this.#takeMoves(), changed)
    }
  }

  async #writeMembers(tenant: string, left: readonly Membership[], joined: readonly Membership[]): Promise<void> {
    await this.#client.query(
      `delete from partition_members using unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[]) as gone (key, side, number, active_from)
       where partition_key = gone.key and partition_members.side = gone.side and partition_members.number = gone.number
         and partition_members.active_from = gone.active_from`,
      [
        left.map(({ point }) => point.key),
        left.map(({ side }) => side),
        left.map(({ number }) => number),
        left.map(({ activeFrom }) => instantOf(activeFrom)),
      ],
    )
    await this.#client.query(
      `insert into partition_members select $1, * from unnest($2::bigint[], $3::text[], $4::text[], $5::int[], $6::timestamptz[], $7::timestamptz[],
         $8::date[], $9::date[]) on conflict do nothing`,
      [
        tenant,
        joined.map(({ point }) => point.key),
        joined.map(({ side }) => side),
        joined.map(({ number }) => number),
        joined.map(({ sign }) => sign),
        joined.map(({ activeFrom }) => instantOf(activeFrom)),
        joined.map(({ activeUntil }) => instantOf(activeUntil)),
        joined.map(({ fromDay }) => dateOf(fromDay)),
        joined.map(({ untilDay }) => dateOf(untilDay)),
      ],
    )
  }
}

/** Stores days of points whose sums moved, with their marks. A day of which nothing is known any more has no row. */
export const writePartitionDays = async (client: ClientBase, shard: Shard, changed: ReadonlySet<PartitionSums>): Promise<void> => {
  const fresh = new CopyBuffer(rowColumns)
  const kept = new CopyBuffer(rowColumns)
  const gone: PartitionSums[] = []
  const marks = new MarkMoves()
  for (const sums of changed) {
    const isGone = isEmpty(sums)
    const mark = isGone ? 0 : markOf(sums)
    marks.move(sums, mark - sums.mark)
    sums.mark = mark
    if (isGone) {
      if (sums.isStored) gone.push(sums)
      sums.isStored = false
      continue
    }
    const { supply, consumption } = sums
    const target = sums.isStored ? kept : fresh
    target.add(
      sums.tenant,
      sums.partitionKey,
      sums.day,
      shard.index,
      supply.sums,
      supply.known,
      supply.day,
      supply.dayKnown,
      supply.stated,
      supply.statedDay,
      sharedOf(supply),
      consumption.sums,
      consumption.known,
      consumption.day,
      consumption.dayKnown,
      consumption.stated,
      consumption.statedDay,
      sharedOf(consumption),
    )
    sums.isStored = true
  }
  const days = [...changed].map(({ day }) => day)
  await ensurePartitions(client, 'partition_days', days, longSpanDays)
  await copyRows(client, 'partition_days', fresh)
  await upsertRows(client, 'partition_days', ['partition_key', 'day', 'shard'], kept)
  await writeMarks(client, shard, marks)
  if (gone.length > 0)
    // The join says which rows. The two conditions after it say nothing new, but a columnstore decompresses by conditions on columns
    // alone: without them it would decompress every row of every chunk for each delete.
    await client.query(
      `delete from partition_days using unnest($1::bigint[], $2::int[]) as gone (key, gone_day)
         where partition_key = key and day = date '1970-01-01' + gone_day
           and partition_key = any ($1) and day between date '1970-01-01' + $3::int and date '1970-01-01' + $4::int and shard = $5`,
      [
        gone.map(({ partitionKey }) => partitionKey),
        gone.map(({ day }) => day),
        gone.reduce((first, { day }) => Math.min(first, day), Number.MAX_SAFE_INTEGER),
        gone.reduce((last, { day }) => Math.max(last, day), Number.MIN_SAFE_INTEGER),
        shard.index,
      ],
    )
}

/** A day whose last row is gone has no mark, as if it had never been. */
export const writeMarks = async (client: ClientBase, shard: Shard, marks: MarkMoves): Promise<void> => {
  const moved = marks.moved()
  if (moved.length === 0) return
  const days = moved.map(({ day }) => day)
  await ensurePartitions(client, 'partition_day_marks', days, longSpanDays)
  const places = [moved.map(({ tenant }) => tenant), moved.map(({ group }) => group), days]
  await client.query(
    `insert into partition_day_marks as stored (tenant, point_group, day, shard, mark)
     select tenant, point_group, date '1970-01-01' + day, $5, mark
     from unnest($1::text[], $2::smallint[], $3::int[], $4::bigint[]) as moved (tenant, point_group, day, mark)
     on conflict (tenant, day, point_group, shard) do update set mark = stored.mark + excluded.mark`,
    [...places, moved.map(({ mark }) => String(mark)), shard.index],
  )
  // The conditions on columns alone spare a columnstore from decompressing every chunk.
  if (moved.some(({ mark }) => mark < 0n))
    await client.query(
      `delete from partition_day_marks using unnest($1::text[], $2::smallint[], $3::int[]) as moved (moved_tenant, moved_group, moved_day)
       where tenant = moved_tenant and point_group = moved_group and day = date '1970-01-01' + moved_day and mark = 0
         and tenant = any ($1) and day between date '1970-01-01' + $4::int and date '1970-01-01' + $5::int and shard = $6`,
      [...places, Math.min(...days), Math.max(...days), shard.index],
    )
}
