import { randomUUID } from 'node:crypto'
import { type ValveCommand, valveDecider } from '@nightflow/domain/devices/valve-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
beforeAll(async () => {
  running = await startApi('valves_of_several')
  const registered = await running.ask('north', {
    method: 'POST',
    url: '/api/v1/meters',
    payload: {
      meters: [{ number: 'with-1', hasValve: true }, { number: 'with-2', hasValve: true }, { number: 'without' }],
    },
  })
  expect(registered.statusCode, registered.body).toBe(200)
})
afterAll(() => running.stop())

type Operated = { requested: number; refused: { number: string; code: string }[] }
const operate = async (verb: 'opening' | 'closing', payload: object, tenant = 'north') =>
  running.ask(tenant, { method: 'POST', url: `/api/v1/valves/${verb}`, payload })
const operationsOf = async (number: string): Promise<{ position: string; reason: string }[]> =>
  (await running.ask('north', { url: `/api/v1/meters/${number}` })).json().valveOperations

describe('the valves of several meters', () => {
  const request = { requestId: randomUUID(), reason: 'Burst in Canal Street' }

  // requirement of Valves and downlinks: Valves of several meters are operated at once | /device/meters | POST /api/v1/valves/closing
  test('are closed each on its own, and the answer names those that were refused', async () => {
    const answer = await operate('closing', { ...request, number: 'with-1,without,with-2,nowhere' })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json() as Operated).toMatchObject({
      requested: 2,
      refused: [
        { number: 'without', code: 'meter-without-valve' },
        { number: 'nowhere', code: 'meter-not-registered' },
      ],
    })
    for (const number of ['with-1', 'with-2'])
      expect(await operationsOf(number)).toMatchObject([{ position: 'closed', reason: 'Burst in Canal Street' }])
  })

  test('are not closed a second time by the same request', async () => {
    expect((await operate('closing', { ...request, number: ['with-1', 'with-2'] })).statusCode).toBe(200)
    expect(await operationsOf('with-1')).toHaveLength(1)
  })

  test('need a reason, a permission and no more than 200 numbers', async () => {
    expect((await operate('opening', { requestId: randomUUID(), reason: ' ', number: 'with-1' })).statusCode).toBe(400)
    const numbers = Array.from({ length: 201 }, (_, index) => `m-${index}`)
    expect((await operate('opening', { requestId: randomUUID(), reason: 'Test', number: numbers })).statusCode).toBe(400)
    const asViewer = await running.ask('north', {
      method: 'POST',
      url: '/api/v1/valves/opening',
      payload: { requestId: randomUUID(), reason: 'Test', number: 'with-1' },
      headers: { authorization: `Bearer ${running.tokenOf('north', 'analyst')}` },
    })
    expect(asViewer.statusCode).toBe(403)
  })

  test('are those of the caller’s tenant', async () => {
    const answer = await operate('opening', { requestId: randomUUID(), reason: 'Test', number: 'with-1' }, 'south')
    expect(answer.json() as Operated).toMatchObject({ requested: 0, refused: [{ number: 'with-1', code: 'meter-not-registered' }] })
  })

  test('are named in the operation log', async () => {
    const { rows } = await running.pool.query(
      `select after from platform.operation_log where tenant = 'north' and operation = 'POST /api/v1/valves/closing' order by id limit 1`,
    )
    expect(rows[0]?.after).toMatchObject({ numbers: ['with-1', 'without', 'with-2', 'nowhere'], reason: request.reason })
  })
})

