import { unpackDayHours } from '@nightflow/domain/metering/hour-volumes'
import { calendarOf } from '@nightflow/domain/shared/local-time'
import type { ClientBase } from 'pg'
import type { DayFigures } from '../projector/projection.ts'
import type { DaySpan } from './cascades.ts'

type CountedDay = { number: string; time_zone: string; day: number; figures: DayFigures }
type Stored = { number: string; time_zone: string; day: number; hours: Buffer; day_volume: number | null }
type Stated = { number: string; time_zone: string; day: number; litres: number; hours: number[] }

/** Further than any reading, and dates that PostgreSQL has. */
const dayMax = 1_000_000
const boundedDay = (day: number): number => Math.min(Math.max(day, -dayMax), dayMax)

/** The volumes that count of some meters on the days of a span: the one that a person stated for a day, else the measured one. */
export const readCountedDays = async (
  client: ClientBase,
  tenant: string,
  numbers: readonly string[],
  { fromDay, untilDay }: DaySpan,
): Promise<CountedDay[]> => {
  const parameters = [tenant, numbers, boundedDay(fromDay), boundedDay(untilDay)]
  const stated = await client.query<Stated>(
    `select number, time_zone, day::date - date '1970-01-01' as day, stated_litres as litres, stated_hours as hours
     from day_reviews join meters using (tenant, number) where tenant = $1 and number = any ($2) and stated_litres is not null
       and day::date >= date '1970-01-01' + $3::int and day::date < date '1970-01-01' + $4::int`,
    parameters,
  )
  const measured = await client.query<Stored>(
    `select number, time_zone, day - date '1970-01-01' as day, hours, day_millilitres::float8 as day_volume
     from meters join meter_days on meter_id = meters.id where meters.tenant = $1 and number = any ($2)
       and day >= date '1970-01-01' + $3::int and day < date '1970-01-01' + $4::int`,
    parameters,
  )
  const isStated = new Set(stated.rows.map(({ number, day }) => `${number}/${day}`))
  return [
    ...stated.rows.map(({ number, time_zone, day, litres, hours }) => ({
      ...{ number, time_zone, day },
      figures: { hours: hours.map((hour) => Math.round(hour * 1000)), dayMillilitres: Math.round(litres * 1000), isStated: true as const },
    })),
    ...measured.rows
      .filter(({ number, day }) => !isStated.has(`${number}/${day}`))
      .map(({ number, time_zone, day, hours, day_volume }) => ({
        ...{ number, time_zone, day },
        figures: { ...unpackDayHours(hours, calendarOf(time_zone).slotsOf(day)), dayMillilitres: day_volume ?? Number.NaN },
      })),
  ]
}
