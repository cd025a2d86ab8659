import type { Parameter } from './list-query.ts'

type Span = { beginTime?: string | undefined; endTime?: string | undefined }

/** The moment that a parameter names, so many days later: the tenant's own day or clock, unless it brings an offset. */
const instantOf = (parameter: string, daysLater = 0): string =>
  `(case when substr(${parameter}, 11) ~ '(Z|[+-][0-9]{2}:?[0-9]{2})$' then ${parameter}::timestamptz
    else (${parameter}::timestamp + interval '${daysLater} day')
      at time zone (select time_zone from platform.tenants where code = current_setting('nightflow.tenant')) end)`

/** Conditions of a column that lies within a span of moments or local days; ends included. */
export const withinMoments = (column: string, { beginTime, endTime }: Span, parameter: Parameter): string[] => {
  const text = (value: string): string => `${parameter(value)}::text`
  const conditions: string[] = []
  if (beginTime !== undefined) conditions.push(`${column} >= ${instantOf(text(beginTime))}`)
  if (endTime !== undefined)
    conditions.push(
      endTime.length === 'YYYY-MM-DD'.length ? `${column} < ${instantOf(text(endTime), 1)}` : `${column} <= ${instantOf(text(endTime))}`,
    )
  return conditions
}