describe('a valve with closing reasons', () => {
  const number = 'frozen'
  const get = async (url: string, tenant = 'north') => (await running.ask(tenant, { url })).json()
  const execute = async (command: ValveCommand): Promise<void> => {
    const actor = 'policy:accounts'
    const context = { now: new Date().toISOString(), actor, timeZone: 'UTC' }
    const done = await executeCommand(running.log, { decider: valveDecider, tenant: 'north', actor, command, context })
    expect(done).toHaveProperty('position')
    await waitForViews(running.pool, await running.log.head(), 60_000)
  }
  const change = (type: 'AddClosingReason' | 'RemoveClosingReason', closingReason: 'freeze' | 'arrears') =>
    execute({ type, number, closingReason, operationId: randomUUID() })

  // requirement of Valves and downlinks: A valve opens when its last closing reason is removed | /device/meters | GET /api/v1/meters/:number
  test('stays closed until the last one is removed', async () => {
    const payload = { meters: [{ number, hasValve: true }] }
    expect((await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload })).statusCode).toBe(200)
    await change('AddClosingReason', 'freeze')
    await change('AddClosingReason', 'arrears')
    expect(await get(`/api/v1/meters/${number}`)).toMatchObject({ closingReasons: ['freeze', 'arrears'] })
    await change('RemoveClosingReason', 'freeze')
    expect(await operationsOf(number)).toMatchObject([{ position: 'closed', status: 'requested' }])
    await change('RemoveClosingReason', 'arrears')
    expect(await operationsOf(number)).toMatchObject([
      { position: 'open', status: 'requested' },
      { position: 'closed', status: 'failed', failure: 'superseded' },
    ])
    const { rows } = await get(`/api/v1/meters/${number}/history`)
    expect(rows.map(({ step, facts }: { step: string; facts: object }) => [step, facts])).toEqual([
      ['openingRequested', { closingReason: 'arrears' }],
      ['valveFailed', { failure: 'superseded' }],
      ['closingReasonRemoved', { closingReason: 'freeze' }],
      ['closingReasonAdded', { closingReason: 'arrears' }],
      ['closingRequested', { closingReason: 'freeze' }],
      ['registered', {}],
    ])
  })

  // requirement of Valves and downlinks: The list of meters shows and filters by closing reason | /device/meters | GET /api/v1/meters
  test('is found by each of them, in its own tenant', async () => {
    await change('AddClosingReason', 'arrears')
    await change('AddClosingReason', 'freeze')
    const found = async (closingReason: string, tenant = 'north') =>
      (await get(`/api/v1/meters?closingReason=${closingReason}`, tenant)).rows.map((row: { number: string }) => row.number)
    expect(await found('freeze')).toEqual([number])
    expect(await found('arrears')).toEqual([number])
    expect(await found('emergency')).toEqual([])
    expect(await found('manual')).toEqual(['with-1', 'with-2'])
    expect(await found('freeze', 'south')).toEqual([])
  })

  // requirement of Valves and downlinks: A person cannot open the valve of a frozen account | /device/meters | POST /api/v1/meters/:number/valve
  test('is not opened by a person, and the refusal names the reason', async () => {
    const payload = { operationId: randomUUID(), position: 'open' }
    const answer = await running.ask('north', { method: 'POST', url: `/api/v1/meters/${number}/valve`, payload })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'valve-closed-for-freeze'])
    const several = await operate('opening', { requestId: randomUUID(), reason: 'Complaint', number })
    expect(several.json() as Operated).toMatchObject({ requested: 0, refused: [{ number, code: 'valve-closed-for-freeze' }] })
  })
})

