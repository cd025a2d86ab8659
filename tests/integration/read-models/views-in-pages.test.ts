import { randomUUID } from 'node:crypto'
import type { EventLog } from '@nightflow/event-log/event-log'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appendFact } from '../../support/data/readings.ts'
import { onEveryEngine } from '../../support/database/view-engines.ts'
import { openViewsBeside, type ViewsBeside } from '../../support/database/views-beside.ts'

let beside: ViewsBeside
let log: EventLog

/** Operations and meters as the read models have them after pages of so many events. */
const rowsInPagesOf = (limit: number) =>
  beside.build('paged', async (builder, client) => {
    for (;;) {
      const page = await log.readAll(builder.position, { limit })
      if (page.length === 0) break
      await builder.apply(page)
    }
    const operations = await client.query('select * from valve_operations order by tenant, operation_id')
    const meters = await client.query('select * from meters order by tenant, number')
    return { operations: operations.rows, meters: meters.rows }
  })

const ask = { requestedAt: '2026-01-01T08:00:00.123Z', expiresAt: '2026-01-01T08:15:00Z' }
const valve = (type: 'Opening' | 'Closing', number: string, operationId: string, reason?: string) =>
  appendFact(log, 'north', `devices-valve-${number}`, `devices.Valve${type}Requested`, {
    ...{ number, operationId, ...ask, reason },
    closingReason: 'manual',
  })
const about = (
  type: 'ValveOperationSent' | 'ValveOpened' | 'ValveOperationFailed' | 'ValveOperationExpired',
  operationId: string,
  data: object,
) => appendFact(log, 'north', `devices-valve-of-${operationId}`, `devices.${type}`, { number: '1', operationId, ...data })
const register = (number: string) =>
  appendFact(log, 'north', `devices-meter-${number}`, 'devices.MeterRegistered', {
    number,
    timeZone: 'Asia/Shanghai',
    hasValve: true,
    registeredAt: '2026-01-01T00:00:00Z',
  })

onEveryEngine('views that are built in pages', (engine) => {
  beforeAll(async () => {
    beside = await openViewsBeside(engine)
    log = beside.log
  })
  afterAll(() => beside?.drop())

  it('valves and meters come out the same, however many events a page has', async () => {
    const [opened, failed, expired, unknown] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string]
    await register('1')
    await register('2')
    await valve('Opening', '1', opened.toUpperCase(), 'bill is paid')
    await about('ValveOperationSent', opened, { sentAt: '2026-01-01T08:00:07Z' })
    await valve('Closing', '2', failed, 'leak')
    await valve('Closing', '2', failed, 'asked twice')
    await about('ValveOpened', opened, { confirmedAt: '2026-01-01T08:01:00Z' })
    await about('ValveOperationSent', opened, { sentAt: '2026-01-01T09:00:00Z' })
    await about('ValveOperationFailed', failed, { failedAt: '2026-01-01T08:02:00Z', reason: 'motor blocked' })
    await valve('Opening', '1', expired, 'tenant moved in')
    await about('ValveOperationExpired', expired, { expiredAt: '2026-01-01T08:15:00Z' })
    await about('ValveOpened', unknown, { confirmedAt: '2026-01-01T08:15:00Z' })
    await appendFact(log, 'north', 'devices-meter-2', 'devices.MeterReplaced', {
      number: '2',
      replacedBy: '3',
      replacedAt: '2026-02-01T00:00:00Z',
      finalLitres: 12,
      initialLitres: 0,
    })
    await register('3')
    await register('1')

    const one = await rowsInPagesOf(1)
    for (const limit of [2, 3, 5, 100]) expect(await rowsInPagesOf(limit), `in pages of ${limit}`).toEqual(one)
    const byId = new Map(one.operations.map((row) => [row.operation_id, row]))
    expect(byId.size).toBe(3)
    expect(byId.get(opened)).toMatchObject({
      status: 'confirmed',
      requested_at: new Date(ask.requestedAt),
      sent_at: new Date('2026-01-01T08:00:07Z'),
      reason: 'bill is paid',
    })
    expect(byId.get(failed)).toMatchObject({ status: 'failed', position: 'closed', failure: 'motor blocked' })
    expect(byId.get(expired)).toMatchObject({ status: 'expired', reason: 'tenant moved in' })
    expect(one.meters.map(({ number, replaced_by, replaces }) => [number, replaced_by, replaces])).toEqual([
      ['1', null, null],
      ['2', '3', null],
      // It was registered after it had taken the other's place: no event of its own says so.
      ['3', null, null],
    ])
  })
})
