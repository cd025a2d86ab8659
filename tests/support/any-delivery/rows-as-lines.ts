import { sharedHoursOf, unpackHourVolumes } from '@nightflow/domain/metering/hour-volumes'
import { packFrame } from '@nightflow/domain/metering/pack-frame'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import type { RecordedEvent } from '@nightflow/event-log/event-log'
import type { Pool } from 'pg'
import { toColumns } from '../data/readings.ts'
import { metersOfLog, unclaimedOfLog } from './meters-of-log.ts'
import { pointsOfLog } from './points-of-log.ts'

/** The rows of one tenant, actual or expected: a line for each row, by its subject. */
export type Lines = Map<string, string>

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const known = (volumes: readonly number[]) => volumes.map((volume) => (Number.isNaN(volume) ? null : volume))
const line = (value: unknown) => JSON.stringify(value)

/** The rows that the read models of a tenant must have, by all of its events. */
export const linesOfLog = (events: readonly RecordedEvent[]): Lines => {
  const lines: Lines = new Map()
  const meters = metersOfLog(events)
  const tenantDays = new Map<number, { heard: number; known: number; millilitres: number }>()
  for (const { id, number, days, counted } of meters) {
    lines.set(`meter ${number}`, line({ id }))
    for (const { day, gateway, readings, volumes } of days) {
      const { hours, knownHours, sharedHours: shared, measuredMillilitres: measured, dayMillilitres } = volumes
      const words = new Set([
        ...readings.flatMap(({ flags }) => flags?.split(' ') ?? []),
        ...[...volumes.flags].map((flag) => `day:${flag}`),
      ])
      const [volume] = known([dayMillilitres])
      const packed = hex(packFrame(toColumns(readings)))
      const flags = [...words].sort().join(' ')
      lines.set(
        `meter ${number}, ${dateOfDay(day)}`,
        line({ gateway, hours: known(hours), knownHours, shared, measured, volume, flags, readings: packed }),
      )
    }
    const heard = new Set(days.map(({ day }) => day))
    for (const [day, { dayMillilitres }] of counted) {
      const [volume = null] = known([dayMillilitres])
      const ofTenant = tenantDays.get(day) ?? { heard: 0, known: 0, millilitres: 0 }
      tenantDays.set(day, {
        heard: ofTenant.heard + (heard.has(day) ? 1 : 0),
        known: ofTenant.known + (volume === null ? 0 : 1),
        millilitres: ofTenant.millilitres + (volume ?? 0),
      })
    }
  }
  for (const [day, sums] of tenantDays) lines.set(`tenant, ${dateOfDay(day)}`, line(sums))
  for (const { key, id, members, days } of pointsOfLog(events, meters)) {
    lines.set(`point ${id}`, line({ key }))
    for (const { side, number, sign, from, until } of members) lines.set(`${side} of ${id}: ${number} from ${from}`, line({ sign, until }))
    for (const [day, { supply, consumption }] of days) lines.set(`point ${id}, ${dateOfDay(day)}`, line({ supply, consumption }))
  }
  for (const [number, positions] of unclaimedOfLog(events))
    for (const position of positions) lines.set(`unclaimed ${number} at ${position}`, '')
  return lines
}

type Sums = { sums: number[]; known: number[]; day: number; dayKnown: number; stated: number; statedDay: number; shared: number[] | null }

