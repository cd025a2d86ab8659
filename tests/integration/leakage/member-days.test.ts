import type { BalanceRow, FlowRow, NightFlowRow, PartitionMember } from '@nightflow/schemas/leakage/night-flow'
import type { SalesRow } from '@nightflow/schemas/leakage/partition-sales'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

/*
 * `town` has an inlet of 100 l/h; below it `hill`, with an inlet of 60 l/h, and `dale`, with one of 40 l/h. Anna uses 10 l/h and is a customer of
 * `hill`, Berta 20 l/h and is one of `dale`. Days are of Rome; the meters report from 8 to 21 March 2026.
 */
let running: RunningApi

const send = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const answer = await running.ask('south', { method, url: `/api/v1${url}`, ...(payload && { payload }) })
  return { status: answer.statusCode, ...answer.json() }
}
const done = async (url: string, payload: object) => expect(await send('POST', url, payload)).toMatchObject({ status: 200 })
const rowsOf = async <Row>(url: string): Promise<Row[]> => (await send('GET', url)).rows
const march = (from: number, to: number) => `from=2026-03-${String(from).padStart(2, '0')}&to=2026-03-${to}`
const dailyOf = (id: string, range: string, asOf = '') => rowsOf<NightFlowRow>(`/partitions/${id}/night-flow?${range}${asOf}`)
/** Consumption of each day, in hundreds of litres an hour of water: litres a day over 24. */
const consumptionOf = async (id: string, range: string, asOf = '') =>
  (await dailyOf(id, range, asOf)).map(({ consumptionLitres }) => consumptionLitres && consumptionLitres / 24)
const supplyOf = async (id: string, range: string) =>
  (await dailyOf(id, range)).map(({ supplyLitres }) => supplyLitres && supplyLitres / 24)

const report = (meter: string, litresPerHour: number) =>
  running.report(
    'south',
    meter,
    '2026-03-07T23:00:00Z',
    Array.from({ length: 14 * 24 + 1 }, (_, hour) => hour * litresPerHour),
  )

beforeAll(async () => {
  running = await startApi('member_days')
  await running.pool.query(`update platform.tenants set time_zone = 'Europe/Rome' where code = 'south'`)
  const numbers = ['inlet', 'hill-inlet', 'dale-inlet', 'anna', 'berta', 'spare']
  await done('/meters', { meters: numbers.map((number) => ({ number })) })
  await done('/partitions', { partitionId: 'town', name: 'Town' })
  await done('/partitions/town/summary-meters', { number: 'inlet' })
  for (const id of ['hill', 'dale']) {
    await done('/partitions', { partitionId: id, name: id, parentId: 'town' })
    await done(`/partitions/${id}/summary-meters`, { number: `${id}-inlet` })
  }
  await done('/partitions/hill/sub-meters', { numbers: ['anna'] })
  await done('/partitions/dale/sub-meters', { numbers: ['berta'] })
  for (const [meter, litresPerHour] of [
    ['inlet', 100],
    ['hill-inlet', 60],
    ['dale-inlet', 40],
    ['anna', 10],
    ['berta', 20],
    ['spare', 5],
  ] as const)
    await report(meter, litresPerHour)
})
afterAll(() => running?.stop())

