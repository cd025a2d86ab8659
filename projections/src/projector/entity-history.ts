import type { HistoryPage, HistoryRow, HistoryValue } from '@nightflow/schemas/shared/history'
import type { ClientBase } from 'pg'
import type { Entity, HistoryStep } from './entity-shape.ts'

export const historyTable = ({ table, key }: Entity): Record<string, string> => ({
  [`${table}_history`]: `create table ${table}_history (tenant text not null, ${key.map(({ name, type }) => `${name} ${type} not null`).join(', ')},
    position bigint not null, step text not null, at timestamptz not null, by text, note text,
    facts jsonb not null, changes jsonb not null,
    primary key (tenant, ${key.map(({ name }) => name).join(', ')}, position))`,
})

export const writeHistory = async (client: ClientBase, { table, key }: Entity, steps: readonly HistoryStep[]): Promise<void> => {
  const names = key.map(({ name }) => name)
  const arrays = key.map(({ type }, index) => `$${index + 9}::${type}[]`)
  await client.query(
    `insert into ${table}_history (tenant, position, step, at, by, note, facts, changes, ${names.join(', ')})
     select * from unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::jsonb[], $8::jsonb[], ${arrays.join(', ')})`,
    [
      steps.map(({ key }) => key.tenant),
      steps.map(({ position }) => position),
      steps.map(({ step }) => step),
      steps.map(({ at }) => at),
      steps.map(({ by }) => by),
      steps.map(({ note }) => note),
      steps.map(({ facts }) => JSON.stringify(facts)),
      steps.map(({ changes }) => JSON.stringify(changes)),
      ...key.map(({ field }) => steps.map((step) => step.key[field])),
    ],
  )
}

type Stored = Omit<HistoryRow, 'at'> & { at: Date }

/** The lines of one row's history before a position, newest first, or after one, oldest first. The database sees the tenant's rows alone. */
export const readHistory = async (
  database: ClientBase,
  { table, key }: Entity,
  row: Readonly<Record<string, unknown>>,
  { before, after, limit }: HistoryPage & { after?: number },
): Promise<{ rows: HistoryRow[]; next: number | null }> => {
  const isForward = after !== undefined
  const wanted = key.map(({ name }, index) => `${name} = $${index + 3}`).join(' and ')
  const { rows } = await database.query<Stored>(
    `select step, at, by, note, position::float8 as position, facts, changes from views.${table}_history
     where ${wanted} and ($1::bigint is null or position ${isForward ? '>' : '<'} $1)
     order by ${table}_history.position ${isForward ? 'asc' : 'desc'} limit $2`,
    [(isForward ? after : before) ?? null, limit + 1, ...key.map(({ field }) => row[field])],
  )
  const shown = rows.slice(0, limit).map((line) => ({ ...line, at: line.at.toISOString() }))
  return { rows: shown, next: rows.length > limit ? shown.at(-1)!.position : null }
}

const instantPattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** An instant as an event has it and as the database gives it back are the same text. */
const inMilliseconds = (value: HistoryValue): HistoryValue =>
  typeof value === 'string' && instantPattern.test(value) ? new Date(value).toISOString() : value

/** The fields of a row that differ, for a history's `changes`; what is not there is null. */
export const changesBetween = (before: object, after: object, fields: readonly string[]): HistoryRow['changes'] => {
  const valueIn = (row: object, field: string) => inMilliseconds((Reflect.get(row, field) ?? null) as HistoryValue)
  return fields.map((field) => ({ field, from: valueIn(before, field), to: valueIn(after, field) })).filter(({ from, to }) => from !== to)
}

/**
 * The person of an actor: `user:17` as it is, and the name alone of an actor such as `user:anna`, which earlier events have. Null for a policy
 * or a gateway, which act for the service.
 */
export const personOf = (actor: string): string | null => {
  const [, kind, name] = /^(\w+):(.*)$/s.exec(actor) ?? []
  if (kind === 'policy' || kind === 'gateway') return null
  return name === undefined || /^\d+$/.test(name) ? actor : name
}
