import { setImmediate as nextTurn } from 'node:timers/promises'
import { lastReturn } from '@nightflow/domain/metering/absences'
import { importSource, manualSource } from '@nightflow/domain/metering/reading-source'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { MeterRegistered } from '@nightflow/schemas/devices/register-meter'
import type { ReadingCorrected, ReadingCorrectionWithdrawn } from '@nightflow/schemas/metering/correct-reading'
import type { ImportWithdrawn } from '@nightflow/schemas/metering/imports'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import type { ClientBase } from 'pg'
import { type Batch, type DayChange, defineProjection, type Session } from '../projector/projection.ts'
import { arrayLiteral, copyRows, upsertRows } from '../storage/copy-rows.ts'
import { ensurePartitions } from '../storage/day-partitions.ts'
import { forget, isDayCached, keepLastDays, readDaysAround, readLastDays } from './cached-days.ts'
import {
  type Changed,
  changeOf,
  foldMeter,
  gatherCorrection,
  gatherFrame,
  isStatedRegister,
  originOf,
  recomputeMeter,
  statedRegisterTypes,
  withdrawFromMeter,
} from './fold-days.ts'
import { findImportedMeters, importKey, loadWithdrawnImports, type WithdrawnImports } from './imported-meters.ts'
import { cachedDaysPerMeter, type MeterDay, sleep } from './meter-day.ts'
import { MeterDayRows, meterDaysTable, type StoredDay, storedColumns, toMeterDay } from './meter-day-rows.ts'
import { addDay, addDaysOfReplacement, claimant, findDay, type Meter, MeterRegistry, moveTypes, pendingDays } from './meter-registry.ts'
import { meterStatesIndexes, meterStatesTable, newMeterStates } from './meter-states.ts'
import { ReusedMemory } from './reused-memory.ts'
import { SecondChanceCache } from './second-chance-cache.ts'
import { isStating, loadStated, measuredFigures, statedDayOf, statingTypes, takeStated } from './stated-days.ts'
import { type Unclaimed, unclaimedArrays, unclaimedFramesTable } from './unclaimed-frames.ts'

/** Number of days cached for the next batch, over all meters; the rest is read again when needed. */
const cachedDaysMax = 600_000
/** Meters whose whole history is in memory at once. */
const wholeMetersPerFold = 50
/** Readings folded before rows are written, when earlier frames are claimed. */
const claimedFramesPerFold = 200
/** About a millisecond's work. */
const metersPerTurn = 100

/**
 * One row per meter and local day: its readings, packed, and the volumes that follow from them. A row is the set of all readings of that
 * day, whatever order and however often they came: the fold is commutative, associative and idempotent.
 */
export const meterDays = defineProjection({
  name: 'metering/meter-days',
  version: 13,
  events: [
    'metering.ReadingsReported',
    ...statedRegisterTypes,
    'metering.ReadingCorrectionWithdrawn',
    ...statingTypes,
    'metering.ImportWithdrawn',
    'devices.MeterRegistered',
    'devices.MeterReplaced',
    'devices.MeterDetailsChanged',
    'devices.RegisterResetRecorded',
    'devices.RegisterResetWithdrawn',
    ...moveTypes,
  ],
  tables: {
    meter_days: meterDaysTable,
    meter_states: meterStatesTable,
    unclaimed_frames: unclaimedFramesTable,
  },
  questionIndexes: meterStatesIndexes,
  timeKeyed: { meter_days: { segmentBy: ['meter_id'] } },
  isSharded: true,
  open: async (session) => {
    const registry = await MeterRegistry.load(session)
    await loadStated(session.client, session.shard.index, registry)
    const fold = new MeterDaysFold(session, registry, await loadWithdrawnImports(session))
    return { foldAhead: (batch) => fold.foldAhead(batch), apply: (batch) => fold.apply(batch) }
  },
})

type FoldedPage = { unclaimed: readonly Unclaimed[]; rows: MeterDayRows }

class MeterDaysFold {
  readonly #client: ClientBase
  readonly #log: Session['log']
  readonly #shard: Session['shard']
  readonly #tell: (change: DayChange) => void
  readonly #registry: MeterRegistry
  readonly #withdrawn: WithdrawnImports
  readonly #touched = new Set<Meter>()
  /** Meters with cached days. */
  readonly #cached = new SecondChanceCache<Meter>(cachedDaysMax / cachedDaysPerMeter, forget)
  readonly #memory = new ReusedMemory()
  readonly #settled: () => Promise<void>
  /** Pages that are folded and not yet written, and the memory of those that are written. */
  readonly #ahead: FoldedPage[] = []
  readonly #spare: MeterDayRows[] = []

