import type { RecordedStatement } from './record-statements.ts'

/** Statements of one line of the product; of one caller of it, where the line sends more than one. */
export type StatementGroup = { places: string[]; statements: string[]; others: number }

const statementsMax = 25

/** Without what differs by day, by run and by installation. */
const withoutNames = (sql: string): string =>
  sql
    .replaceAll(/_\d{4}_\d{2}(_\d{2})?\b/g, '_<date>')
    .replaceAll(/'\d{4}-\d{2}-\d{2}[^']*'/g, "'<time>'")
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>')
    .replaceAll(/\bviews_(?!as_of)[0-9a-z]+\b/g, 'views_<name>')
    .replaceAll(/password '[^']*'/g, "password '<secret>'")

/** As it was written, without the indentation of its file. */
const dedented = (sql: string): string => {
  const [first = '', ...others] = sql.split('\n').filter((line) => line.trim() !== '')
  const indentation = Math.min(...others.map((line) => line.search(/\S/)))
  return [first.trim(), ...others.map((line) => line.slice(indentation).trimEnd())].join('\n')
}

const oneLine = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim()

const groupAt = (records: readonly RecordedStatement[], depth: number): StatementGroup[] => {
  const statements = new Map(records.map(({ sql }) => [oneLine(withoutNames(sql)), dedented(withoutNames(sql))]))
  const byCaller = Map.groupBy(records, ({ places }) => places[depth])
  const isEnd = statements.size === 1 || byCaller.has(undefined)
  if (!isEnd) return [...byCaller.values()].flatMap((some) => groupAt(some, depth + 1))
  const sorted = [...statements.values()].sort()
  return [
    {
      places: records[0]!.places.slice(0, depth),
      statements: sorted.slice(0, statementsMax),
      others: Math.max(0, sorted.length - statementsMax),
    },
  ]
}

/** In the order of the lines that sent them. */
export const groupStatements = (records: readonly RecordedStatement[]): StatementGroup[] =>
  [...Map.groupBy(records, ({ places }) => places[0]).values()]
    .flatMap((some) => groupAt(some, 1))
    .sort((one, other) => one.places.join().localeCompare(other.places.join(), 'en', { numeric: true }))
