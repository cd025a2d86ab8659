import { projections } from '@nightflow/projections/projections'
import type { Projection } from '@nightflow/projections/projector/projection'

/** Where the SQL of a read model is kept for review: `billing/bills` in `projections/sql/billing/bills.sql`. */
export const folderOfReadModels = 'projections/sql'

/** One column a line, so that a change of a table is a line of a review. */
const statement = (sql: string): string => {
  const options = / with \([^)]*\)$/.exec(sql)?.[0] ?? ''
  const [, table, body] = /^(create table \w+) \((.*)\)$/s.exec(sql.slice(0, sql.length - options.length).trim()) ?? []
  if (table === undefined || body === undefined) return `${sql.trim().replaceAll(/\s+/g, ' ')};`
  const columns = columnsOf(body).map((column) => `  ${column}`)
  return `${table} (\n${columns.join(',\n')}\n)${options};`
}

/** The parts between commas that are in no parentheses. */
const columnsOf = (body: string): string[] => {
  const columns = ['']
  let depth = 0
  for (const sign of body.replaceAll(/\s+/g, ' ')) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) columns.push('')
    else columns[columns.length - 1] += sign
  }
  return columns.map((column) => column.trim())
}

const fileOf = ({ name, version, tables, questionIndexes = [], timeKeyed = {} }: Projection): string => {
  const days = Object.keys(timeKeyed)
  const about = [`-- ${name}, version ${version}.`, ...(days.length > 0 ? [`-- Cut by days: ${days.join(', ')}.`] : [])]
  return `${[about.join('\n'), ...Object.values(tables).map(statement), ...questionIndexes.map(statement)].join('\n\n')}\n`
}

/** The tables and indexes of every read model, as they follow from its declaration, by path. */
export const readModelFiles = (): ReadonlyMap<string, string> =>
  new Map(projections.map((projection) => [`${folderOfReadModels}/${projection.name}.sql`, fileOf(projection)]))
