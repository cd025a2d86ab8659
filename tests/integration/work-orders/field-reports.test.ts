import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
type Row = Record<string, number | string | null>
const rowsOf = async (path: string): Promise<Row[]> =>
  (await running.ask('north', { url: `${path}?beginTime=2026-01-01&endTime=2026-06-30` })).json().rows

type Leak = {
  number: number
  started: string
  aware: string
  site?: string
  repaired?: string
  outcome?: string
  verdict?: string
  opened: string
}

/** Rows of the read model as its events would have written them, so that the times are those of the example. */
const addCase = ({ number, started, aware, site, repaired, outcome, verdict, opened }: Leak) =>
  running.pool.query(
    `insert into views.leak_cases (tenant, case_no, case_id, partition_id, stage, outcome, verdict, source, started_at, aware_at, site_at, repaired_at,
       drop_litres_per_hour, detections, nights_before, nights_after, place, remark, create_time)
     values ('north', $1, $2, 'hill', $3, $4, $5, '0', $6, $7, $8, $9, 0, '[]', '[]', '[]', '', '', $10)`,
    [number, randomUUID(), outcome ? '4' : '1', outcome ?? null, verdict ?? null, started, aware, site ?? null, repaired ?? null, opened],
  )

type Order = {
  number: number
  meter: string
  created: string
  started?: string
  completed?: string
  status: string
  due?: string
  held?: number
}
const addOrder = ({ number, meter, created, started, completed, status, due, held = 0 }: Order) =>
  running.pool.query(
    `insert into views.work_orders (tenant, work_order_no, order_id, order_type, order_title, status, priority, meter_no, place, due_date, source, alarm_ids,
       items, files, items_done, items_total, held_minutes, started_at, completed_at, result, parts, worked_minutes, cost_minor, conflicts, shut_off, valves_closed, remark,
       create_time)
     values ('north', $1, $2, '0', 'Order', $3, '1', $4, '', $5, '0', '[]', '[]', '[]', 0, 0, $6, $7, $8, '', '', 90, 1250, 0, '{"valves":[],"accounts":[],"notices":[]}', 0, '', $9)`,
    [number, randomUUID(), status, meter, due ?? null, held, started ?? null, completed ?? null, created],
  )

beforeAll(async () => {
  running = await startApi('field_reports')
  const march = { opened: '2026-03-05T10:00:00Z' }
  await addCase({
    ...{ number: 901, started: '2026-03-01T00:00:00Z', aware: '2026-03-01T10:00:00Z', site: '2026-03-01T20:00:00Z' },
    ...{ repaired: '2026-03-03T10:00:00Z', outcome: '0', verdict: '0', ...march },
  })
  await addCase({
    ...{ number: 902, started: '2026-03-10T00:00:00Z', aware: '2026-03-11T06:00:00Z', site: '2026-03-12T12:00:00Z' },
    ...{ repaired: '2026-03-15T06:00:00Z', outcome: '0', verdict: '1', ...march },
  })
  // Dismissed on site, and at the desk.
  await addCase({
    number: 903,
    started: '2026-03-01T00:00:00Z',
    aware: '2026-03-02T00:00:00Z',
    site: '2026-03-02T02:00:00Z',
    outcome: '1',
    ...march,
  })
  await addCase({ number: 904, started: '2026-03-01T00:00:00Z', aware: '2026-03-02T00:00:00Z', outcome: '1', ...march })
  // More than 90 days after the last repair.
  await addCase({ number: 905, started: '2026-06-20T00:00:00Z', aware: '2026-06-20T06:00:00Z', opened: '2026-06-20T07:00:00Z' })
  const created = '2026-03-02T08:00:00Z'
  await addOrder({
    number: 901,
    meter: 'm-1',
    created,
    started: '2026-03-02T10:00:00Z',
    completed: '2026-03-02T18:00:00Z',
    status: '2',
    held: 120,
  })
  await addOrder({
    ...{ number: 902, meter: 'm-1', created: '2026-03-20T08:00:00Z', started: '2026-03-20T14:00:00Z' },
    ...{ completed: '2026-03-22T08:00:00Z', status: '2', due: '2026-03-21' },
  })
  await addOrder({ number: 903, meter: 'm-2', created, status: '0', due: '2026-03-10' })
  await addOrder({ number: 904, meter: 'm-2', created, status: '4' })
})
afterAll(() => running.stop())

