import { afterAll, beforeAll, expect, it } from 'vitest'
import { customerVolume, fillPartitionDays, inletVolume } from '../../../benchmarks/src/fill-partition-days.ts'
import { appendFact, appendFrame } from '../../support/data/readings.ts'
import { whateverTheStorage } from '../../support/database/view-engines.ts'
import { openViewsBeside, type ViewsBeside } from '../../support/database/views-beside.ts'

const timeZone = 'Asia/Shanghai'
const hour = 3_600_000
const firstDay = Date.parse('2026-03-02') / 86_400_000
const lastDay = firstDay + 2

const points = ['root', 'below', 'beside']

whateverTheStorage('the days that a benchmark writes', (engine) => {
  let beside: ViewsBeside
  beforeAll(async () => {
    beside = await openViewsBeside(engine)
  })
  afterAll(() => beside?.drop())

  it('are the rows that the projector writes of the readings that they stand for', async () => {
    const { log } = beside
    const meterOf = (point: string, side: 'supply' | 'consumption') => `${side}-of-${point}`
    for (const partitionId of points) {
      for (const side of ['supply', 'consumption'] as const) {
        const number = meterOf(partitionId, side)
        const registered = { number, timeZone, hasValve: false, registeredAt: '2026-01-01T00:00:00Z' }
        await appendFact(log, 'bench', `devices-meter-${number}`, 'devices.MeterRegistered', registered)
      }
      const isRoot = partitionId === 'root'
      await appendFact(log, 'bench', 'leakage-partition-root', 'leakage.PartitionCreated', {
        ...{ partitionId, rootId: 'root', parentId: isRoot ? null : 'root', level: isRoot ? 1 : 2, name: partitionId, timeZone },
        ...{ nightWindow: { fromHour: 2, toHour: 4 }, minimumCoverage: 1, boundary: null },
        ...{ personId: null, leaderName: null, leaderPhone: null },
      })
      const inlet = { partitionId, number: meterOf(partitionId, 'supply'), direction: 'in' }
      await appendFact(log, 'bench', 'leakage-partition-root', 'leakage.SummaryMeterAssociated', inlet)
    }
    const customers = (partitionId: string) =>
      appendFact(log, 'bench', 'leakage-partition-root', 'leakage.SubMetersAssociated', {
        partitionId,
        numbers: [meterOf(partitionId, 'consumption')],
      })
    for (const point of points) await customers(point)
    await beside.build('views', async (builder, client) => {
      const rowsOf = async (table: string) => (await client.query(`select * from ${table} each order by each::text`)).rows
      const written = async () => ({ days: await rowsOf('partition_days'), marks: await rowsOf('partition_day_marks') })
      await builder.apply(await log.readAll(0, { limit: 1_000 }))
      const { rows } = await client.query<{ id: string; key: number }>('select id, key::float8 as key from partitions')
      const midnight = Date.parse('2026-03-01T16:00:00Z')
      const report = (meter: string, volumeOn: (day: number) => number) =>
        appendFrame(
          log,
          'bench',
          'north',
          Array.from({ length: (lastDay - firstDay + 1) * 24 }, (_, slot) => ({
            meter,
            at: midnight + (slot + 1) * hour,
            deltaMillilitres: volumeOn(firstDay + Math.floor(slot / 24)),
            deltaSeconds: 3600,
          })),
        )
      for (const { id, key } of rows) {
        await report(meterOf(id, 'supply'), (day) => inletVolume(key, day, id === 'root' ? points.length : 1))
        await report(meterOf(id, 'consumption'), () => customerVolume(key))
      }
      await builder.apply(await log.readAll(builder.position, { limit: 1_000 }))
      const projected = await written()
      expect(projected.days).toHaveLength(9)
      await client.query('delete from partition_days')
      await client.query('delete from partition_day_marks')
      await fillPartitionDays(beside.pool, 'bench', firstDay, lastDay)
      expect(await written()).toEqual(projected)
    })
  })
})
