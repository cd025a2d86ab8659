import type { ClientBase } from 'pg'
import { storedTable } from '../storage/time-keyed-tables.ts'
import { keptFrom } from './retire-days.ts'

/** At most this many differing rows are named per table. */
const namedRowsMax = 20

/** An interval that crosses midnight is part of two days: next to days that were retired, a rebuilt one may know more. */
const comparedAfterRetiredDays = 2

/**
 * Compares a table of two schemas row by row; one line for each row that is missing, surplus or different. Of a time-keyed table,
 * days that were retired from the live read models, and the two after them, are left out.
 */
export const compareViews = async (
  client: ClientBase,
  { table, isTimeKeyed }: { table: string; isTimeKeyed: boolean },
  liveSchema: string,
  rebuiltSchema: string,
): Promise<string[]> => {
  const live = await storedTable(client, liveSchema, table)
  const rebuilt = await storedTable(client, rebuiltSchema, table)
  const firstDay = isTimeKeyed ? await keptFrom(client, liveSchema) : undefined
  const where = firstDay ? ` where day >= date '${firstDay}' + ${comparedAfterRetiredDays}` : ''
  const key = await client.query<{ column_name: string }>(
    `select attname as column_name from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indrelid = $1::regclass and indisprimary order by array_position(indkey::int[], attnum::int)`,
    [live],
  )
  const names = key.rows.map(({ column_name }) => column_name)
  const sides = [
    [live, rebuilt, 'differs from the log or is not in it'],
    [rebuilt, live, 'is missing or different in the live read models'],
  ] as const
  const findings: string[] = []
  for (const [one, other, words] of sides) {
    const differing = await client.query<{ row_key: string }>(
      `select concat_ws(', ', ${names.map((name) => `'${name} ' || ${name}::text`).join(', ')}) as row_key
       from (select * from ${one}${where} except select * from ${other}${where}) rows limit ${namedRowsMax + 1}`,
    )
    findings.push(...differing.rows.slice(0, namedRowsMax).map(({ row_key }) => `${table}: row ${row_key} ${words}`))
    if (differing.rows.length > namedRowsMax) findings.push(`${table}: more rows differ than the ${namedRowsMax} named`)
  }
  return findings
}