describe('an emergency', () => {
  const numbers = ['hydrant-1', 'hydrant-2', 'hydrant-3']
  const closing = { requestId: randomUUID(), reason: 'Burst main', number: numbers }
  const call = (path: string, payload: object, role: 'admin' | 'trial' = 'admin') => {
    const headers = { authorization: `Bearer ${running.tokenOf('north', role)}` }
    return running.ask('north', { method: 'POST', url: `/api/v1/valves/${path}`, payload, headers })
  }
  const latestBatch = async () => {
    await waitForViews(running.pool, await running.log.head(), 60_000)
    return (await running.ask('north', { url: '/api/v1/valve-batches?limit=1' })).json().rows[0]
  }
  const end = async (type: 'ConfirmValveOperation' | 'FailValveOperation' | 'RetryValveOperation', number: string, operationId: string) => {
    const actor = 'gateway:gw-1'
    const context = { now: new Date().toISOString(), actor, timeZone: 'UTC' }
    const command = { type, number, operationId, reason: 'no-answer', retryId: randomUUID() } as ValveCommand
    await executeCommand(running.log, { decider: valveDecider, tenant: 'north', actor, command, context })
  }
  const listed = async (query: string) => (await running.ask('north', { url: `/prod-api/business/valve/list?${query}` })).json()

  // requirement of Valves and downlinks: An emergency closes several valves, with a permission of its own, against any other order | /device/meters | POST /api/v1/valves/emergency-closing
  test('closes the valves of several meters, for those who may', async () => {
    const meters = numbers.map((number) => ({ number, hasValve: true }))
    expect((await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })).statusCode).toBe(200)
    expect((await call('emergency-closing', closing, 'trial')).statusCode).toBe(403)
    expect((await call('emergency-closing', closing)).json()).toMatchObject({ requested: 3, refused: [] })
    expect(await latestBatch()).toMatchObject({ batchId: closing.requestId, closingReason: 'emergency', sending: 3, success: 0, fail: 0 })
  })

  // requirement of Valves and downlinks: A group operation shows how many are sending, successful and failed | /device/valves | GET /api/v1/valve-batches
  // requirement of Valves and downlinks: Valve position open or closed; results sending, fail, success | /device/valves | GET /prod-api/business/valve/list
  test('shows its progress, and a retry counts for the attempt before it', async () => {
    const { rows, total } = await listed(`batchId=${closing.requestId}&orderByColumn=number&isAsc=asc`)
    expect([total, rows.map((row: { number: string }) => row.number)]).toEqual([3, numbers])
    await end('ConfirmValveOperation', numbers[0]!, rows[0].operationId)
    await end('FailValveOperation', numbers[1]!, rows[1].operationId)
    await end('FailValveOperation', numbers[2]!, rows[2].operationId)
    expect(await latestBatch()).toMatchObject({ sending: 0, success: 1, fail: 2 })
    await end('RetryValveOperation', numbers[2]!, rows[2].operationId)
    expect(await latestBatch()).toMatchObject({ sending: 1, success: 1, fail: 1 })
    expect(await listed(`batchId=${closing.requestId}&result=fail`)).toMatchObject({ total: 2 })
    expect(await listed('closingReason=emergency&result=success&number=HYDRANT')).toMatchObject({ total: 1, rows: [{ attempt: 1 }] })
  })

  // requirement of Valves and downlinks: The end of an emergency opens what no other reason closes | /device/meters | POST /api/v1/valves/emergency-end
  test('holds against a person’s opening, and its end opens what has no other reason', async () => {
    const opening = { requestId: randomUUID(), reason: 'Complaint', number: numbers }
    expect((await operate('opening', opening)).json()).toMatchObject({
      requested: 0,
      refused: numbers.map((number) => ({ number, code: 'valve-closed-in-emergency' })),
    })
    expect((await call('emergency-end', { ...opening, requestId: randomUUID() })).json()).toMatchObject({ requested: 3 })
    expect(await latestBatch()).toMatchObject({ position: 'open', sending: 3 })
    expect((await listed('position=open&number=hydrant')).total).toBe(3)
  })

  // requirement of Valves and downlinks: Valves that are closed already count in the progress of an emergency | /device/valves | GET /api/v1/valve-batches
  test('counts valves that are closed already, and those whose closing is under way', async () => {
    const { rows } = await listed('position=open&number=hydrant&orderByColumn=number&isAsc=asc')
    // The first opened, and was closed again; the second is being closed; the third never opened.
    await end('ConfirmValveOperation', numbers[0]!, rows[0].operationId)
    const closed = { requestId: randomUUID(), reason: 'Works', number: numbers[0]! }
    expect((await operate('closing', closed)).json()).toMatchObject({ requested: 1 })
    await latestBatch()
    const [operation] = (await listed(`batchId=${closed.requestId}`)).rows
    await end('ConfirmValveOperation', numbers[0]!, operation.operationId)
    await end('FailValveOperation', numbers[1]!, rows[1].operationId)
    const underWay = { requestId: randomUUID(), reason: 'Works', number: numbers[1]! }
    expect((await operate('closing', underWay)).json()).toMatchObject({ requested: 1 })
    const again = { ...closing, requestId: randomUUID() }
    expect((await call('emergency-closing', again)).json()).toMatchObject({ requested: 3, refused: [] })
    expect(await latestBatch()).toMatchObject({ batchId: again.requestId, sending: 2, success: 1, fail: 0 })
    const [joined] = (await listed(`batchId=${underWay.requestId}`)).rows
    await end('ConfirmValveOperation', numbers[1]!, joined.operationId)
    expect(await latestBatch()).toMatchObject({ batchId: again.requestId, sending: 1, success: 2, fail: 0 })
  })

  test('is unknown to another tenant', async () => {
    expect((await running.ask('south', { url: '/api/v1/valve-batches' })).json()).toEqual({ rows: [] })
    expect((await running.ask('south', { url: '/prod-api/business/valve/list' })).json().total).toBe(0)
  })
})

