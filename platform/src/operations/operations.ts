import { operations, operationTypes } from '@nightflow/schemas/platform/operation-log'
import { operationTitles } from '@nightflow/schemas/platform/operation-titles'
import { sql } from 'kysely'
import { type StoreOf, storeOf } from '../storage/resource-table.ts'

const path = sql`split_part(operation, ' ', 2)`

/** Where the calls of the operation's part of the service begin, as `operationTitles` has it; null for what belongs to none. */
const part = sql`case ${sql.join(
  operationTitles.map(({ prefix }) => sql`when starts_with(${path}, ${prefix}) then ${prefix}`),
  sql` `,
)} end`

const type = (word: keyof typeof operationTypes) => sql.lit(operationTypes[word])
const businessType = sql`case
  when ${path} ~* '/import[a-z]*$' then ${type('import')} when ${path} like '%/export' then ${type('export')} when ${path} ~ '/(authRole|authUser|dataScope)' then ${type('grant')}
  when operation like 'POST %' then ${type('create')} when operation like 'PUT %' then ${type('change')} when operation like 'DELETE %' then ${type('remove')} else ${type('other')} end`

/** The present name of who did it, for people to read and to filter by. */
const actor = sql`platform.named_actor(actor, current_setting('nightflow.tenant', true))`

const table = storeOf(operations, {
  also: { part: 'among' },
  columns: { operId: 'id', createTime: 'at' },
  expressions: {
    part,
    businessType,
    requestMethod: sql`split_part(operation, ' ', 1)`,
    operUrl: path,
    actor,
    operName: sql`regexp_replace(${actor}, '^[a-z]+:', '')`,
    status: sql`case when outcome = 'accepted' then 0 else 1 end`,
    operParam: sql`left(subject::text, 2000)`,
    jsonResult: sql`left(after::text, 2000)`,
  },
})

/** The parts of the service whose name in any language contains the text. */
const partsNamed = (title: string): string[] =>
  operationTitles
    .filter(({ titles }) => Object.values(titles).some((name) => name.toLowerCase().includes(title.toLowerCase())))
    .map(({ prefix }) => prefix)

/** A filter by `title` is one by the parts of that name. */
const byPart = <Request extends { title?: unknown }>({ title, ...request }: Request) => ({
  ...request,
  ...(typeof title === 'string' && title !== '' && { part: partsNamed(title) }),
})

/** The operation log as people read it; long fields come with one row. */
export const operationStore: StoreOf<typeof operations> = {
  ...table,
  list: (database, request) => table.list(database, byPart(request)),
  scan: (database, request) => table.scan(database, byPart(request)),
}
