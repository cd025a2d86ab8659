import { createHash, randomUUID } from 'node:crypto'
import { erasePersonalData } from '@nightflow/policies/privacy/erase-personal-data'
import { tellOfShutOffs } from '@nightflow/policies/work-orders/tell-of-shut-offs'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { shutOffMax } from '@nightflow/schemas/work-orders/shut-off'
import type { suggestShutOff } from '@nightflow/schemas/work-orders/shut-off-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jpegOf, multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { waitFor } from '../../support/process/server-process.ts'
import { type RunningPolicies, runPolicies } from '../../support/running-policies.ts'

const path = '/prod-api/business/workOrder'
let running: RunningApi
let policies: RunningPolicies
type Row = Record<string, unknown>
type Answer = { code: number; reason?: string; msg?: string; data?: Row; rows?: Row[] }
const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, tenant = 'north'): Promise<Answer> => {
  const answer = await running.ask(tenant, { method, url, ...(payload && { payload }) })
  await waitForViews(running.pool, await running.log.head(), 60_000)
  return answer.json()
}
const done = async (method: 'POST' | 'PUT', url: string, payload: object): Promise<Row> => {
  const answer = await ask(method, url, payload)
  expect(answer.code ?? 200, answer.msg).toBe(200)
  return answer.data ?? {}
}

const houses = ['house-1', 'house-2', 'house-3']
beforeAll(async () => {
  running = await startApi('shut-off')
  policies = runPolicies(running, [tellOfShutOffs(running.pool), erasePersonalData(running.pool)])
  const meters = ['inlet', 'outlet', ...houses].map((number) => ({ number, name: `Meter ${number}`, longitude: 8.5, latitude: 47.4 }))
  await done('POST', '/api/v1/meters', { meters })
  await done('POST', '/api/v1/partitions', { partitionId: 'hill', name: 'Hill' })
  await done('POST', '/api/v1/partitions', { partitionId: 'lane', name: 'Lane', parentId: 'hill' })
  for (const [point, number, direction] of [
    ['hill', 'inlet', 'in'],
    ['lane', 'outlet', 'in'],
  ])
    await done('POST', `/api/v1/partitions/${point}/summary-meters`, { number, direction })
  await done('POST', '/api/v1/partitions/lane/sub-meters', { numbers: houses })
  const device = { deviceType: '3', deviceStatus: '1', longitude: 8.5, latitude: 47.4 }
  await done('POST', '/prod-api/business/device', { ...device, deviceNo: '7001', deviceName: 'Mill Lane valve' })
  await done('POST', '/prod-api/business/device', { ...device, deviceNo: '7002', deviceName: 'Far valve', longitude: 9.5 })
  for (const [place, meterNo] of houses.entries())
    await done('POST', '/prod-api/business/customer', {
      ...{
        accountNo: `A-${place + 1}`,
        customerName: `Owner ${meterNo}`,
        telephone: `1380013800${place}`,
        address: '8 Mill Lane',
        meterNo,
      },
    })
}, 60_000)
afterAll(async () => {
  await policies?.stop()
  await running?.stop()
})

const create = async (more: object = {}): Promise<number> =>
  (await done('POST', path, { orderId: randomUUID(), orderTitle: 'Repair a main', partitionId: 'hill', ...more })).workOrderNo as number
const shutOffOf = async (no: number) => (await ask('GET', `${path}/shutOff/${no}`)).data!
type Suggestion = ResponseOf<typeof suggestShutOff>
const suggest = async (no: number, place: object = {}) =>
  (await done('POST', `${path}/shutOff/${no}/suggestion`, place)) as unknown as Suggestion
const turn = (no: number, valveNo: string, to: string, note = '') => ask('PUT', `${path}/shutOff/${no}/valve`, { valveNo, turn: to, note })
const list = async (no: number) => {
  const { partitionId, valves, accounts } = await suggest(no)
  const chosen = valves.filter(({ isSuggested }) => isSuggested).map(({ isSuggested: _, ...valve }) => valve)
  await done('PUT', `${path}/shutOff/${no}`, { partitionId, valves: chosen, accounts })
}

