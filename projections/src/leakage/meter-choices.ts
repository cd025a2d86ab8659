import type { listMeterChoices as endpoint, MeterChoice } from '@nightflow/schemas/leakage/meter-choice'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { nextPage } from '@nightflow/schemas/shared/list-page'
import type { PoolClient } from 'pg'
import { meterFits } from './meter-fits.ts'

type Request = RequestOf<typeof endpoint>
type Place = { number: string; meterType: string | null; longitude: number | null; latitude: number | null }

/** A page of the meters that the filters leave, by number. Undefined where there is no such metering point. */
export const listMeterChoices = async (database: PoolClient, request: Request): Promise<ResponseOf<typeof endpoint> | undefined> => {
  const { id, role, limit, page } = request
  const values: unknown[] = []
  const parameter = (value: unknown): string => `$${values.push(value)}`
  const conditions = conditionsOf(request, parameter).join(' and ')
  const found = await database.query<{ total: number }>(`select count(*)::int as total from views.meters where ${conditions}`, values)
  const { total } = found.rows[0]!
  const { rows } = await database.query<Place>(
    `select number, longitude, latitude,
       (select meter_type_name from platform.meter_types types where types.meter_type_id = meters.meter_type_id) as "meterType"
     from views.meters cross join lateral (select (details->>'longitude')::float8 as longitude, (details->>'latitude')::float8 as latitude) place
     where ${conditions} order by number limit ${parameter(limit)} offset ${parameter((page - 1) * limit)}`,
    values,
  )
  const fits = await meterFits(
    database,
    id,
    role,
    rows.map(({ number }) => number),
    request,
  )
  if (!fits) return undefined
  const choices = rows.map(({ number: _, ...place }, at): MeterChoice => ({ ...fits[at]!, ...place }))
  return { rows: choices, total, next: nextPage({ limit, page }, total) }
}

const isOpened = `exists (select from views.accounts where accounts.tenant = meters.tenant and accounts.meter_no = meters.number
  and accounts.status <> '${AccountStatus.enum.cancelled}')`

/** On the asked days the meter is a member of a metering point, in this role. */
const isTaken = (role: string, from: string, to: string): string =>
  `exists (select from views.partition_meters member where member.tenant = meters.tenant and member.number = meters.number
    and member.role = ${role} and member.from_day < ${to}::date and member.to_day > ${from}::date)`

const ownedBy = (column: string, id: string): string =>
  `number in (select key from platform.owners where tenant = current_setting('nightflow.tenant') and kind = 'meter' and ${column} = ${id})`

const conditionsOf = (request: Request, parameter: (value: unknown) => string): string[] => {
  const { role, search, account, membership, meterType, meterGroup, deptId, regionId, area, from, to } = request
  // Only meters that are in a pipe or on their way there measure anything.
  const conditions = ["replaced_by is null and state not in ('removed', 'scrapped', 'moved')"]
  if (search.trim() !== '')
    conditions.push(
      `search_text like ${parameter(
        `%${search
          .trim()
          .toLowerCase()
          .replace(/[\\%_]/g, '\\$&')}%`,
      )}`,
    )
  if (account !== undefined) conditions.push(account === 'opened' ? isOpened : `not ${isOpened}`)
  if (membership !== undefined) {
    const taken = isTaken(parameter(role), parameter(from ?? '-infinity'), parameter(to ?? 'infinity'))
    conditions.push(membership === 'taken' ? taken : `not ${taken}`)
  }
  if (meterType !== undefined) conditions.push(`meter_type_id = ${parameter(meterType)}`)
  if (meterGroup !== undefined) conditions.push(`meter_group_id = ${parameter(meterGroup)}`)
  if (deptId !== undefined) conditions.push(ownedBy('dept_id', parameter(deptId)))
  if (regionId !== undefined) conditions.push(ownedBy('region_id', parameter(regionId)))
  if (area !== undefined) {
    const line = area.map(([longitude, latitude]) => `(${longitude},${latitude})`).join(',')
    conditions.push(`${parameter(`(${line})`)}::polygon @> point((details->>'longitude')::float8, (details->>'latitude')::float8)`)
  }
  return conditions
}
