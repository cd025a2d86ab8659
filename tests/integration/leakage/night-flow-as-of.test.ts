import type { EventLog } from '@nightflow/event-log/event-log'
import { createMemoryEventLog } from '@nightflow/event-log/memory/memory-event-log'
import { nightFlowAsOf } from '@nightflow/projections/joined/night-flow-as-of'
import { expect, test } from 'vitest'
import { appendFact, appendFrame } from '../../support/data/readings.ts'

/** That it equals the read models is tested in views-any-delivery.test.ts. */
const tenant = 'river'

const registerMeter = (log: EventLog, number: string) =>
  appendFact(log, tenant, `devices-meter-${number}`, 'devices.MeterRegistered', {
    number,
    timeZone: 'UTC',
    hasValve: false,
    registeredAt: '2026-01-01T00:00:00Z',
  })

/** A point with one inlet. */
const aPoint = async (): Promise<EventLog> => {
  const log = createMemoryEventLog()
  await registerMeter(log, 'inlet')
  const stream = 'leakage-partition-hill'
  await appendFact(log, tenant, stream, 'leakage.PartitionCreated', {
    partitionId: 'hill',
    rootId: 'hill',
    parentId: null,
    level: 1,
    name: 'hill',
    timeZone: 'UTC',
    nightWindow: { fromHour: 2, toHour: 4 },
    minimumCoverage: 1,
    boundary: null,
    personId: null,
    leaderName: null,
    leaderPhone: null,
  })
  await appendFact(log, tenant, stream, 'leakage.SummaryMeterAssociated', { partitionId: 'hill', number: 'inlet', direction: 'in' })
  return log
}

const say = (log: EventLog, hours: readonly string[]) =>
  appendFrame(
    log,
    tenant,
    'north',
    hours.map((hour, place) => ({ meter: 'inlet', at: Date.parse(`${hour}:00Z`), registerMillilitres: place * 1_000 })),
  )

const daysAsOfNow = async (log: EventLog): Promise<string[]> => {
  const answer = await nightFlowAsOf({ log, tenant }, { id: 'hill', from: '2026-06-01', to: '2026-06-09', asOf: await log.head() })
  expect(answer!.rows).toHaveLength(9)
  return answer!.rows.filter(({ unknownBecause }) => unknownBecause !== 'no-data').map(({ date }) => date)
}

test('a day of which readings came and nothing is known is a day without data, as in the read models', async () => {
  const log = await aPoint()
  await say(log, ['2026-06-01T12:00', '2026-06-03T05:00', '2026-06-03T06:00'])
  expect(await daysAsOfNow(log)).toEqual(['2026-06-03'])
})

test('a replacement counts on its day, though no meter reported that day', async () => {
  const log = await aPoint()
  await registerMeter(log, 'successor')
  await say(log, ['2026-06-01T22:00', '2026-06-01T23:00'])
  await appendFact(log, tenant, 'devices-meter-inlet', 'devices.MeterReplaced', {
    number: 'inlet',
    replacedBy: 'successor',
    replacedAt: '2026-06-02T01:00:00Z',
    finalLitres: 2,
    initialLitres: 0,
  })
  expect(await daysAsOfNow(log)).toEqual(['2026-06-01', '2026-06-02'])
})