  constructor({ client, log, shard, dayChanges, settled }: Session, registry: MeterRegistry, withdrawn: WithdrawnImports) {
    this.#withdrawn = withdrawn
    this.#settled = settled
    this.#client = client
    this.#log = log
    this.#shard = shard
    this.#tell = (change) => dayChanges.tell(change)
    this.#registry = registry
  }

  async foldAhead({ events }: Batch): Promise<void> {
    const unclaimed = this.#gatherAll(events)
    this.#ahead.push({ unclaimed, rows: await this.#fold({ settled: this.#settled }) })
  }

  async apply(batch: Batch): Promise<void> {
    if (!batch.isFolded) return await this.#applyWhole(batch)
    const { unclaimed, rows } = this.#ahead.shift()!
    await this.#rememberUnclaimed(unclaimed)
    await this.#write(rows)
  }

  async #applyWhole(batch: Batch): Promise<void> {
    const added: Meter[] = []
    const returned: Meter[] = []
    const replaced = new Set<Meter>()
    const frames: RecordedEvent[] = []
    const corrections: RecordedEvent[] = []
    const withdrawn: [tenant: string, importId: string][] = []
    const takenBack: RecordedEvent[] = []
    const stating: RecordedEvent[] = []
    for (const event of batch.events) {
      const { tenant } = event.metadata
      if (event.type === 'metering.ReadingsReported') frames.push(event)
      else if (event.type === 'devices.MeterRegistered') {
        const meter = this.#registry.register(tenant, event.position, event.data as MeterRegistered)
        if (meter) added.push(meter)
      } else if (isStatedRegister(event.type)) corrections.push(event)
      else if (event.type === 'metering.ReadingCorrectionWithdrawn') takenBack.push(event)
      else if (isStating(event.type)) stating.push(event)
      else if (event.type === 'metering.ImportWithdrawn') withdrawn.push([tenant, (event.data as ImportWithdrawn).importId])
      else
        for (const meter of this.#registry.takeRules(event)) {
          replaced.add(meter)
          if (event.type === 'devices.MeterMoveReturned') returned.push(meter)
        }
    }
    // Frames of a withdrawn import do not count whether they came before or after the withdrawal.
    for (const [tenant, importId] of withdrawn) await this.#withdraw(tenant, importId)
    // The read models depend on what was reported and on what is registered, not on which came first: so registrations go first.
    const registered = [...added, ...returned]
    for (const { meter, day, figures } of await loadStated(this.#client, this.#shard.index, this.#registry, registered))
      this.#tell(changeOf(meter, day, undefined, figures))
    await copyRows(this.#client, 'meter_states', newMeterStates(added))
    if (registered.length > 0) await this.#claim(registered)
    for (const { metadata, data } of corrections)
      gatherCorrection(data as ReadingCorrected, (number) => this.#registry.find(metadata.tenant, number), this.#touched)
    await this.#rememberUnclaimed(this.#gatherAll(frames))
    await this.#write(await this.#fold({ replaced }))
    // A withdrawal follows its correction, perhaps in the same page.
    for (const { metadata, data } of takenBack) await this.#takeBack(metadata.tenant, data as ReadingCorrectionWithdrawn)
    for (const event of stating) await this.#state(event)
  }

  /** The volume that counts of a day moves from the stated or measured one to the newly stated one; the row keeps the measured one. */
  async #state(event: RecordedEvent): Promise<void> {
    const stated = statedDayOf(this.#registry, event)
    if (!stated) return
    const { meter, day } = stated
    const measured = await measuredFigures(this.#client, meter, day)
    const before = meter.stated?.get(day) ?? measured
    takeStated(meter, event)
    const after = meter.stated?.get(day) ?? measured
    if (before !== after) this.#tell(changeOf(meter, day, before, after))
  }

  async #takeBack(tenant: string, { number, correctionId }: ReadingCorrectionWithdrawn): Promise<void> {
    const meter = this.#registry.find(tenant, number)
    if (!meter) return
    await this.#loadAllDays(meter)
    await this.#write(await this.#fold({ withdrawn: { source: manualSource(correctionId), meters: new Set([meter]) } }))
  }

  /** Takes back what an import brought, some meters at a time. */
  async #withdraw(tenant: string, importId: string): Promise<void> {
    this.#withdrawn.add(importKey(tenant, importId))
    const numbers = await findImportedMeters({ client: this.#client, shard: this.#shard }, tenant, importId)
    const meters = numbers.map((number) => this.#registry.find(tenant, number)).filter((meter) => meter !== undefined)
    for (let start = 0; start < meters.length; start += wholeMetersPerFold) {
      const some = new Set(meters.slice(start, start + wholeMetersPerFold))
      for (const meter of some) await this.#loadAllDays(meter)
      await this.#write(await this.#fold({ withdrawn: { source: importSource(importId), meters: some } }))
    }
    await this.#client.query('delete from unclaimed_frames where tenant = $1 and import_id = $2', [tenant, importId])
  }

  #gatherAll(frames: readonly RecordedEvent[]): Unclaimed[] {
    return frames.flatMap((frame) => this.#gather(frame, this.#registry.of(frame.metadata.tenant)))
  }

  #gather(frame: RecordedEvent, meters: ReadonlyMap<string, Meter>): Unclaimed[] {
    if (!frame.packed || frame.packed.length === 0) return []
    const { tenant } = frame.metadata
    const report = frame.data as ReadingsReported
    const { importId, receivedAt } = report
    if (importId !== undefined && this.#withdrawn.has(importKey(tenant, importId))) return []
    const unclaimed = gatherFrame(
      unpackFrame(frame.packed),
      originOf(report),
      (number) => claimant(meters.get(number), frame.position),
      this.#touched,
    )
    return unclaimed
      .filter((number) => this.#shard.owns(tenant, number))
      .map((number) => ({ tenant, number, position: frame.position, receivedAt, importId }))
  }

  async #rememberUnclaimed(unclaimed: readonly Unclaimed[]): Promise<void> {
    if (unclaimed.length === 0) return
    await this.#client.query(
      'insert into unclaimed_frames select * from unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[], $5::text[]) on conflict do nothing',
      unclaimedArrays(unclaimed),
    )
  }

  /** Folds the frames that reported these meters before they were registered, or while a move was under way that was then refused. */
  async #claim(registered: readonly Meter[]): Promise<void> {
    const waiting = await this.#client.query<{ position: number }>(
      `with claimed as (delete from unclaimed_frames frames using unnest($1::text[], $2::text[], $3::bigint[]) as key (tenant, number, after)
         where frames.tenant = key.tenant and frames.number = key.number and frames.position > key.after returning position)
       select distinct position::float8 as position from claimed order by 1`,
      [
        registered.map(({ tenant }) => tenant),
        registered.map(({ number }) => number),
        registered.map(({ absences }) => lastReturn(absences)),
      ],
    )
    const claimable = new Map(registered.map((meter) => [`${meter.tenant}/${meter.number}`, meter]))
    for (const [index, { position }] of waiting.rows.entries()) {
      const [frame] = await this.#log.readAll(position - 1, { untilPosition: position, limit: 1 })
      if (!frame?.packed || frame.position !== position)
        throw new Error(`event ${position} with unclaimed readings is missing from the log`)
      const { tenant } = frame.metadata
      const origin = originOf(frame.data as ReadingsReported)
      gatherFrame(unpackFrame(frame.packed), origin, (number) => claimant(claimable.get(`${tenant}/${number}`), position), this.#touched)
      if (index % claimedFramesPerFold === claimedFramesPerFold - 1) await this.#write(await this.#fold())
    }
  }

  /** Folds the pending readings; returns the rows to write. A caller that folds ahead passes the promise to await before anything is read. */
  async #fold({ replaced, withdrawn, settled }: Changed = {}): Promise<MeterDayRows> {
    await this.#loadDays([...this.#touched], settled)
    for (const meter of replaced ?? []) await this.#loadAllDays(meter)
    const rows = this.#spare.pop() ?? new MeterDayRows()
    let turn = 0
    for (const meter of this.#touched) {
      let isRestated = false
      let changed: Iterable<MeterDay> = foldMeter(meter, this.#tell, this.#memory)
      if (replaced?.has(meter)) changed = new Set([...changed, ...recomputeMeter(meter, this.#tell, this.#memory)])
      if (withdrawn?.meters.has(meter)) {
        const left = withdrawFromMeter(meter, withdrawn.source, this.#tell, this.#memory)
        for (const { day } of left.gone) rows.gone.push({ meterId: meter.id, day })
        changed = left.changed
        isRestated = true
      }
      for (const day of changed) if (rows.add(meter, day)) isRestated = true
      if (isRestated) rows.states.add(meter)
      for (const day of meter.days) sleep(day)
      this.#memory.restart()
      // Answers of PostgreSQL about the earlier page wait for this number of meters at most.
      if (++turn % metersPerTurn === 0) await nextTurn()
    }
    this.#evict()
    return rows
  }

  async #write(rows: MeterDayRows): Promise<void> {
    await ensurePartitions(this.#client, 'meter_days', rows.days)
    await copyRows(this.#client, 'meter_days', rows.fresh)
    await upsertRows(this.#client, 'meter_days', ['meter_id', 'day'], rows.changed)
    if (rows.gone.length > 0) await deleteDays(this.#client, rows.gone)
    const { changed, moved, movedTo } = rows.states
    await upsertRows(this.#client, 'meter_states', ['meter_id'], changed)
    if (moved.length > 0)
      await this.#client.query(
        `update meter_states set newest_day = date '1970-01-01' + day from unnest($1::bigint[], $2::int[]) as moved (id, day) where meter_id = id`,
        [arrayLiteral(moved), arrayLiteral(movedTo)],
      )
    rows.restart()
    this.#spare.push(rows)
  }

  /** A replaced meter's rules hold for its whole history; the day of the replacement may have no reading of its own. */
  async #loadAllDays(meter: Meter): Promise<void> {
    const stored = await this.#client.query<StoredDay>(`select ${storedColumns} from meter_days where meter_id = $1 order by day`, [
      meter.id,
    ])
    for (const row of stored.rows) if (!findDay(meter, row.day)) addDay(meter, toMeterDay(row))
    addDaysOfReplacement(meter)
    // `lastDay` may not be loaded yet.
    meter.lastDay = meter.days.at(-1)?.day ?? null
    this.#touched.add(meter)
  }

  /** Reads the rows that the fold needs and that are not cached: each touched day with the two nearest on either side. */
  async #loadDays(touched: readonly Meter[], settled?: () => Promise<void>): Promise<void> {
    const unknown = touched.filter((meter) => meter.lastDay === undefined)
    if (unknown.length > 0) {
      await settled?.()
      const byId = await readLastDays(this.#client, unknown)
      for (const meter of unknown) {
        meter.lastDay = byId.get(meter.id) ?? null
        meter.holdsAll = meter.lastDay === null
      }
    }
    const wanted: [Meter, number][] = []
    for (const meter of touched) for (const day of pendingDays(meter)) if (!isDayCached(meter, day)) wanted.push([meter, day])
    if (wanted.length === 0) return
    await settled?.()
    const byId = new Map(wanted.map(([meter]) => [meter.id, meter]))
    for (const row of await readDaysAround(this.#client, wanted)) {
      const meter = byId.get(row.meter_id)!
      if (!findDay(meter, row.day)) addDay(meter, toMeterDay(row))
    }
  }

  /** Keeps the last days of the meters used last, within the limit. */
  #evict(): void {
    for (const meter of this.#touched) {
      if (meter.days.length > cachedDaysPerMeter) keepLastDays(meter)
      // Cached days must be the last ones without a gap; a batch of late readings may have left others.
      if (meter.days.at(-1)?.day !== meter.lastDay) forget(meter)
      this.#cached.use(meter)
    }
    this.#touched.clear()
    this.#cached.evict()
  }
}

/** The conditions after the join repeat it: a columnstore decompresses by conditions on columns alone. */
const deleteDays = async (client: ClientBase, gone: readonly { meterId: number; day: number }[]): Promise<void> => {
  const days = gone.map(({ day }) => day)
  await client.query(
    `delete from meter_days using unnest($1::bigint[], $2::int[]) as gone (id, gone_day)
     where meter_id = id and day = date '1970-01-01' + gone_day
       and meter_id = any ($1) and day between date '1970-01-01' + $3::int and date '1970-01-01' + $4::int`,
    [gone.map(({ meterId }) => meterId), days, days.reduce((a, b) => Math.min(a, b)), days.reduce((a, b) => Math.max(a, b))],
  )
}
