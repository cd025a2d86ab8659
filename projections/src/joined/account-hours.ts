import { dateOfDay, type ZoneCalendar } from '@nightflow/domain/shared/local-time'
import type { PoolClient } from 'pg'
import { listMeterVolumes } from '../metering/meter-volumes.ts'

type Span = { number: string; from: string; to: string | null }
/** Meters that one account had, one after another: more are not read. */
const spansMax = 100

/** The hours of the meters of an account between two instants, each while it was the account's; undefined where there is no such account. */
export const findAccountHours = async (
  database: PoolClient,
  { accountNo, from, to, calendar }: { accountNo: string; from: number; to: number; calendar: ZoneCalendar },
): Promise<{ from: number; to: number; litres: number | null }[] | undefined> => {
  const known = await database.query<Span>(
    `select span."meterNo" as number, span."from", span."to" from views.accounts
     left join lateral jsonb_to_recordset(meters) as span("meterNo" text, "from" text, "to" text) on true
     where account_no = $1 order by span."from" limit ${spansMax}`,
    [accountNo],
  )
  if (known.rows.length === 0) return undefined
  // A meter in another zone has days of its own: those around the instants are read too.
  const range = { from: dateOfDay(calendar.dayOf(from) - 1), to: dateOfDay(calendar.dayOf(to) + 1) }
  const hours: { from: number; to: number; litres: number | null }[] = []
  for (const span of known.rows) {
    const [start, end] = [Math.max(from, Date.parse(span.from)), Math.min(to, span.to === null ? to : Date.parse(span.to))]
    if (span.number === null || !(start < end)) continue
    const volumes = await listMeterVolumes(database, { number: span.number, ...range, resolution: 'hour' })
    for (const [nth, row] of (volumes?.rows ?? []).entries()) {
      const at = Date.parse(row.from)
      const next = volumes!.rows[nth + 1]
      const until = next ? Date.parse(next.from) : at + 3_600_000
      if (at >= start && until <= end) hours.push({ from: at, to: until, litres: row.volumeLitres })
    }
  }
  return hours
}
