import { projections } from '@nightflow/projections/projections'
import { describe, expect, test } from 'vitest'
import { filesLike, lineOf, textOf } from './source-files.ts'

const files = filesLike('{projections,platform,ingest,policies}/src/**/*.ts', 'apps/{api,cli,server,worker}/src/**/*.ts').filter(
  (path) => !path.endsWith('.test.ts'),
)

/** Table to the read model that declares it, and with that the one file that may write it. */
const ownerOfTable = new Map(
  projections.flatMap(({ name, tables }) => Object.keys(tables).map((table) => [table, `projections/src/${name}.ts`] as const)),
)

type Write = { table: string; path: string; line: number }

/** Statements and calls that write a table: SQL words, kysely's words, and rows copied in bulk. */
const writesIn = (path: string): Write[] => {
  const text = textOf(path)
  const ways = [
    /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:views\.)?([a-z_]+(?:\.[a-z_]+)?)/g,
    /\bupdate\s+(?:only\s+)?(?:views\.)?([a-z_]+(?:\.[a-z_]+)?)\s+(?:as\s+\w+\s+)?(?:\w+\s+)?set\b/g,
    /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([a-z_.]+)'/g,
    /\b(?:copyRows|mergeRows|replaceRows|upsertRows)\([^)]*?'([a-z_]+)'/g,
  ]
  return ways.flatMap((way) => [...text.matchAll(way)].map((match) => ({ table: match[1]!, path, line: lineOf(text, match.index) })))
}

const writes = files.flatMap(writesIn)
const placesOf = (list: Write[]): string[] => list.map(({ table, path, line }) => `${path}:${line} writes ${table}`)

describe('one writer per table', () => {
  test('no two read models declare the same table', () => {
    const declared = projections.flatMap(({ tables }) => Object.keys(tables))
    expect(declared.filter((table, index) => declared.indexOf(table) !== index)).toEqual([])
  })

  test('a read model is named after its file', () => {
    expect(projections.map(({ name }) => `projections/src/${name}.ts`).filter((path) => !files.includes(path))).toEqual([])
  })

  test('a view is written only by the read model that declares it', () => {
    const foreign = writes.filter(({ table, path }) => ownerOfTable.has(table) && ownerOfTable.get(table) !== path)
    expect(placesOf(foreign)).toEqual([])
  })

  test('each table of the platform is written in one file, migrations apart', () => {
    const platform = writes.filter(({ table, path }) => table.startsWith('platform.') && !/migrate/.test(path))
    const writers = Map.groupBy(platform, ({ table }) => table)
    const shared = [...writers].filter(([, list]) => new Set(list.map(({ path }) => path)).size > 1)
    expect(shared.flatMap(([, list]) => placesOf(list))).toEqual([])
  })

  test('the log is written by the log alone', () => {
    expect(placesOf(writes.filter(({ table }) => table.startsWith('log.')))).toEqual([])
  })

  test('the search for writers sees writers', () => {
    expect(writes.length).toBeGreaterThan(10)
    expect(ownerOfTable.size).toBeGreaterThan(3)
  })
})
