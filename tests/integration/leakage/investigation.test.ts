import { randomUUID } from 'node:crypto'
import { dateOfDay } from '@nightflow/domain/shared/local-time'
import type { Mark, MeterOfDay, PartitionMarks } from '@nightflow/schemas/leakage/investigation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

/* `mill` has an inlet and two customers, which report yesterday and the nine days before it. One customer takes more yesterday. Days are of UTC. */
let running: RunningApi
const dayMilliseconds = 86_400_000
const today = Math.floor(Date.now() / dayMilliseconds)
const daysAgo = (days: number): string => dateOfDay(today - days)
const reported = 10

const get = async <Answer>(url: string): Promise<Answer> => (await running.ask('south', { url })).json()
const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object) =>
  (await running.ask('south', { method, url, payload })).json()

const report = (meter: string, flow: (day: number) => number) => {
  const registers = [0]
  for (let day = reported; day > 0; day -= 1) for (let hour = 0; hour < 24; hour += 1) registers.push(registers.at(-1)! + flow(day))
  return running.report('south', meter, `${daysAgo(reported)}T00:00:00Z`, registers)
}

beforeAll(async () => {
  running = await startApi('investigation')
  await running.pool.query(`update platform.tenants set time_zone = 'UTC' where code = 'south'`)
  await send('POST', '/api/v1/meters', { meters: ['inlet', 'bakery', 'house'].map((number) => ({ number })) })
  await send('POST', '/api/v1/partitions', { partitionId: 'mill', name: 'Mill' })
  await send('POST', '/api/v1/partitions/mill/summary-meters', { number: 'inlet' })
  await send('POST', '/api/v1/partitions/mill/sub-meters', { numbers: ['bakery', 'house'] })
  await report('inlet', (day) => (day === 1 ? 140 : 100))
  await report('bakery', (day) => (day === 1 ? 60 : 20))
  await report('house', () => 10)
})
afterAll(() => running?.stop())

const annotationOf = (over: object = {}) => ({
  annotationKey: randomUUID(),
  partitionId: 'mill',
  fromDay: daysAgo(3),
  toDay: daysAgo(2),
  remark: 'Hydrants were flushed.',
  ...over,
})
const annotate = (over: object = {}) => send('POST', '/prod-api/business/annotation', annotationOf(over))
const marksOf = (): Promise<PartitionMarks> => get(`/api/v1/partitions/mill/marks?from=${daysAgo(9)}&to=${daysAgo(0)}`)
const ofKind = ({ rows }: PartitionMarks, kind: Mark['kind']) => rows.filter((mark) => mark.kind === kind)

describe('annotations of a metering point', () => {
  test('an annotation is shown from the start of its first day to the end of its last', async () => {
    const { code } = await annotate()
    expect(code).toBe(200)
    expect(ofKind(await marksOf(), 'annotation')).toMatchObject([
      { remark: 'Hydrants were flushed.', at: `${daysAgo(3)}T00:00:00.000Z`, until: `${daysAgo(1)}T00:00:00.000Z` },
    ])
  })

  test('an annotation that ends before it starts, and one of an unknown point, are refused', async () => {
    expect((await annotate({ toDay: daysAgo(4) })).reason).toBe('range-reversed')
    expect((await annotate({ partitionId: 'nowhere' })).reason).toBe('partition-not-found')
  })

  test('an annotation that was removed is no mark', async () => {
    const [annotation] = ofKind(await marksOf(), 'annotation')
    if (annotation?.kind !== 'annotation') throw new Error('no annotation')
    await send('DELETE', `/prod-api/business/annotation/${annotation.number}`, {})
    expect(ofKind(await marksOf(), 'annotation')).toEqual([])
  })
})

describe('marks of a metering point', () => {
  test('a case and an order of the point are on the axis, each in its lane', async () => {
    await annotate()
    const opened = await send('POST', '/prod-api/business/leakCase', { caseId: randomUUID(), partitionId: 'mill' })
    expect(opened.code).toBe(200)
    const order = { orderId: randomUUID(), orderTitle: 'Listen at the mill', partitionId: 'mill' }
    expect((await send('POST', '/prod-api/business/workOrder', order)).code).toBe(200)
    const marks = await marksOf()
    expect(ofKind(marks, 'case')).toHaveLength(1)
    expect(ofKind(marks, 'order')).toMatchObject([{ orderTitle: 'Listen at the mill' }])
    expect(marks.cut).toEqual([])
  })

  test('a range that is reversed is refused, and an unknown point is not found', async () => {
    expect(await get(`/api/v1/partitions/mill/marks?from=${daysAgo(1)}&to=${daysAgo(2)}`)).toMatchObject({ code: 'range-reversed' })
    expect(await get(`/api/v1/partitions/nowhere/marks?from=${daysAgo(2)}&to=${daysAgo(1)}`)).toMatchObject({ status: 404 })
  })
})

describe('meters of a day', () => {
  test('the customer whose use rose is first among the customers, after the inlets', async () => {
    const { meters, rows } = await get<{ meters: number; rows: MeterOfDay[] }>(
      `/api/v1/partitions/mill/meters-of-day?day=${daysAgo(1)}&comparedDay=${daysAgo(8)}`,
    )
    expect(meters).toBe(3)
    expect(rows.map(({ number }) => number)).toEqual(['inlet', 'bakery', 'house'])
    expect(rows[1]).toMatchObject({ role: 'consumption', litres: 1440, comparedLitres: 480, nightLitres: 120, comparedNightLitres: 40 })
  })

  test('a day without data is unknown, never zero', async () => {
    const { rows } = await get<{ rows: MeterOfDay[] }>(`/api/v1/partitions/mill/meters-of-day?day=${daysAgo(1)}&comparedDay=${daysAgo(40)}`)
    expect(rows.map(({ comparedLitres }) => comparedLitres)).toEqual([null, null, null])
  })
})

describe('pressure and temperature', () => {
  test('a point without meters of either answers no hours', async () => {
    expect(await get(`/api/v1/partitions/mill/conditions?from=${daysAgo(2)}&to=${daysAgo(1)}`)).toEqual({
      timeZone: 'UTC',
      pressureMeters: [],
      temperatureMeters: [],
      rows: [],
    })
  })

  test('hours of more than a hundred and twenty days are refused', async () => {
    expect(await get(`/api/v1/partitions/mill/conditions?from=${daysAgo(130)}&to=${daysAgo(1)}`)).toMatchObject({ code: 'range-too-long' })
  })
})