describe('the shut-off list of an order', () => {
  // requirement of Work orders and leak cases: A shut-off list: valves to close, customers without water, notices sent, the reopening checked off | /workOrder/orders | PUT /prod-api/business/workOrder/shutOff/:workOrderNo; PUT /prod-api/business/workOrder/shutOff/:workOrderNo/valve
  test('suggests the valves at the inlets of the metering point, or those inside a line, and the customers behind', async () => {
    const no = await create()
    const ofPoint = await suggest(no)
    expect(ofPoint.valves.filter(({ isSuggested }) => isSuggested)).toMatchObject([{ valveNo: 'inlet', valveKind: 'inlet' }])
    expect(ofPoint.valves.map(({ valveNo }) => valveNo).toSorted()).toEqual(['7001', '7002', 'inlet'])
    expect(ofPoint.accounts).toEqual(['A-1', 'A-2', 'A-3'])
    const area = [
      [8.4, 47.3],
      [8.6, 47.3],
      [8.6, 47.5],
      [8.4, 47.3],
    ]
    const ofLine = await suggest(no, { area })
    expect(ofLine.valves.filter(({ isSuggested }) => isSuggested).map(({ valveNo }) => valveNo)).toEqual(['7001'])
    expect(ofLine.accounts).toEqual(['A-1', 'A-2', 'A-3'])
    expect((await suggest(await create({ partitionId: null, meterNo: 'house-2' }))).accounts).toEqual(['A-2'])
  })
  test('the customers of a leak case are those of its metering point and of all points below it', async () => {
    for (const partitionId of ['hill', 'lane']) {
      const { caseNo } = await done('POST', '/prod-api/business/leakCase', { caseId: randomUUID(), partitionId })
      expect((await running.ask('north', { url: `/api/v1/leak-cases/${caseNo}/links` })).json()).toMatchObject({ customers: 3 })
    }
  })
  test('each valve is closed and reopened with time and person, and the order is not completed before', async () => {
    const no = await create()
    await list(no)
    expect(await turn(no, 'inlet', 'closed')).toMatchObject({ code: 200 })
    const closed = { state: 'closed', closed: { at: expect.any(String), by: expect.not.stringMatching(/^user:/) }, reopened: null }
    expect(await shutOffOf(no)).toMatchObject({ customerCount: 3, reachableCount: 3, valves: [{ valveNo: 'inlet', ...closed }] })
    expect((await ask('GET', `${path}/${no}`)).data).toMatchObject({ valvesClosed: 1 })
    expect(await ask('PUT', `${path}/complete/${no}`, {})).toMatchObject({
      reason: 'work-order-valve-closed',
      msg: 'Valve inlet is closed. Reopen it first, or record why it stays closed.',
    })
    expect(await turn(no, 'inlet', 'left')).toMatchObject({ reason: 'shut-off-reason-missing' })
    expect(await turn(no, 'inlet', 'reopened')).toMatchObject({ code: 200 })
    expect(await ask('PUT', `${path}/complete/${no}`, {})).toMatchObject({ code: 200 })
    expect((await shutOffOf(no)).valves).toMatchObject([{ state: 'reopened', reopened: { at: expect.any(String) } }])
    const history = (await running.ask('north', { url: `/api/v1/work-orders/${no}/history` })).json().rows as { step: string }[]
    expect(history.map(({ step }) => step)).toEqual(['completed', 'valveTurned', 'valveTurned', 'shutOffListed', 'created'])
  })
  test('a phone without a network turns valves with the time of the phone', async () => {
    const no = await create()
    await list(no)
    const occurredAt = new Date(Date.now() - 3_600_000).toISOString()
    const operation = { operationId: '019500a0-0000-7000-8000-00000000a001', action: 'valve', basedOn: '0', occurredAt }
    const sent = () => ask('PUT', `${path}/operation/${no}`, { ...operation, valveNo: 'inlet', turn: 'closed' })
    for (const _ of [1, 2]) expect((await sent()).data).toEqual({ outcome: 'applied', status: '0' })
    expect((await shutOffOf(no)).valves).toMatchObject([{ state: 'closed', closed: { at: occurredAt } }])
    const board = (await ask('GET', `${path}/board`)).data as unknown as { rows: { workOrderNo: number; valves: Row[] }[] }
    expect(board.rows.find(({ workOrderNo }) => workOrderNo === no)!.valves).toMatchObject([{ valveNo: 'inlet', state: 'closed' }])
    const gone = { ...operation, operationId: '019500a0-0000-7000-8000-00000000a002', valveNo: '7001', turn: 'closed' }
    expect((await ask('PUT', `${path}/operation/${no}`, gone)).data).toEqual({ outcome: 'conflict', status: '0' })
  })
  test('its notices reach every customer of the list once, in the language that was chosen', async () => {
    const no = await create()
    const notice = { noticeId: randomUUID(), offFrom: '2026-12-01T08:00:00Z', offUntil: '2026-12-01T12:00:00Z', language: 'fr' }
    const send = () => ask('PUT', `${path}/shutOff/${no}/notices`, notice)
    expect(await send()).toMatchObject({ reason: 'shut-off-without-customers' })
    await list(no)
    for (const _ of [1, 2]) expect(await send()).toMatchObject({ code: 200 })
    const letters = async () =>
      (await running.pool.query(`select channel, recipient, body from platform.outbox where body like '%coupée%' order by recipient`)).rows
    await waitFor(async () => (await letters()).length === 3)
    expect(await letters()).toMatchObject([{ channel: 'sms', body: expect.stringMatching(/du .* au /) }, {}, {}])
    expect((await shutOffOf(no)).notices).toMatchObject([{ accounts: 3, by: expect.any(String) }])
  })
  test('suggests the valves of an uploaded map layer that are inside the line, the nearest first', async () => {
    const no = await create()
    const feature = (longitude: number, name?: string) =>
      ({ type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, 47.4] }, properties: { ...(name && { name }) } }) as const
    const content = { type: 'FeatureCollection', features: [feature(9.4, 'Far'), feature(8.5, 'Mill Lane 3'), feature(8.6)] }
    await running.pool.query(
      `insert into platform.map_layers (tenant, layer_name, layer_type, features, content, version) values ('north', 'Gate valves', 'valve', 3, $1, 'v1')`,
      [JSON.stringify(content)],
    )
    const area = [8.4, 8.55, 8.55, 8.4].map((longitude, place) => [longitude, place < 2 ? 47.3 : 47.5])
    const { valves } = await suggest(no, { area: [...area, area[0]] })
    const mapped = valves.filter(({ valveNo }) => valveNo.startsWith('map-'))
    expect(mapped.map(({ valveName, isSuggested }) => [valveName, isSuggested])).toEqual([
      ['Mill Lane 3', true],
      ['Gate valves 3', false],
      ['Far', false],
    ])
    const { partitionId, accounts } = await suggest(no)
    const { isSuggested: _, ...valve } = mapped[0]!
    await done('PUT', `${path}/shutOff/${no}`, { partitionId, valves: [valve], accounts })
    expect((await shutOffOf(no)).valves).toMatchObject([{ valveName: 'Mill Lane 3', valveKind: 'other' }])
  })

  test('has a bounded number of customers: a larger area is refused', async () => {
    const no = await create({ partitionId: 'lane' })
    await running.pool.query(
      `insert into views.accounts select (jsonb_populate_record(account, jsonb_build_object('account_no', 'many-' || n, 'account_id', 1000000 + n))).*
       from views.accounts account, generate_series(1, ${shutOffMax.accounts}) n where account_no = 'A-1'`,
    )
    expect(await ask('POST', `${path}/shutOff/${no}/suggestion`, {})).toMatchObject({
      reason: 'shut-off-too-many-customers',
      msg: expect.stringContaining(String(shutOffMax.accounts)),
    })
    await running.pool.query(`delete from views.accounts where account_no like 'many-%'`)
  })

  test('belongs to its tenant alone', async () => {
    const no = await create()
    expect(await ask('PUT', `${path}/shutOff/${no}`, { valves: [] }, 'south')).toMatchObject({ reason: 'work-order-unknown' })
    expect(await ask('GET', `${path}/shutOff/${no}`, undefined, 'south')).not.toHaveProperty('data.valves')
  })
})

