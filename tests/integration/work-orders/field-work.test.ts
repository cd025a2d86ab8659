import { randomUUID } from 'node:crypto'
import { makePlannedOrders } from '@nightflow/policies/work-orders/make-planned-orders'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jpegOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { waitFor } from '../../support/process/server-process.ts'
import { type RunningPolicies, runPolicies } from '../../support/running-policies.ts'
import { dayOfNorth } from '../../support/two-utilities.ts'

const orders = '/prod-api/business/workOrder'
const plans = '/prod-api/business/orderPlan'
const requests = '/prod-api/business/publicRequest'
const open = '/api/v1/public-requests'
let running: RunningApi
let policies: RunningPolicies
beforeAll(async () => {
  running = await startApi('field-work')
  policies = runPolicies(running, [makePlannedOrders(100)])
}, 60_000)
afterAll(async () => {
  await policies?.stop()
  await running?.stop()
})

type Row = Record<string, unknown>
type Answer = { code: number; reason?: string; msg?: string; data?: Row; rows?: Row[] }
const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, tenant = 'north'): Promise<Answer> => {
  const answer = await running.ask(tenant, { method, url, ...(payload && { payload }) })
  await waitForViews(running.pool, await running.log.head(), 60_000)
  return answer.json()
}
const ordersNamed = async (title: string): Promise<Row[]> =>
  (await ask('GET', `${orders}/list?orderTitle=${encodeURIComponent(title)}`)).rows!
const dayAgo = (days: number): string => dayOfNorth(-days)

describe('a recurring plan', () => {
  const plan = {
    planName: 'Chambers',
    orderTitle: 'Inspect chambers',
    startsOn: dayAgo(20),
    recurrence: 'weekly',
    checklist: [{ name: 'Pump dry' }],
  }

  // requirement of Work orders and leak cases: Recurring plans make orders once in each period, with a checklist; a plan is paused and ends | /workOrder/plans | POST /prod-api/business/orderPlan
  test('makes its orders once in a period whatever repeats, the newest period alone, with its checklist', async () => {
    expect(await ask('POST', plans, plan)).toMatchObject({ code: 200 })
    await waitFor(async () => (await ordersNamed('Inspect chambers')).length > 0)
    await running.pool.query(`update platform.order_plans set made_for = null where plan_name = 'Chambers'`)
    await waitFor(async () => {
      const { rows } = await running.pool.query(`select from platform.order_plans where plan_name = 'Chambers' and made_for is not null`)
      return rows.length === 1
    })
    expect(await ordersNamed('Inspect chambers')).toMatchObject([
      { source: '5', plannedFor: dayAgo(6), dueDate: dayAgo(-1), itemsTotal: 1, status: '0' },
    ])
  })
  test('that is paused or over makes none', async () => {
    await ask('POST', plans, { ...plan, planName: 'Paused', orderTitle: 'Paused work', status: '1' })
    await ask('POST', plans, { ...plan, planName: 'Later', orderTitle: 'Later work', startsOn: dayAgo(-5) })
    await ask('POST', plans, { ...plan, planName: 'Probe', orderTitle: 'Probe work' })
    await waitFor(async () => (await ordersNamed('Probe work')).length > 0)
    expect([...(await ordersNamed('Paused work')), ...(await ordersNamed('Later work'))]).toEqual([])
  })
  test('of meter readings names a group, does not end before it starts, and is assigned to a person or a crew', async () => {
    const other = { ...plan, planName: 'Other' }
    expect(await ask('POST', plans, { ...other, orderType: '1' })).toMatchObject({ reason: 'order-plan-group-missing' })
    expect(await ask('POST', plans, { ...other, endsOn: dayAgo(30) })).toMatchObject({ reason: 'order-plan-ends-before-start' })
    expect(await ask('POST', plans, { ...other, assigneeId: 1, crewId: 1 })).toMatchObject({ reason: 'work-order-person-or-crew' })
  })
})

