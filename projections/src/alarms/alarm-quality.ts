import { AlarmStatus } from '@nightflow/schemas/alarms/alarm'
import type { AlarmQuality } from '@nightflow/schemas/alarms/built-in-rule'
import type { PoolClient } from 'pg'

export const qualityDays = 30
export const noAlarms: AlarmQuality = { raised: 0, answered: 0, ignored: 0, minutesToAnswer: null }

const { processing, processed, ignored } = AlarmStatus.enum

/** The answers to the alarms that were raised in the last days. A condition that was over by itself had no answer. */
const qualityBy = (name: string, where: string): string => `
  select ${name} as name, count(*)::int as raised,
    count(*) filter (where status in ('${processing}', '${processed}') and cleared_at is null)::int as answered,
    count(*) filter (where status = '${ignored}')::int as ignored,
    (percentile_cont(0.5) within group (order by extract(epoch from answered_at - raised_at) / 60) filter (where answered_by is not null))::float8 as "minutesToAnswer"
  from views.alarms where raised_at > now() - interval '${qualityDays} days' and ${where} group by 1`

type Counted = AlarmQuality & { name: string }

const byName = (rows: readonly Counted[]): ReadonlyMap<string, AlarmQuality> => new Map(rows.map(({ name, ...quality }) => [name, quality]))

/** Of these rules that people set, by their identifiers. */
export const qualityOfRules = async (database: PoolClient, ruleIds: readonly string[]): Promise<ReadonlyMap<string, AlarmQuality>> =>
  byName((await database.query<Counted>(qualityBy('rule_id::text', 'rule_id = any($1::uuid[])'), [ruleIds])).rows)

/** Of the built-in rules, by their events. */
export const qualityOfBuiltInRules = async (database: PoolClient): Promise<ReadonlyMap<string, AlarmQuality>> =>
  byName((await database.query<Counted>(qualityBy('event_type', 'rule_id is null'))).rows)
