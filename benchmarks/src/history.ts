import { withTenant } from '@nightflow/event-log/postgres/database'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { nightFlowByPartition } from '@nightflow/projections/leakage/night-flow'
import { listMeterVolumes } from '@nightflow/projections/metering/meter-volumes'
import { catchUp } from '@nightflow/projections/views/replay'
import { ViewsBuilder } from '@nightflow/projections/views/views-builder'
import type { Pool } from 'pg'
import { median, withBenchDatabase } from './bench-database.ts'
import { appendFrames, eventsOf, firstInstant, registerMeters, tenant } from './frames.ts'

const meters = 1_000
const partitions = 10
const questions = 60
const dayMilliseconds = 86_400_000

const dateOf = (day: number): string => new Date(firstInstant + day * dayMilliseconds).toISOString().slice(0, 10)

/** Median milliseconds of questions about the last 24 days (and the six before, which night flow reads) while the history before them grows to so many days, the shortest first. */
export const measureHistory = (lengths: readonly number[]) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const log = createPostgresEventLog({ pool, connectionString })
    const client = await pool.connect()
    try {
      await createTenant(pool, { code: tenant, name: 'Bench', timeZone: 'Asia/Shanghai' })
      await registerMeters(log, partitions, meters)
      const builder = await ViewsBuilder.open(client, log, 'views')
      const history: { days: number; nightFlowMilliseconds: number; meterMilliseconds: number }[] = []
      let known = 0
      for (const days of lengths) {
        await appendFrames(log, eventsOf('20x24', (days - known) * 24, `until-${days}-`, meters, known * 24))
        await catchUp(builder, log, await log.head())
        await pool.query('vacuum analyze')
        known = days
        history.push({ days, ...(await askAbout(pool, { from: dateOf(days - 24), to: dateOf(days - 1) })) })
        console.log(`${days} days of ${meters} meters: ${JSON.stringify(history.at(-1))}`)
      }
      const [first, last] = [history[0]!, history.at(-1)!]
      const ratio = Math.max(last.nightFlowMilliseconds / first.nightFlowMilliseconds, last.meterMilliseconds / first.meterMilliseconds)
      return { history, ratioHistory: ratio }
    } finally {
      client.release(true)
      await log.close()
    }
  })

const askAbout = async (pool: Pool, range: { from: string; to: string }) => {
  const nightFlow: number[] = []
  const meter: number[] = []
  const time = async (into: number[], work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    into.push(performance.now() - started)
  }
  for (let index = 0; index < questions; index++) {
    const id = `zone-${(index % partitions) + 1}`
    await time(nightFlow, () => withTenant(pool, tenant, (database) => nightFlowByPartition(database, { id, ...range })))
    const number = String(10_000_000 + ((index * 97) % meters))
    await time(meter, () => withTenant(pool, tenant, (database) => listMeterVolumes(database, { number, ...range, resolution: 'hour' })))
  }
  return { nightFlowMilliseconds: median(nightFlow.slice(10)), meterMilliseconds: median(meter.slice(10)) }
}
