import { unpackDayHours } from '@nightflow/domain/metering/hour-volumes'
import { calendarOf, dayOfDate } from '@nightflow/domain/shared/local-time'
import { type findMetersOfDay, type MeterOfDay, metersOfDayMax } from '@nightflow/schemas/leakage/investigation'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { PoolClient } from 'pg'
import { findForFigures } from './night-flow.ts'

/** Meters of one point that are looked at. */
const metersMax = 20_000

type Stored = { number: string; name: string | null; role: 'supply' | 'consumption'; sign: number; days: Day[] | null }
type Day = { day: string; hours: string; litres: number | null }

/** The meters whose volume of a day differs most from that of another day, summary meters first. Undefined where there is no such point. */
export const metersOfDay = async (
  database: PoolClient,
  { id, day, comparedDay }: RequestOf<typeof findMetersOfDay>,
): Promise<ResponseOf<typeof findMetersOfDay> | undefined> => {
  const point = await findForFigures(database, id)
  if (!point) return undefined
  const calendar = calendarOf(point.time_zone)
  const night = point.details.nightWindow
  const { rows } = await database.query<Stored>(
    `select member.number, meters.details->>'name' as name, member.side as role, member.sign::int as sign, days.days
     from views.partition_members member left join views.meters using (number) cross join lateral (
       select json_agg(json_build_object('day', day, 'hours', encode(hours, 'base64'), 'litres', day_millilitres / 1000.0)) as days
       from views.meter_days where meter_id = meters.id and day in ($2::date, $3::date)) days
     where partition_key = $1 and active_from <= $4 and active_until > $4 limit ${metersMax}`,
    [point.key, day, comparedDay, new Date(calendar.startOf(dayOfDate(day)))],
  )
  const litresIn = (stored: Stored, date: string): { litres: number | null; nightLitres: number | null } => {
    const found = stored.days?.find((each) => each.day === date)
    if (!found) return { litres: null, nightLitres: null }
    const { hours } = unpackDayHours(Buffer.from(found.hours, 'base64'), calendar.slotsOf(dayOfDate(date)))
    const sum = hours.slice(night.fromHour, night.toHour).reduce((total, millilitres) => total + millilitres, 0)
    return { litres: found.litres, nightLitres: Number.isNaN(sum) ? null : sum / 1000 }
  }
  const meters = rows.map((stored): MeterOfDay => {
    const [of, compared] = [litresIn(stored, day), litresIn(stored, comparedDay)]
    const { number, name, role, sign } = stored
    return { number, name, role, sign, ...of, comparedLitres: compared.litres, comparedNightLitres: compared.nightLitres }
  })
  return { timeZone: point.time_zone, meters: meters.length, rows: meters.sort(bySideAndDifference).slice(0, metersOfDayMax) }
}

const differenceOf = ({ litres, comparedLitres }: MeterOfDay): number =>
  litres === null || comparedLitres === null ? -1 : Math.abs(litres - comparedLitres)

const bySideAndDifference = (one: MeterOfDay, other: MeterOfDay): number =>
  other.role.localeCompare(one.role) || differenceOf(other) - differenceOf(one) || one.number.localeCompare(other.number)
