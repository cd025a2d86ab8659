import type { AlarmEvent, AlarmStatus } from '@nightflow/schemas/alarms/alarm'
import type { CaseStage } from '@nightflow/schemas/work-orders/leak-case'
import type { PoolClient } from 'pg'

type MonthOfPoints = { partitionIds: readonly string[]; from: string; to: string; timeZone: string }
type AlarmOfMonth = { at: string; eventType: AlarmEvent; pointName: string; status: AlarmStatus }
type CaseOfMonth = { caseNo: number; at: string; pointName: string; stage: CaseStage }

/** How many there are, and the first of them. */
export type FirstOf<Row> = { total: number; rows: Row[] }

const firstOf = <Row extends { at: string }>(rows: readonly (Omit<Row, 'at'> & { at: Date; total: number })[]): FirstOf<Row> => ({
  total: rows[0]?.total ?? 0,
  // The rest of a row is what its query named.
  rows: rows.map(({ total: _, at, ...row }) => ({ ...row, at: at.toISOString() }) as unknown as Row),
})

const isInMonth = (column: string): string =>
  `${column} >= $2::date::timestamp at time zone $4 and ${column} < ($3::date + 1)::timestamp at time zone $4`
const nameOf = (id: string): string => `coalesce((select name from views.partitions where id = ${id}), ${id}) as "pointName"`

/** The boundaries of metering points that have one. */
export const boundariesOf = async (database: PoolClient, partitionIds: readonly string[]): Promise<Map<string, [number, number][]>> => {
  const { rows } = await database.query<{ id: string; boundary: [number, number][] }>(
    `select id, details->'boundary' as boundary from views.partitions where id = any($1) and jsonb_typeof(details->'boundary') = 'array'`,
    [partitionIds],
  )
  return new Map(rows.map(({ id, boundary }) => [id, boundary]))
}

/** Alarms of metering points in the days from..to, the oldest first. */
export const alarmsOfMonth = async (
  database: PoolClient,
  { partitionIds, from, to, timeZone }: MonthOfPoints,
  limit: number,
): Promise<FirstOf<AlarmOfMonth>> => {
  const { rows } = await database.query<Omit<AlarmOfMonth, 'at'> & { at: Date; total: number }>(
    `select occurred_at as at, event_type as "eventType", status, ${nameOf('subject')}, count(*) over ()::int as total from views.alarms
     where event_type like 'partition-%' and subject = any($1) and ${isInMonth('occurred_at')} order by occurred_at, alarm_id limit $5`,
    [partitionIds, from, to, timeZone, limit],
  )
  return firstOf<AlarmOfMonth>(rows)
}

/** Leak cases of metering points that became known in the days from..to, the oldest first. */
export const casesOfMonth = async (
  database: PoolClient,
  { partitionIds, from, to, timeZone }: MonthOfPoints,
  limit: number,
): Promise<FirstOf<CaseOfMonth>> => {
  const { rows } = await database.query<Omit<CaseOfMonth, 'at'> & { at: Date; total: number }>(
    `select aware_at as at, case_no::float8 as "caseNo", stage, ${nameOf('partition_id')}, count(*) over ()::int as total from views.leak_cases
     where partition_id = any($1) and ${isInMonth('aware_at')} order by aware_at, case_no limit $5`,
    [partitionIds, from, to, timeZone, limit],
  )
  return firstOf<CaseOfMonth>(rows)
}
