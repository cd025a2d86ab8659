import type { ClientBase } from 'pg'
import type { Entity, HistoryStep } from './entity-shape.ts'

export const historyTable = ({ table, key }: Entity): Record<string, string> => ({
  [`${table}_history`]: `create table ${table}_history (tenant text not null, ${key.map(({ name, type }) => `${name} ${type} not null`).join(', ')},
    position bigint not null, step text not null, at timestamptz not null, by text, note text,
    primary key (tenant, ${key.map(({ name }) => name).join(', ')}, position))`,
})

export const writeHistory = async (client: ClientBase, { table, key }: Entity, steps: readonly HistoryStep[]): Promise<void> => {
  const names = key.map(({ name }) => name)
  const arrays = key.map(({ type }, index) => `$${index + 7}::${type}[]`)
  await client.query(
    `insert into ${table}_history (tenant, position, step, at, by, note, ${names.join(', ')})
     select * from unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], ${arrays.join(', ')})`,
    [
      steps.map(({ key }) => key.tenant),
      steps.map(({ position }) => position),
      steps.map(({ step }) => step),
      steps.map(({ at }) => at),
      steps.map(({ by }) => by),
      steps.map(({ note }) => note),
      ...key.map(({ field }) => steps.map((step) => step.key[field])),
    ],
  )
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