describe('the figures of leak cases by month', () => {
  // requirement of Reports: Times to awareness, site and repair, repeats, dry holes, volumes and money of leak cases | /workOrder/figures | GET /prod-api/business/leakCase/figures/list
  it('are the median and the 90 % of the times of the leaks, without false positives', async () => {
    const [june, march] = await rowsOf('/prod-api/business/leakCase/figures/list')
    expect(march).toMatchObject({
      ...{ month: '2026-03', cases: 4, open: 0, repaired: 2, proven: 1, falsePositives: 2, dryHoles: 1 },
      // 10 h and 30 h; 10 h and 30 h; 48 h and 96 h.
      ...{
        awarenessMedianHours: 20,
        awarenessP90Hours: 28,
        siteMedianHours: 20,
        siteP90Hours: 28,
        repairMedianHours: 72,
        repairP90Hours: 91.2,
      },
    })
    expect(june).toMatchObject({ month: '2026-06', cases: 1, open: 1, awarenessMedianHours: 6, siteMedianHours: null })
  })
  it('a leak within 90 days after a repair in the same partition is a repeat', async () => {
    const [june, march] = await rowsOf('/prod-api/business/leakCase/figures/list')
    expect(march!.repeats).toBe(1)
    expect(june!.repeats).toBe(0)
  })
  // requirement of Work orders and leak cases: Repeats within 90 days and dry holes, each with the list of its cases | /workOrder/figures | GET /api/v1/leak-cases/figures; GET /prod-api/business/leakCase/list
  it('repeats and dry holes have as many rows in their lists as their figures', async () => {
    const url = '/api/v1/leak-cases/figures?from=2026-01-01&to=2026-06-30'
    const figures = (await running.ask('north', { url })).json()
    expect(figures).toMatchObject({ cases: 5, repeats: 1, dryHoles: 1 })
    const listOf = async (finding: string) => {
      const list = `/prod-api/business/leakCase/list?finding=${finding}&beginTime=2026-01-01&endTime=2026-06-30`
      return (await running.ask('north', { url: list })).json()
    }
    expect(await listOf('0')).toMatchObject({ total: figures.repeats, rows: [{ caseNo: 902, finding: '0' }] })
    expect(await listOf('1')).toMatchObject({ total: figures.dryHoles, rows: [{ caseNo: 903, finding: '1' }] })
  })
})

describe('the figures of work orders by month', () => {
  // requirement of Reports: Times, repeats and cost of work orders | /workOrder/orderFigures | GET /prod-api/business/workOrder/figures/list
  it('are of the orders that were created in the month; time on hold is no time of the order', async () => {
    const [march] = await rowsOf('/prod-api/business/workOrder/figures/list')
    expect(march).toMatchObject({
      ...{ month: '2026-03', created: 4, open: 1, completed: 2, cancelled: 1, overdue: 2, repeats: 1 },
      // 2 h and 6 h to the start; 10 h less 2 h on hold, and 48 h.
      ...{ startMedianHours: 4, startP90Hours: 5.6, completeMedianHours: 28, completeP90Hours: 44, workedHours: 6, costMinor: 5_000 },
    })
  })
  it('follow the filter', async () => {
    const url = '/prod-api/business/workOrder/figures/list?beginTime=2026-01-01&endTime=2026-06-30&priority=3'
    expect((await running.ask('north', { url })).json().total).toBe(0)
  })
})