describe('a request of the public', () => {
  const visit = async (url: string, payload?: object, address = '192.0.2.1'): Promise<{ status: number; body: Row }> => {
    const answer = await running.api.inject({ method: payload ? 'POST' : 'GET', url, remoteAddress: address, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
  const leak = {
    tenant: 'north',
    requestKind: '1',
    place: 'Canal Street 8',
    longitude: 8.5,
    latitude: 47.4,
    description: 'water on the road',
  }
  const send = async (more: object = {}, address?: string) => visit(open, { ...leak, requestKey: randomUUID(), ...more }, address)

  // requirement of Work orders and leak cases: A public page for requests with a photo and a duplicate hint; its number and code show the state, and it becomes an order | /workOrder/requests | POST /api/v1/public-requests; PUT /prod-api/business/publicRequest/order/:requestId
  test('becomes an order with its photo, and its number and code show the state', async () => {
    const requestKey = randomUUID()
    const asked = { requestKey, contactName: 'Zoe Quill', photo: jpegOf().toString('base64') }
    const sent = (await send(asked)).body as { requestNo: number; code: string }
    expect(await send(asked)).toEqual({ status: 200, body: sent })
    const state = async () => (await visit(`${open}/state`, { tenant: 'north', ...sent })).body
    expect(await state()).toMatchObject({ status: '0', orderStatus: null, place: 'Canal Street 8' })

    const order = () => ask('PUT', `${requests}/order/${sent.requestNo}`, { orderTitle: 'Leak: Canal Street 8', priority: '2' })
    const first = await order()
    expect(first, first.msg).toMatchObject({ code: 200 })
    expect((await order()).data).toEqual(first.data)
    const { workOrderNo } = first.data as { workOrderNo: number }
    expect((await ask('GET', `${orders}/${workOrderNo}`)).data).toMatchObject({ source: '6', remark: 'water on the road', priority: '2' })
    expect((await ask('GET', `${orders}/files/${workOrderNo}`)).data).toMatchObject({ rows: [{ fileKind: 'other' }] })
    await ask('PUT', `${orders}/start/${workOrderNo}`, {})
    expect(await state()).toMatchObject({ status: '1', orderStatus: '1' })
    expect((await ask('GET', `${requests}/thread/${sent.requestNo}`)).data).toMatchObject({ order: { workOrderNo, status: '1' } })
    await ask('PUT', `${requests}/erase/${sent.requestNo}`, {})
    expect((await ask('GET', `${orders}/files/${workOrderNo}`)).data).toMatchObject({ rows: [{ fileKind: 'other', url: '' }] })
    await ask('PUT', `${requests}/close/${sent.requestNo}`, { answer: 'The pipe is repaired.' })
    expect(await state()).toMatchObject({ status: '2', answer: 'The pipe is repaired.' })
    expect(await order()).toMatchObject({ reason: 'public-request-closed' })
  })
  test('has a duplicate hint within 200 m and 7 days, without any content', async () => {
    const page = await visit(`${open}/page`, { tenant: 'north' })
    expect(page.body).toMatchObject({ map: { longitude: expect.any(Number), tileUrl: null } })
    const near = (more: object) => visit(`${open}/near`, { tenant: 'north', requestKind: '1', longitude: 8.5, latitude: 47.4, ...more })
    const { count } = (await near({})).body
    expect(count).toBeGreaterThan(0)
    expect((await near({ latitude: 47.4015 })).body).toMatchObject({ count })
    expect((await near({ latitude: 47.4025 })).body).toEqual({ count: 0, newestTime: null })
    expect((await near({ requestKind: '2' })).body).toEqual({ count: 0, newestTime: null })
    await running.pool.query(`update platform.public_requests set create_time = now() - interval '8 days'`)
    expect((await near({})).body).toEqual({ count: 0, newestTime: null })
  })
  // requirement of Work orders and leak cases: A leak case from a public request, or from an order by hand; the request goes on in the case and the order | /workOrder/requests | PUT /prod-api/business/publicRequest/case/:requestId; PUT /prod-api/business/workOrder/case/:workOrderNo
  test('becomes one leak case of the metering point around its pin, with its order before or after, and a duplicate joins both', async () => {
    const square = [8.5, 8.7, 8.7, 8.5].map((longitude, place) => [longitude + 1, place < 2 ? 47 : 47.5])
    const boundary = [...square, square[0]!]
    expect(await ask('POST', '/api/v1/partitions', { partitionId: 'lake', name: 'Lake', boundary })).not.toHaveProperty('reason')
    const pin = { longitude: 9.6, latitude: 47.2 }
    const received: { requestNo: number }[] = []
    for (const place of [pin, pin, { longitude: 1 }]) received.push((await send(place, '192.0.2.20')).body as { requestNo: number })
    const [first, second, nowhere] = received
    const openCase = (no: number, more: object = {}) => ask('PUT', `${requests}/case/${no}`, more)
    expect(await openCase(nowhere!.requestNo)).toMatchObject({ reason: 'public-request-point-unknown' })
    expect(await openCase(nowhere!.requestNo, { partitionId: 'none' })).toMatchObject({ reason: 'partition-not-found' })

    await ask('PUT', `${requests}/order/${first!.requestNo}`, { orderTitle: 'Leak at the lake' })
    const opened = await openCase(first!.requestNo)
    expect(opened, opened.msg).toMatchObject({ code: 200 })
    expect((await openCase(first!.requestNo)).data).toEqual(opened.data)
    const { caseNo } = opened.data as { caseNo: number }
    const thread = async (no: number) => (await ask('GET', `${requests}/thread/${no}`)).data!
    expect(await thread(second!.requestNo)).toMatchObject({
      ...{ partitionId: 'lake', case: null },
      near: expect.arrayContaining([expect.objectContaining({ requestId: first!.requestNo, isLinked: true })]),
    })
    expect(await ask('PUT', `${requests}/join/${second!.requestNo}`, { otherId: nowhere!.requestNo })).toMatchObject({
      reason: 'public-request-not-linked',
    })
    expect(await ask('PUT', `${requests}/join/${second!.requestNo}`, { otherId: first!.requestNo })).toMatchObject({ code: 200 })
    for (const { requestNo } of [first!, second!])
      expect(await thread(requestNo)).toMatchObject({
        case: { caseNo, partitionName: 'Lake', stage: '0' },
        order: { orderTitle: 'Leak at the lake' },
      })

    const [order] = await ordersNamed('Leak at the lake')
    const links = (await running.ask('north', { url: `/api/v1/work-orders/${order!.workOrderNo}/links` })).json() as {
      case: Row
      requests: Row[]
    }
    expect(links).toMatchObject({ case: { caseNo }, requests: [{ requestId: first!.requestNo }, { requestId: second!.requestNo }] })
    const ofCase = (await running.ask('north', { url: `/api/v1/leak-cases/${caseNo}/links` })).json() as { orders: Row[]; requests: Row[] }
    expect(ofCase).toMatchObject({ orders: [{ orderTitle: 'Leak at the lake' }], requests: [{}, {}] })
    expect((await ask('GET', `/prod-api/business/leakCase/${caseNo}`)).data).toMatchObject({ source: '3', partitionId: 'lake' })
  })
  // requirement of Work orders and leak cases: Every open order with a known place is on the map of the dispatcher and on the route of the crew | /workOrder/board | GET /prod-api/business/workOrder/board
  test('an order is at its meter, or else at the pin of its request, or else in the middle of its metering point', async () => {
    const placed = { number: 'lake-1', longitude: 9.51, latitude: 47.1 }
    expect((await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: [placed] } })).statusCode).toBe(200)
    const pin = { longitude: 9.65, latitude: 47.3 }
    const { requestNo } = (await send(pin, '192.0.2.21')).body as { requestNo: number }
    await ask('PUT', `${requests}/order/${requestNo}`, { orderTitle: 'Pinned' })
    const { data } = await ask('PUT', `${requests}/case/${requestNo}`, {})
    const { caseId } = (await ask('GET', `/prod-api/business/leakCase/${(data as { caseNo: number }).caseNo}`)).data!
    const others = {
      'Of the same case': { caseId, partitionId: 'lake' },
      'Of the point': { partitionId: 'lake' },
      'Of the meter': { partitionId: 'lake', meterNo: 'lake-1' },
      Nowhere: {},
    }
    for (const [orderTitle, about] of Object.entries(others)) {
      const created = await ask('POST', orders, { orderId: randomUUID(), orderTitle, ...about })
      expect(created, created.msg).toMatchObject({ code: 200 })
    }
    const { rows } = (await ask('GET', `${orders}/board`)).data as { rows: Row[] }
    const placeOf = (title: string) => {
      const { longitude, latitude } = rows.find(({ orderTitle }) => orderTitle === title)!
      return { longitude, latitude }
    }
    expect([placeOf('Pinned'), placeOf('Of the same case')]).toEqual([pin, pin])
    expect(placeOf('Of the point')).toEqual({ longitude: expect.closeTo(9.6), latitude: expect.closeTo(47.25) })
    expect(placeOf('Of the meter')).toEqual({ longitude: 9.51, latitude: 47.1 })
    expect(placeOf('Nowhere')).toEqual({ longitude: null, latitude: null })
    expect(await ordersNamed('Pinned')).toMatchObject([{ partitionId: 'lake' }])
  })
  test('an order by hand opens its leak case once', async () => {
    const orderId = randomUUID()
    const { data } = await ask('POST', orders, { orderId, orderTitle: 'Wet road', partitionId: 'lake' })
    const { workOrderNo } = data as { workOrderNo: number }
    const openCase = () => ask('PUT', `${orders}/case/${workOrderNo}`, {})
    const first = await openCase()
    expect(first, first.msg).toMatchObject({ code: 200 })
    expect((await openCase()).data).toEqual(first.data)
    expect((await ask('GET', `/prod-api/business/leakCase/${(first.data as { caseNo: number }).caseNo}`)).data).toMatchObject({
      source: '4',
      remark: 'Wet road',
    })
    expect(await ask('PUT', `${orders}/case/${workOrderNo}`, {}, 'south')).toMatchObject({ reason: 'work-order-unknown' })
    const ofNone = { caseId: randomUUID(), partitionId: 'lake', detectionNumber: 7 }
    expect(await ask('POST', '/prod-api/business/leakCase', ofNone)).toMatchObject({ reason: 'detection-unknown' })
  })
  test('is limited by network, and codes cannot be guessed fast', async () => {
    const sent: number[] = []
    for (let times = 0; times < 6; times += 1) sent.push((await send({}, '198.51.100.7')).status)
    expect(sent).toEqual([200, 200, 200, 200, 200, 429])
    const guess = () => visit(`${open}/state`, { tenant: 'north', requestNo: 1, code: 'AAAA-AAAA' }, '198.51.100.8')
    const guesses: number[] = []
    expect((await guess()).body).toMatchObject({ code: 'public-request-code-wrong' })
    for (let times = 1; times < 11; times += 1) guesses.push((await guess()).status)
    expect(guesses).toEqual([...Array<number>(9).fill(404), 429])
  })
  test('belongs to its utility alone, and what it says of a person is erased', async () => {
    const { requestNo } = (await send({ contactName: 'Zoe Quill', contactPhone: '0799' }, '203.0.113.9')).body as { requestNo: number }
    expect(await ask('GET', `${requests}/${requestNo}`, undefined, 'south')).not.toMatchObject({ data: { requestId: requestNo } })
    expect(await ask('PUT', `${requests}/close/${requestNo}`, { answer: 'x' }, 'south')).toMatchObject({ code: 404 })
    expect(await ask('PUT', `${requests}/erase/${requestNo}`, {})).toMatchObject({ code: 200 })
    const { data } = await ask('GET', `${requests}/${requestNo}`)
    expect(data).toMatchObject({ contactName: null, contactPhone: null, description: '', place: 'Canal Street 8' })
    const { rows } = await running.pool.query(`select from platform.operation_log where subject::text like '%Zoe%'`)
    expect(rows).toEqual([])
    expect((await send({ tenant: 'nowhere' })).status).toBe(404)
  })
})