describe('the valves of a group', () => {
  const ofGroup = (verb: string, role: 'admin' | 'trial' = 'admin', more: object = {}) => {
    const headers = { authorization: `Bearer ${running.tokenOf('north', role)}` }
    const payload = { requestId: randomUUID(), reason: 'Works in Mill Lane', ...more }
    return running.ask('north', { method: 'POST', url: `/prod-api/business/meterGroup/${meterGroupId}/${verb}`, payload, headers })
  }
  let meterGroupId: number
  const numbers = ['lane-1', 'lane-2']

  test('are refused while no meter of the group has one', async () => {
    const group = { method: 'POST' as const, url: '/prod-api/business/meterGroup', payload: { meterGroupName: 'Mill Lane' } }
    meterGroupId = (await running.ask('north', group)).json().data.meterGroupId
    const meters = [...numbers.map((number) => ({ number, hasValve: true })), { number: 'lane-3' }]
    await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters } })
    expect((await ofGroup('closeValves')).json()).toMatchObject({ reason: 'meter-group-without-valves' })
  })

  // requirement of Valves and downlinks: The valves of a group are closed or opened in one call | /device/meterGroup | POST /prod-api/business/meterGroup/:meterGroupId/closeValves
  test('are closed in one call, and meters without a valve are left out', async () => {
    const payload = { number: [...numbers, 'lane-3'], meterGroupId }
    await running.ask('north', { method: 'POST', url: '/prod-api/business/meter/group', payload })
    expect((await ofGroup('closeValves')).json().data).toMatchObject({ requested: 2, refused: [] })
    for (const number of numbers) expect(await operationsOf(number)).toMatchObject([{ position: 'closed', reason: 'Works in Mill Lane' }])
    const [batch] = (await running.ask('north', { url: '/api/v1/valve-batches?limit=1' })).json().rows
    expect(batch).toMatchObject({ sending: 2, success: 0, fail: 0, reason: 'Works in Mill Lane' })
  })

  // requirement of Valves and downlinks: An emergency closes the valves of a group | /device/meterGroup | POST /prod-api/business/meterGroup/:meterGroupId/emergencyClosing
  test('are closed in an emergency by those who may, and opened by its end', async () => {
    expect((await ofGroup('emergencyClosing', 'trial')).json().code).toBe(403)
    expect((await ofGroup('emergencyClosing')).json().data).toMatchObject({ requested: 2 })
    expect((await ofGroup('openValves')).json().data).toMatchObject({
      requested: 0,
      refused: numbers.map((number) => ({ number, code: 'valve-closed-in-emergency' })),
    })
    expect((await ofGroup('emergencyEnd')).json().data).toMatchObject({ requested: 2 })
  })

  test('need a reason', async () => {
    expect((await ofGroup('closeValves', 'admin', { reason: ' ' })).json().reason).toBe('request-invalid')
  })
})

// requirement of Valves and downlinks: Closing one valve needs a reason | /device/meters | POST /api/v1/meters/:number/valve
test('closing one valve needs a reason, as closing several does', async () => {
  const one = async (payload: object) =>
    (await running.ask('north', { method: 'POST', url: '/api/v1/meters/hydrant-3/valve', payload })).json()
  expect(await one({ operationId: randomUUID(), position: 'closed' })).toMatchObject({ code: 'valve-closing-needs-reason' })
  expect(await one({ operationId: randomUUID(), position: 'closed', reason: ' ' })).toMatchObject({ code: 'valve-closing-needs-reason' })
})
