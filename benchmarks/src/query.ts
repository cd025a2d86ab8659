import { buildApi } from '@nightflow/api/app'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { issueAccessToken, loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { migrateViews } from '@nightflow/projections/views/migrate'
import { replayViews } from '@nightflow/projections/views/replay'
import type { Pool } from 'pg'
import { median, withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { copyRawRows } from './copy-limit.ts'
import { appendFrames, eventsOf, firstInstant, meterCount, registerMeters, tenant } from './frames.ts'

const partitions = 50

/**
 * 5,000 meters, 60 days of hourly readings, 50 partitions. The figure is the 95th percentile, in milliseconds, of 30 days of night flow of
 * one partition through the API; its limit is the 50 ms that a person does not notice. Beside it: the night flow of all partitions
 * over all nights against the same question put to rows of raw readings, and one meter's volumes in Arrow against the
 * bare SQL query for its raw readings.
 */
export const benchQuery = ({ isQuick }: BenchOptions) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const days = isQuick ? 20 : 60
    const lastDay = new Date(firstInstant + days * 86_400_000).toISOString().slice(0, 10)
    const nightFlowFrom = new Date(firstInstant + Math.max(0, days - 40) * 86_400_000).toISOString().slice(0, 10)
    const log = createPostgresEventLog({ pool, connectionString })
    await migrateViews(pool)
    await createTenant(pool, { code: tenant, name: 'Bench', timeZone: 'Asia/Shanghai' })
    const tokenSecret = await loadTokenSecret(pool)
    const app = buildApi({ pool, log, tokenSecret })
    const token = issueAccessToken(tokenSecret, { tenant, username: 'bench', role: 'admin' })
    const ask = async (url: string, accept = 'application/json') => {
      const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}`, accept } })
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`)
      return answer
    }
    try {
      await registerMeters(log, partitions)
      const readings = await appendFrames(log, eventsOf('50x10', days * 24))
      await replayViews({ pool, log })
      await pool.query('vacuum analyze')
      console.log(`${readings} readings of ${meterCount} meters are in the read models`)
      const nightFlow = await timeEach(200, (index) => ask(`${nightFlowUrl((index % partitions) + 1)}?from=${nightFlowFrom}&to=${lastDay}`))
      const meterUrl = `/api/v1/meters/10000007/volumes?from=2026-01-01&to=${lastDay}&resolution=hour`
      await copyRawRows(pool, '50x10', days * 24)
      await pool.query('analyze reading_rows')
      const meterArrow: number[] = []
      const bare: number[] = []
      // In turn, so that whatever else the machine does hits both.
      for (let turn = 0; turn < 10; turn++) {
        meterArrow.push(...(await timeEach(10, () => ask(meterUrl, 'application/vnd.apache.arrow.stream'))))
        bare.push(...(await timeEach(10, () => pool.query('select at, register from reading_rows where meter = 10000007 order by at'))))
      }
      const allPartitions = isQuick
        ? undefined
        : await timeAllPartitions(pool, (zone) => ask(`${nightFlowUrl(zone)}?from=2026-01-01&to=${lastDay}`))
      const p95 = nightFlow.toSorted((a, b) => a - b)[Math.floor(nightFlow.length * 0.95)]!
      return {
        name: 'query',
        figure: p95,
        limit: 50,
        ratio: p95 / 50,
        nightFlowMedianMilliseconds: median(nightFlow),
        ...allPartitions,
        meterArrowMilliseconds: median(meterArrow),
        ratioMeterArrow: median(meterArrow) / median(bare),
        unit: 'ms',
      }
    } finally {
      await app.close()
      await log.close()
    }
  })

const nightFlowUrl = (zone: number): string => `/api/v1/partitions/zone-${zone}/night-flow`

const timeAllPartitions = async (pool: Pool, askAllNights: (zone: number) => Promise<unknown>) => {
  const allNights = await timeEach(3, async () => {
    for (let zone = 1; zone <= partitions; zone++) await askAllNights(zone)
  })
  const raw = await timeRawNightFlow(pool)
  return {
    allPartitionsMilliseconds: median(allNights),
    allPartitionsRawMilliseconds: raw,
    ratioAllPartitions: median(allNights) / raw,
  }
}

const timeEach = async (times: number, work: (index: number) => Promise<unknown>): Promise<number[]> => {
  await work(0)
  const milliseconds: number[] = []
  for (let index = 0; index < times; index++) {
    const started = performance.now()
    await work(index)
    milliseconds.push(performance.now() - started)
  }
  return milliseconds
}

/** The night minimum and the consumption of every partition and night from raw readings: differences of registers, hour by hour. */
const timeRawNightFlow = async (pool: Pool): Promise<number> => {
  const [milliseconds] = await timeEach(1, () =>
    pool.query(
      `with hours as (
         select meter, at, lead(register) over (partition by meter order by at) - register as volume from reading_rows),
       members as (select partition_key, side, number::bigint as meter from views.partition_members),
       sums as (
         select partition_key, (at at time zone 'Asia/Shanghai')::date as day, extract(hour from at at time zone 'Asia/Shanghai') as hour,
           sum(volume) filter (where side = 'supply') as supply, sum(volume) filter (where side = 'consumption') as consumption
         from hours join members using (meter) group by 1, 2, 3)
       select partition_key, day, sum(supply) as supply, sum(consumption) as consumption,
         min(supply) filter (where hour in (2, 3)) as night_minimum, avg(supply) as average from sums group by 1, 2`,
    ),
  )
  return milliseconds!
}
