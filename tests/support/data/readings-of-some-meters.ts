import type { EventLog } from '@nightflow/event-log/event-log'
import { chance } from './chance.ts'
import { appendFact, type PlainReading } from './readings.ts'

const hour = 3_600_000
const zone = 'Europe/Rome'

/** Twelve days around the autumn clock change: registers, intervals, gaps, steps back, a rollover, conflicting duplicates, odd minutes. */
export const readingsOfSomeMeters = (): PlainReading[] => {
  const random = chance(7)
  const start = Date.parse('2026-10-19T00:00:00Z')
  const readings: PlainReading[] = []
  for (let meter = 1; meter <= 6; meter++) {
    let register = meter === 4 ? 999_990_000 : meter * 1_000_000
    for (let step = 0; step < 12 * 24; step++) {
      const at = start + step * hour + (meter === 3 ? Math.floor(random() * 50) * 60_000 : 0)
      const used = Math.floor(random() * 40_000)
      if (meter === 5) {
        if (random() > 0.02) readings.push({ meter: '5', at, deltaMillilitres: used, deltaSeconds: 3600 })
        continue
      }
      register += used
      if (meter === 4) register %= 1_000_000_000
      if (meter === 2 && step === 100) register -= 5_000_000
      if (meter === 1 && step > 60 && step < 90) continue
      readings.push({ meter: String(meter), at, registerMillilitres: register })
      if (random() < 0.01) readings.push({ meter: String(meter), at, registerMillilitres: register + 7_000 })
    }
  }
  return readings
}

/** The same items in another order, the same for the same seed. */
export const shuffled = <Item>(items: readonly Item[], seed: number): Item[] => {
  const random = chance(seed)
  const result = [...items]
  for (let place = result.length - 1; place > 0; place--) {
    const other = Math.floor(random() * (place + 1))
    ;[result[place], result[other]] = [result[other]!, result[place]!]
  }
  return result
}

export const inFrames = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** Six meters and two points, one below the other. */
export const registerEverything = async (log: EventLog) => {
  for (const number of ['1', '2', '3', '4', '5', '6'])
    await appendFact(log, 'river', `devices-meter-${number}`, 'devices.MeterRegistered', {
      number,
      timeZone: zone,
      hasValve: false,
      caliberMillimetres: 20,
      registerWidthLitres: 1_000_000,
      registeredAt: '2026-01-01T00:00:00Z',
    })
  const point = (partitionId: string, parentId: string | null, level: number) =>
    appendFact(log, 'river', 'leakage-partition-root', 'leakage.PartitionCreated', {
      partitionId,
      rootId: 'root',
      parentId,
      level,
      name: partitionId,
      timeZone: zone,
      nightWindow: { fromHour: 2, toHour: 4 },
      minimumCoverage: 1,
      boundary: null,
      personId: null,
      leaderName: null,
      leaderPhone: null,
    })
  await point('root', null, 1)
  await point('below', 'root', 2)
  const summary = (partitionId: string, number: string) =>
    appendFact(log, 'river', 'leakage-partition-root', 'leakage.SummaryMeterAssociated', { partitionId, number, direction: 'in' })
  await summary('root', '6')
  await summary('below', '3')
  await appendFact(log, 'river', 'leakage-partition-root', 'leakage.SubMetersAssociated', { partitionId: 'root', numbers: ['1', '2'] })
  await appendFact(log, 'river', 'leakage-partition-root', 'leakage.SubMetersAssociated', { partitionId: 'below', numbers: ['4', '5'] })
}