// requirement of Work orders and leak cases: Photos of an order are deleted with the data of the holder of its meter | – | POST /api/v1/persons/:personId/erasure
test('the photos of an order are deleted when the holder of its meter is erased; those of other orders stay', async () => {
  const photo = jpegOf()
  const [ofHolder, ofOther] = [await create({ meterNo: 'house-3' }), await create({ meterNo: 'house-2' })]
  const filesOf = async (no: number) => (await ask('GET', `${path}/files/${no}`)).data as unknown as { rows: { url: string }[] }
  for (const no of [ofHolder, ofOther]) {
    const sha256 = createHash('sha256').update(photo).digest('hex')
    const fields = { fileKind: 'after', sha256, takenAt: new Date().toISOString() }
    const sent = multipartOf('file', photo, { fileName: 'photo.jpg', mediaType: 'image/jpeg', fields })
    expect((await running.ask('north', { method: 'POST', url: `${path}/files/${no}`, ...sent })).json()).toMatchObject({ code: 200 })
  }
  await waitForViews(running.pool, await running.log.head(), 60_000)
  const [before] = (await filesOf(ofHolder)).rows
  expect((await running.api.inject({ url: before!.url })).statusCode).toBe(200)
  const persons = (await running.ask('north', { url: '/api/v1/persons?search=Owner%20house-3' })).json().rows as { personId: string }[]
  await done('POST', `/api/v1/persons/${persons[0]!.personId}/erasure`, { reason: 'asked for it' })
  await waitFor(async () => (await filesOf(ofHolder)).rows[0]!.url === '')
  expect((await running.api.inject({ url: before!.url })).json()).toMatchObject({ code: 404 })
  expect((await filesOf(ofOther)).rows).toMatchObject([{ url: expect.stringMatching(/./) }])
})

test('the read models are what the log says', async () => {
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
})
