import { randomUUID } from 'node:crypto'
import type { EventLog, JsonObject } from '@nightflow/event-log/event-log'
import { eventCatalogue } from '@nightflow/schemas/events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exampleOf } from '../../support/data/example-of-schema.ts'
import { appendFact, appendFrame } from '../../support/data/readings.ts'
import { onEveryEngine } from '../../support/database/view-engines.ts'
import { openViewsBeside, type ViewsBeside } from '../../support/database/views-beside.ts'

let beside: ViewsBeside
let log: EventLog

type Row = Record<string, string | number | Date | null>

/** The rows of some tables as they are after pages of so many events. */
const rowsInPagesOf = (limit: number, tables: readonly string[]) =>
  beside.build('paged', async (builder, client) => {
    for (;;) {
      const page = await log.readAll(builder.position, { limit })
      if (page.length === 0) break
      await builder.apply(page)
    }
    const rows: [string, Row[]][] = []
    for (const table of tables) rows.push([table, (await client.query<Row>(`select * from ${table} each order by each::text`)).rows])
    return Object.fromEntries(rows)
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

    const tables = ['valve_operations', 'meters']
    const one = await rowsInPagesOf(1, tables)
    for (const limit of [2, 3, 5, 100]) expect(await rowsInPagesOf(limit, tables), `in pages of ${limit}`).toEqual(one)
    const byId = new Map(one.valve_operations!.map((row) => [row.operation_id, row]))
    expect(byId.size).toBe(3)
    expect(byId.get(opened)).toMatchObject({
      status: 'confirmed',
      requested_at: new Date(ask.requestedAt),
      sent_at: new Date('2026-01-01T08:00:07Z'),
      reason: 'bill is paid',
    })
    expect(byId.get(failed)).toMatchObject({ status: 'failed', position: 'closed', failure: 'motor blocked' })
    expect(byId.get(expired)).toMatchObject({ status: 'expired', reason: 'tenant moved in' })
    expect(one.meters!.map(({ number, replaced_by, replaces }) => [number, replaced_by, replaces])).toEqual([
      ['1', null, null],
      ['2', '3', null],
      // It was registered after it had taken the other's place: no event of its own says so.
      ['3', null, null],
    ])
  })

  it('findings of health, messages about leaks and judged days come out the same, however many events a page has, and whatever comes first', async () => {
    const health = (day: string, more: object) => {
      const data = { ...(exampleOf(eventCatalogue['metering.MeterHealthRecorded'].data) as object), number: '5', day, ...more }
      return appendFact(log, 'north', 'metering-health-5', 'metering.MeterHealthRecorded', data as JsonObject)
    }
    const notice = (type: 'Sent' | 'sStopped' | 'sAllowed', more: object) => {
      const word = `customers.LeakNotice${type}` as const
      const data = { ...(exampleOf(eventCatalogue[word].data) as object), accountNo: 'A5', meterNo: '5', personId, ...more }
      return appendFact(log, 'north', 'customers-leak-notices-A5', word, data as JsonObject)
    }
    const judged = (
      type: 'FindingsRecorded' | 'ConsumptionEstimated' | 'ConsumptionEdited' | 'ReadingAccepted' | 'ConsumptionDecisionWithdrawn',
      day: string,
      more: object = {},
    ) => {
      const word = `metering.${type}` as const
      const data = { ...(exampleOf(eventCatalogue[word].data) as object), number: '5', day, ...more }
      return appendFact(log, 'north', 'metering-meter-5', word, data as JsonObject)
    }
    const personId = randomUUID()
    const opened = exampleOf(eventCatalogue['customers.AccountOpened'].data) as object
    const hours = Array.from({ length: 24 }, () => 10)
    const leak = { findings: [{ finding: 'leak', yearlyLitres: 87_600 }] }
    await judged('FindingsRecorded', '2026-03-01', { measuredLitres: 5000, expectedLitres: 240 })
    await judged('ConsumptionEstimated', '2026-03-01', { litres: 240, hourLitres: hours, method: 'profile' })
    await health('2026-03-02', leak)
    await register('5')
    const readings = Array.from({ length: 60 }, (_, hour) => ({
      ...{ meter: '5', at: Date.parse('2026-03-01T00:00:00Z') + hour * 3_600_000, registerMillilitres: hour * 10_000 },
    }))
    await appendFrame(log, 'north', 'gateway', readings)
    await notice('Sent', { leakSince: '2026-03-01' })
    await appendFact(log, 'north', 'customers-account-A5', 'customers.AccountOpened', {
      ...(opened as JsonObject),
      ...{ accountNo: 'A5', meterNo: '5', holderId: personId },
    })
    await notice('Sent', { leakSince: '2026-03-02' })
    await notice('sStopped', {})
    await judged('ConsumptionEdited', '2026-03-02', { litres: 300, hourLitres: hours })
    await judged('FindingsRecorded', '2026-03-02', { measuredLitres: 240, expectedLitres: 240 })
    await judged('ConsumptionEdited', '2026-03-02', { litres: 300, hourLitres: hours })
    await health('2026-03-03', { findings: [] })
    await judged('ReadingAccepted', '2026-03-01')
    await judged('ConsumptionEdited', '2026-03-01', { litres: 300, hourLitres: hours })
    await judged('ConsumptionDecisionWithdrawn', '2026-03-01', { status: '1', litres: undefined, hourLitres: undefined, method: undefined })
    await notice('sAllowed', {})
    await health('2026-03-04', leak)

    const tables = [
      'meter_health',
      'meter_health_history',
      'day_reviews',
      'day_reviews_history',
      'accounts',
      'accounts_history',
      'meter_days',
    ]
    const one = await rowsInPagesOf(1, tables)
    for (const limit of [2, 3, 5, 100]) expect(await rowsInPagesOf(limit, tables), `in pages of ${limit}`).toEqual(one)
    expect(one.meter_health).toMatchObject([{ number: '5', words: 'leak' }])
    expect(one.day_reviews!.map(({ day, status, stated_litres }) => [day, status, stated_litres])).toEqual([
      ['2026-03-01', '1', null],
      ['2026-03-02', '3', 300],
    ])
    expect(one.accounts_history!.map(({ step }) => step)).toEqual(expect.arrayContaining(['leakNoticeSent', 'leakNoticesStopped']))
  })
})