/** The rows of the read models of a schema, by tenant; the sums of shards added up. */
export const linesOfViews = async (pool: Pool, schema: string): Promise<Map<string, Lines>> => {
  const byTenant = new Map<string, Lines>()
  const say = (tenant: string, about: string, value: unknown): void => {
    const lines = byTenant.get(tenant) ?? new Map<string, string>()
    byTenant.set(tenant, lines)
    if (lines.has(about)) throw new Error(`two rows say something of ${about}`)
    lines.set(about, value === undefined ? '' : line(value))
  }
  const rowsOf = async (statement: string) => (await pool.query(statement.replaceAll('views.', `${schema}.`))).rows
  for (const { tenant, number, id } of await rowsOf('select tenant, number, id::float8 as id from views.meters'))
    say(tenant, `meter ${number}`, { id })
  const meterDays =
    await rowsOf(`select days.tenant, number, time_zone, day - date '1970-01-01' as day, gateway, readings, hours, known_hours,
    measured_millilitres::float8 as measured, day_millilitres::float8 as volume, flags from views.meter_days days join views.meters on id = meter_id`)
  for (const { tenant, number, time_zone, day, readings, hours: packed, known_hours: knownHours, ...row } of meterDays) {
    const { gateway, measured, volume, flags } = row
    const [hours, shared] = [known(unpackHourVolumes(packed, calendarOf(time_zone).slotsOf(day))), sharedHoursOf(packed)]
    say(tenant, `meter ${number}, ${dateOfDay(day)}`, {
      gateway,
      hours,
      knownHours,
      shared,
      measured,
      volume,
      flags,
      readings: hex(readings),
    })
  }
  for (const { tenant, day, ...sums } of await rowsOf(`select tenant, day::text, sum(meters_heard)::float8 as heard,
    sum(meters_known)::float8 as known, sum(known_millilitres)::float8 as millilitres from views.tenant_days group by tenant, day`))
    say(tenant, `tenant, ${day}`, sums)
  for (const { tenant, id, key } of await rowsOf('select tenant, id, key::float8 as key from views.partitions'))
    say(tenant, `point ${id}`, { key })
  // A row of a point that is no longer there would have no name.
  const nameOfPoint = `coalesce(points.id, 'removed ' || partition_key)`
  const members = await rowsOf(`select members.tenant, ${nameOfPoint} as id, side, number, sign, active_from as from, active_until as until
    from views.partition_members members left join views.partitions points on key = partition_key`)
  for (const { tenant, id, side, number, sign, from, until } of members)
    say(tenant, `${side} of ${id}: ${number} from ${instantOf(from)}`, { sign, until: instantOf(until) })
  const pointDays = await rowsOf(`select days.tenant, ${nameOfPoint} as id, day::text,
      ${['supply', 'consumption'].map(
        (side) => `json_build_object('sums', ${side}_sums, 'known', ${side}_known, 'day', ${side}_day, 'dayKnown', ${side}_day_known,
          'stated', ${side}_stated, 'statedDay', ${side}_stated_day, 'shared', ${side}_shared) as ${side}`,
      )}
    from views.partition_days days left join views.partitions points on key = partition_key`)
  for (const rows of Map.groupBy(pointDays, ({ tenant, id, day }) => `${tenant}/${id}/${day}`).values()) {
    const { tenant, id, day } = rows[0]
    say(tenant, `point ${id}, ${day}`, {
      supply: rows.map(({ supply }) => supply).reduce(addedUp),
      consumption: rows.map(({ consumption }) => consumption).reduce(addedUp),
    })
  }
  for (const { tenant, number, position } of await rowsOf('select tenant, number, position from views.unclaimed_frames'))
    say(tenant, `unclaimed ${number} at ${position}`, undefined)
  return byTenant
}

const addedUp = (one: Sums, other: Sums): Sums => ({
  sums: one.sums.map((volume, slot) => volume + other.sums[slot]!),
  known: one.known.map((count, slot) => count + other.known[slot]!),
  day: one.day + other.day,
  dayKnown: one.dayKnown + other.dayKnown,
  stated: one.stated + other.stated,
  statedDay: one.statedDay + other.statedDay,
  shared: one.shared && other.shared ? one.shared.map((count, slot) => count + other.shared![slot]!) : (one.shared ?? other.shared),
})

const instantOf = (instant: Date | number): string =>
  instant instanceof Date ? instant.toISOString() : instant < 0 ? '-infinity' : 'infinity'

const shownMax = 20

/** Rows of the read models that differ from the expected ones. */
export const differencesOf = (views: Lines, log: Lines): string[] =>
  [...new Set([...log.keys(), ...views.keys()])]
    .filter((about) => views.get(about) !== log.get(about))
    .slice(0, shownMax)
    .map((about) => `${about}\n  views: ${views.get(about) ?? 'nothing'}\n  log:   ${log.get(about) ?? 'nothing'}`)
