import type { EventLog } from '@nightflow/event-log/event-log'
import { replayViews } from '@nightflow/projections/views/replay'
import type { Pool } from 'pg'
import { withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { tenant } from './frames.ts'
import { listMillisecondsMax, named, startLists, timeEach } from './lists.ts'
import { appendAll, eventFor, firstNumber, registerNamedMeters, reportReadings } from './register-data.ts'

const dayMilliseconds = 86_400_000
const dayBefore = (days: number): string => new Date(Date.now() - days * dayMilliseconds).toISOString().slice(0, 10)
const metersPerGroup = 200

const numberOf = (index: number): string => String(firstNumber + index)

/** A finding of health on each meter: every tenth has a leak, the others are silent, low on battery or oversized. */
const findHealth = (log: EventLog, meters: number): Promise<void> =>
  appendAll(log, meters, (index) => {
    const number = numberOf(index)
    const finding = index % 10 === 0 ? 'leak' : (['silent', 'battery', 'oversized'] as const)[index % 3]!
    const figures = {
      ...{ reportingRate: 0.9, daysSilent: null, batteryMillivolt: 3100, batteryEndsOn: null, daysWithoutUse: 0, usualDailyLitres: 300 },
      ...{ reverseLitres: 0, peakLitresPerHour: 400, permanentLitresPerHour: 2500, lowFlowShare: 0.2, hoursNearPermanent: 0, ageYears: 4 },
      ...{ registerLitres: 90_000, underRegistrationShare: null, leakLitresPerHour: null, leakSince: null, leakLitres: null },
      ...(finding === 'leak' && { leakLitresPerHour: 10 + (index % 90), leakSince: dayBefore(2 + (index % 20)), leakLitres: 900 }),
    }
    const findings = [{ finding, yearlyLitres: finding === 'leak' ? (10 + (index % 90)) * 8766 : null }]
    const data = { number, day: dayBefore(1), findings, figures, at: new Date().toISOString() }
    return [`metering-health-${number}`, [eventFor('metering.MeterHealthRecorded', data)]]
  })

/** A day of each meter that broke a rule; two of three were accepted. */
const questionDays = (log: EventLog, meters: number): Promise<void> =>
  appendAll(log, meters, (index) => {
    const [number, day, at] = [numberOf(index), dayBefore(1 + (index % 30)), new Date().toISOString()]
    const rule = (['spike', 'high', 'missing', 'zero'] as const)[index % 4]!
    const questioned = { number, day, findings: [{ rule, value: 900, limit: 500 }], measuredLitres: 900, expectedLitres: 300, at }
    const accepted = { number, day, reason: 'pool filled', at, beforeLitres: 900 }
    return [
      `metering-day-${number}-${day}`,
      [eventFor('metering.FindingsRecorded', questioned), ...(index % 3 === 0 ? [] : [eventFor('metering.ReadingAccepted', accepted)])],
    ]
  })

const groupMeters = async (database: Pool, log: EventLog, meters: number): Promise<number> => {
  const { rows } = await database.query<{ id: number }>(
    `insert into platform.meter_groups (tenant, meter_group_name, create_by)
     select $1, 'Street ' || nth, 'bench' from generate_series(1, $2::int) nth returning meter_group_id::float8 as id`,
    [tenant, Math.ceil(meters / metersPerGroup)],
  )
  await appendAll(log, meters, (index) => {
    const number = numberOf(index)
    const meterGroupId = rows[Math.floor(index / metersPerGroup)]!.id
    return [`devices-meter-${number}`, [eventFor('devices.MeterGrouped', { number, meterGroupId, meterGroupName: `Street ${index}` })]]
  })
  return rows[0]!.id
}

const business = '/prod-api/business'

const questionsOf = (meters: number, meterGroup: number): Record<string, string> => {
  const deep = `pageNum=${Math.floor((meters * 0.4) / 20)}`
  const one = `meterNo=${numberOf(Math.floor(meters / 2))}`
  const pages = { first: '', deep, last: 'from=end', searchOne: one, searchMany: 'meterNo=1', searchNone: 'meterNo=none' }
  return {
    ...named(
      'health',
      { ...pages, leaks: 'finding=leak', batteries: 'finding=battery', byMeter: 'orderByColumn=meterNo', since: 'orderByColumn=leakSince' },
      (query) => `${business}/meterHealth/list?pageSize=20&${query}`,
    ),
    ...named(
      'reviews',
      {
        ...pages,
        open: 'status=0',
        accepted: 'status=1',
        spikes: 'rule=spike',
        byMeter: 'orderByColumn=meterNo',
        week: `beginTime=${dayBefore(7)}`,
      },
      (query) => `${business}/consumptionReview/list?pageSize=20&${query}`,
    ),
    ...named(
      'interval',
      {
        ...pages,
        ofGroup: `meterGroup=${meterGroup}`,
        byName: 'orderByColumn=meterName&isAsc=desc',
        byUse: 'orderByColumn=usedLitres&isAsc=desc',
      },
      (query) => `${business}/useReport/interval/list?pageSize=20&${query}`,
    ),
    ...named(
      'daily',
      { first: '', ofGroup: `meterGroup=${meterGroup}` },
      (query) => `${business}/useReport/daily/list?pageSize=20&${query}`,
    ),
    'groups first': `${business}/useReport/group/list?pageSize=20`,
    'rates of reading': `${business}/useReport/readingRates`,
  }
}

/**
 * Lists of meter health and of days to review, and reports of use, of 100,000 meters through the API. The figure is the 95th percentile of the
 * slowest kind of question; its limit is the 100 ms in which a list appears at once.
 */
export const benchCare = ({ isQuick }: BenchOptions) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const count = isQuick ? 20_000 : 100_000
    const { app, log, ask } = await startLists(pool, connectionString)
    try {
      await registerNamedMeters(log, count)
      const meterGroup = await groupMeters(pool, log, count)
      await reportReadings(log, count)
      await findHealth(log, count)
      await questionDays(log, count)
      await replayViews({ pool, log })
      await pool.query('vacuum analyze')
      console.log(`${count} meters with findings and days to review are in the read models`)
      const p95Milliseconds = await timeEach(questionsOf(count, meterGroup), isQuick ? 20 : 60, ask)
      const listP95Milliseconds = Math.max(...Object.values(p95Milliseconds))
      return {
        ...{ name: 'care', figure: listP95Milliseconds, limit: listMillisecondsMax, ratio: listP95Milliseconds / listMillisecondsMax },
        ...{ listP95Milliseconds, rows: count, p95Milliseconds, unit: 'ms' },
      }
    } finally {
      await app.close()
      await log.close()
    }
  })