describe('a membership with dates', () => {
  test('a meter that moves to another point on the 15th leaves 10 to 14 as they were', async () => {
    const before = { hill: await dailyOf('hill', march(10, 14)), dale: await dailyOf('dale', march(10, 14)) }
    const head = await running.log.head()
    await done('/partitions/hill/dissociations', { numbers: ['anna'], to: '2026-03-15' })
    await done('/partitions/dale/sub-meters', { numbers: ['anna'], from: '2026-03-15' })
    expect(await dailyOf('hill', march(10, 14))).toEqual(before.hill)
    expect(await dailyOf('dale', march(10, 14))).toEqual(before.dale)
    expect(await consumptionOf('dale', march(13, 17))).toEqual([20, 20, 30, 30, 30])
    // Nothing behind the inlet of the hill is metered from then on: what enters it is consumption of the town.
    expect(await consumptionOf('hill', march(13, 17))).toEqual([10, 10, null, null, null])
    expect(await consumptionOf('town', march(13, 17))).toEqual([30, 30, 90, 90, 90])
    expect(await consumptionOf('hill', march(13, 17), `&asOf=${head}`)).toEqual([10, 10, 10, 10, 10])
  })

  test('the log folded as of now is what the read models have, in flow, night flow and balance', async () => {
    const range = march(9, 20)
    const asOf = `&asOf=${await running.log.head()}`
    for (const id of ['town', 'hill', 'dale'])
      for (const path of [`night-flow?${range}`, `flow?resolution=hour&${range}`, `flow?resolution=day&${range}`, `balance?${range}`]) {
        const url = `/partitions/${id}/${path}`
        expect(await rowsOf<BalanceRow | FlowRow>(`${url}${asOf}`), url).toEqual(await rowsOf(url))
      }
    const now = await rowsOf<object>('/partitions')
    expect(await rowsOf(`/partitions?${asOf.slice(1)}`)).toEqual(now.map((row) => ({ ...row, firstDay: null })))
  })

  test('sales of a month have the meters that were members on some day of it', async () => {
    const metersOf = async (range: string) =>
      (await rowsOf<SalesRow>(`/partitions/town/sales?${range}`)).map(({ partitionId, meters }) => `${partitionId} ${meters}`)
    expect(await metersOf(march(10, 14))).toEqual(['dale 1', 'hill 1', 'town 2'])
    expect(await metersOf(march(16, 20))).toEqual(['dale 2', 'hill 0', 'town 2'])
    expect(await metersOf('from=2026-03-01&to=2026-03-31')).toEqual(['dale 2', 'hill 1', 'town 2'])
  })

  test('own leakage compares the points that have customers on a day: those of before the move and those of after it', async () => {
    const [before] = await rowsOf<BalanceRow>(`/partitions/town/balance?${march(10, 14)}`)
    const [after] = await rowsOf<BalanceRow>(`/partitions/town/balance?${march(15, 19)}`)
    // 70 leak in all, 50 of them behind the inlet of the hill and 20 behind that of the dale.
    expect([before!.leakageLitres, before!.ownLeakageLitres]).toEqual([70 * 24 * 5, 0])
    expect([after!.leakageLitres, after!.ownLeakageLitres]).toEqual([10 * 24 * 5, 0])
  })

  test('an inlet of a few days adds to the supply of those days, and may come again', async () => {
    await done('/partitions/town/summary-meters', { number: 'spare', from: '2026-03-11', to: '2026-03-13' })
    await done('/partitions/town/summary-meters', { number: 'spare', direction: 'out', from: '2026-03-16', to: '2026-03-17' })
    expect(await supplyOf('town', march(10, 17))).toEqual([100, 105, 105, 100, 100, 100, 95, 100])
    expect(await rowsOf<PartitionMember>('/partitions/town/members')).toEqual([
      { number: 'inlet', name: null, role: 'summary', direction: 'in', from: null, to: null },
      { number: 'spare', name: null, role: 'summary', direction: 'in', from: '2026-03-11', to: '2026-03-13' },
      { number: 'spare', name: null, role: 'summary', direction: 'out', from: '2026-03-16', to: '2026-03-17' },
    ])
  })

  test('periods of one meter that overlap are refused with their days, and so is an end that is not after the start', async () => {
    const again = { number: 'spare', from: '2026-03-12', to: '2026-03-20' }
    expect(await send('POST', '/partitions/town/summary-meters', again)).toMatchObject({
      status: 409,
      code: 'membership-overlaps',
      details: { number: 'spare', partitionId: 'town', from: '2026-03-11', to: '2026-03-13' },
    })
    expect(await send('POST', '/partitions/hill/sub-meters', { numbers: ['anna'] })).toMatchObject({
      status: 409,
      code: 'membership-overlaps',
      details: { number: 'anna', from: '…', to: '2026-03-15' },
    })
    expect(await send('POST', '/partitions/hill/sub-meters', { numbers: ['spare'], from: '2026-03-15', to: '2026-03-15' })).toMatchObject({
      status: 409,
      code: 'membership-ends-before-start',
    })
    const checked = await send('POST', '/partitions/hill/meter-checks', { numbers: ['anna', 'spare'], role: 'sub', from: '2026-03-20' })
    expect(checked.rows).toMatchObject([
      { number: 'anna', problem: 'membership-overlaps', details: { partitionId: 'dale', from: '2026-03-15', to: '…' } },
      { number: 'spare', problem: null },
    ])
  })

  test('a field that the request does not have is refused by its name', async () => {
    expect(await send('POST', '/partitions/hill/sub-meters', { numbers: ['spare'], since: '2026-03-15' })).toMatchObject({
      status: 400,
      code: 'request-invalid',
      errors: [{ path: 'since' }],
    })
  })
})
