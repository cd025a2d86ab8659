import { createHash, randomUUID } from 'node:crypto'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { flaggedReadings } from '@nightflow/policies/alarms/flagged-readings'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import { readBoard } from '@nightflow/projections/work-orders/order-queries'
import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jpegOf, multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { type IngestApp, ingestApp } from '../../support/data/ingest-app.ts'
import { waitFor } from '../../support/process/server-process.ts'
import { type RunningPolicies, runPolicies } from '../../support/running-policies.ts'

const path = '/prod-api/business/workOrder'
const alarmPath = '/prod-api/report/alarm/processed'
let running: RunningApi
let ingest: IngestApp
let policies: RunningPolicies
beforeAll(async () => {
  running = await startApi('work-orders')
  ingest = await ingestApp(running.log)
  policies = runPolicies(running, [flaggedReadings()])
  const payload = { meters: ['m1', 'm2'].map((number) => ({ number })) }
  expect((await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload })).statusCode).toBe(200)
}, 60_000)
afterAll(async () => {
  await policies?.stop()
  await ingest?.app.close()
  await running?.stop()
})

type Answer = { code: number; reason?: string; msg?: string; data?: Record<string, never>; rows?: Record<string, never>[] }
const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, tenant = 'north'): Promise<Answer> => {
  const answer = await running.ask(tenant, { method, url, ...(payload && { payload }) })
  await waitForViews(running.pool, await running.log.head(), 60_000)
  return answer.json()
}
const asked = {
  orderTitle: 'Repair the valve',
  orderType: '0',
  place: 'Canal Street 8',
  checklist: [{ name: 'Close the valve' }, { name: 'Photo' }],
}
const create = async (order: object = {}): Promise<number> => {
  const answer = await ask('POST', path, { orderId: randomUUID(), ...asked, ...order })
  expect(answer.code, answer.msg).toBe(200)
  return (answer.data as unknown as { workOrderNo: number }).workOrderNo
}
const find = async (workOrderNo: number) => (await ask('GET', `${path}/${workOrderNo}`)).data as unknown as Record<string, unknown>
const command = (name: string, workOrderNo: number, given: object = {}) => ask('PUT', `${path}/${name}/${workOrderNo}`, given)
const stepsOf = async (workOrderNo: number): Promise<string[]> => {
  const answer = await running.ask('north', { url: `/api/v1/work-orders/${workOrderNo}/history` })
  return answer.json().rows.map(({ step }: { step: string }) => step)
}
const workers = async () => (await ask('GET', `${path}/people`)).data as unknown as { people: { userId: number; name: string }[] }

describe('an order', () => {
  // requirement of Work orders and leak cases: Work orders with the states pending, processing, completed and on hold with its own clock; one history | /workOrder/orders | PUT /prod-api/business/workOrder/start/:workOrderNo
  test('pending, processing, on hold with its own clock, completed, with one history', async () => {
    const no = await create()
    expect(await find(no)).toMatchObject({ status: '0', orderTitle: 'Repair the valve', source: '0', itemsTotal: 2 })
    await command('start', no)
    expect(await find(no)).toMatchObject({ status: '1', startedAt: expect.any(String) })
    await command('hold', no, { holdReason: '0', note: 'seal' })
    expect(await find(no)).toMatchObject({ status: '3', holdReason: '0', heldSince: expect.any(String) })
    await command('resume', no)
    await command('check', no, { item: 2, isDone: true })
    expect(await find(no)).toMatchObject({ status: '1', heldSince: null, heldMinutes: 0, itemsDone: 1 })
    await command('complete', no, { result: 'new seal', parts: 'seal DN 80', workedMinutes: 40, cost: 25.5 })
    expect(await find(no)).toMatchObject({ status: '2', result: 'new seal', workedMinutes: 40, costMinor: 2550 })
    expect(await command('hold', no, { holdReason: '0' })).toMatchObject({ reason: 'work-order-over' })
    expect(await stepsOf(no)).toEqual(['completed', 'checked', 'resumed', 'held', 'started', 'created'])
  })

  test('its planned and due dates are days in the list and in the row', async () => {
    const days = { plannedFor: '2026-11-27', dueDate: '2026-12-01' }
    const no = await create(days)
    expect(await find(no)).toMatchObject(days)
    const { rows } = await ask('GET', `${path}/list?orderTitle=Repair`)
    expect(rows!.find(({ workOrderNo }) => workOrderNo === no)).toMatchObject(days)
  })

  test('a repeated request creates one order', async () => {
    const orderId = randomUUID()
    expect(await create({ orderId })).toBe(await create({ orderId }))
  })

  test('is assigned to a person who may work on it, and shows on that person’s phone and on the board', async () => {
    const [person] = (await workers()).people
    const no = await create({ priority: '3' })
    expect(await command('assign', no, { assigneeId: 999_999 })).toMatchObject({ reason: 'work-order-person-unknown' })
    expect(await command('assign', no, { assigneeId: person!.userId })).toMatchObject({ code: 200 })
    expect(await find(no)).toMatchObject({ assignee: expect.any(String) })
    const board = (await ask('GET', `${path}/board`)).data as unknown as { rows: { workOrderNo: number; assigneeId: number | null }[] }
    expect(board.rows[0]).toMatchObject({ workOrderNo: no, assigneeId: person!.userId })
    const mine = (await ask('GET', `${path}/board?mine=true`)).data as unknown as { rows: object[] }
    expect(mine.rows.length).toBeLessThanOrEqual(board.rows.length)
  })

  // requirement of Work orders and leak cases: The sheet of an order as PDF of one page, in four languages, with its checklist, lines for readings and times, signatures and a code | /workOrder/orders | GET /prod-api/business/workOrder/sheet/:workOrderNo
  test('its sheet is one page that says the same as the order, in the language that is chosen', async () => {
    const place = { address: 'Canal Street 8', longitude: 8.5, latitude: 47.4 }
    expect(
      (await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: [{ number: 'm3', ...place }] } })).statusCode,
    ).toBe(200)
    expect(
      (await running.ask('north', { method: 'POST', url: '/api/v1/partitions', payload: { partitionId: 'hill', name: 'Upper hill' } }))
        .statusCode,
    ).toBe(200)
    const no = await create({ meterNo: 'm3', partitionId: 'hill', priority: '3', dueDate: '2026-12-01', remark: 'the key is next door' })
    await command('check', no, { item: 1, isDone: true })
    expect(await ask('PUT', `${path}/case/${no}`, {})).toMatchObject({ code: 200 })
    const { case: leakCase } = (await running.ask('north', { url: `/api/v1/work-orders/${no}/links` })).json()
    const urgent = { en: 'Urgent', 'zh-CN': '紧急', fr: 'Urgente', id: 'Mendesak' }
    const sheet = (query: string, tenant = 'north') => running.ask(tenant, { url: `${path}/sheet/${no}?${query}` })
    for (const [language, priority] of Object.entries(urgent)) {
      const pages = await readPdfText((await sheet(`language=${language}`)).rawPayload)
      expect(pages).toHaveLength(1)
      const known = [String(no), asked.orderTitle, asked.place, 'm3 · Canal Street 8', 'Upper hill · hill', '47.40000, 8.50000']
      for (const text of [...known, priority, 'Close the valve', 'Photo', 'the key is next door', String(leakCase.caseNo)])
        expect(pages[0]).toContain(text)
    }
    const withCode = await sheet(`language=en&address=${encodeURIComponent(`https://water.example.org/workOrder/orders?row=${no}`)}`)
    expect((await readPdfText(withCode.rawPayload))[0]).toContain('Opens the order')
    expect((await sheet('address=javascript:alert(1)')).json()).toMatchObject({ reason: 'request-invalid' })
    expect((await sheet('', 'south')).json()).toMatchObject({ reason: 'not-found' })
  })

  test('belongs to its tenant alone', async () => {
    const no = await create()
    expect(await ask('GET', `${path}/${no}`, undefined, 'south')).not.toMatchObject({ data: { workOrderNo: no } })
    expect(await ask('PUT', `${path}/start/${no}`, {}, 'south')).toMatchObject({ reason: 'work-order-unknown' })
  })

  test('names a meter and a metering point that exist', async () => {
    const order = { orderId: randomUUID(), ...asked }
    expect(await ask('POST', path, { ...order, meterNo: 'none' })).toMatchObject({ reason: 'meter-not-registered' })
    expect(await ask('POST', path, { ...order, partitionId: 'none' })).toMatchObject({ reason: 'partition-not-found' })
    expect(await ask('POST', path, { ...order, caseId: randomUUID() })).toMatchObject({ reason: 'leak-case-unknown' })
  })
})

describe('a reading order', () => {
  // requirement of Work orders and leak cases: Work orders of the types maintenance and meter reading; a reading order takes the reading | /workOrder/orders | PUT /prod-api/business/workOrder/complete/:workOrderNo
  test('needs a meter, and is completed with a reading that is a manual reading', async () => {
    expect(await ask('POST', path, { orderId: randomUUID(), ...asked, orderType: '1' })).toMatchObject({
      reason: 'work-order-meter-missing',
    })
    const no = await create({ orderType: '1', meterNo: 'm2' })
    expect(await command('complete', no)).toMatchObject({ reason: 'work-order-reading-missing' })
    expect(await command('complete', no, { litres: 12_345 })).toMatchObject({ code: 200 })
    expect(await find(no)).toMatchObject({ status: '2', readingId: expect.any(String) })
    const { rows } = await ask('GET', '/prod-api/business/manualReading/list?meterNo=m2')
    expect(rows).toMatchObject([{ meterNo: 'm2', litres: 12_345 }])
  })
})

describe('from alarms', () => {
  const alarmIdsOf = async (meterNo: string): Promise<number[]> => {
    const { rows } = await ask('GET', `${alarmPath}/list?meterNo=${meterNo}`)
    return (rows as unknown as AlarmRow[]).map(({ alarmProcessedId }) => alarmProcessedId)
  }
  // requirement of Work orders and leak cases: Work orders from alarms, which must be for the same meter | /alarm/alarm | POST /prod-api/report/alarm/processed/getSelectedAlarmInfo
  test('work orders from alarms must be for the same meter', async () => {
    const at = Date.now() - 600_000
    const readings = ['m1', 'm2'].map((meter) => ({ meter, at, litres: 20_000, flags: ['burst', 'tamper'] }))
    await ingest.post({ frameId: randomUUID(), sentAt: new Date().toISOString(), readings })
    await waitFor(async () => (await alarmIdsOf('m1')).length >= 2 && (await alarmIdsOf('m2')).length >= 2)
    const [ofFirst, ofSecond] = [await alarmIdsOf('m1'), await alarmIdsOf('m2')]
    const chosen = await ask('POST', `${alarmPath}/getSelectedAlarmInfo`, { alarmProcessedIds: ofFirst })
    expect(chosen.data).toMatchObject({ isSameMeter: true, meterNo: 'm1' })
    const no = await create({ alarmIds: ofFirst })
    expect(await find(no)).toMatchObject({ source: '1', meterNo: 'm1', alarmIds: ofFirst })
    const mixed = { orderId: randomUUID(), ...asked, alarmIds: [...ofFirst, ...ofSecond] }
    expect(await ask('POST', path, mixed)).toMatchObject({
      reason: 'work-order-alarms-differ',
      msg: 'The alarms must be for the same meter.',
    })
  })
})

describe('a phone without a network', () => {
  const operation = (workOrderNo: number, action: string, basedOn: string, more: object = {}) =>
    ask('PUT', `${path}/operation/${workOrderNo}`, {
      ...{ operationId: `019500a0-0000-7000-8000-${String(Math.floor(Math.random() * 1e12)).padStart(12, '0')}`, action, basedOn },
      ...{ occurredAt: new Date(Date.now() - 60_000).toISOString(), ...more },
    })
  // requirement of Work orders and leak cases: Operations of a phone without a network, compared with the state that they were based on; conflicts are kept | /workOrder/orders | PUT /prod-api/business/workOrder/operation/:workOrderNo
  test('its operations count from the time of the phone; one that comes too late is kept as a conflict', async () => {
    const no = await create()
    expect((await operation(no, 'start', '0')).data).toEqual({ outcome: 'applied', status: '1' })
    await command('cancel', no, { reason: 'twice' })
    expect((await operation(no, 'complete', '1', { note: 'new seal' })).data).toEqual({ outcome: 'conflict', status: '4' })
    expect(await find(no)).toMatchObject({ status: '4', conflicts: 1 })
    expect((await stepsOf(no))[0]).toBe('conflicted')
  })
  test('the same operation again changes nothing', async () => {
    const no = await create()
    const operationId = '019500a0-0000-7000-8000-000000000077'
    for (const _ of [1, 2]) expect((await operation(no, 'start', '0', { operationId })).data).toEqual({ outcome: 'applied', status: '1' })
    expect(await stepsOf(no)).toEqual(['started', 'created'])
  })
  test('a reading order is completed from the phone with its reading', async () => {
    const no = await create({ orderType: '1', meterNo: 'm1' })
    expect(await operation(no, 'complete', '0')).toMatchObject({ reason: 'work-order-reading-missing' })
    expect((await operation(no, 'complete', '0', { litres: 20_100, isConfirmed: true })).data).toEqual({ outcome: 'applied', status: '2' })
  })
})

describe('a crew', () => {
  const crewPath = '/prod-api/business/crew'
  const names = { crewName: 'North crew', remark: null }
  // requirement of Work orders and leak cases: Crews of people with a leader: an order is assigned to a person or a crew, and the people of the crew see it | /workOrder/crews | POST /prod-api/business/crew; GET /prod-api/business/workOrder/crews
  test('an order is assigned to a person or a crew, and the people of the crew see it', async () => {
    const me = (await workers()).people.find(({ name }) => name === 'admin') ?? (await workers()).people[0]!
    const added = await ask('POST', crewPath, { ...names, leaderId: me.userId, memberIds: [me.userId] })
    expect(added.code, added.msg).toBe(200)
    const { crews } = (await ask('GET', `${path}/crews`)).data as unknown as { crews: { crewId: number; crewName: string }[] }
    const { crewId } = crews.find(({ crewName }) => crewName === 'North crew')!
    const no = await create()
    expect(await command('assign', no, { assigneeId: me.userId, crewId })).toMatchObject({ reason: 'work-order-person-or-crew' })
    expect(await command('assign', no, { assigneeId: null, crewId: 999_999 })).toMatchObject({ reason: 'work-order-crew-unknown' })
    expect(await command('assign', no, { assigneeId: null, crewId })).toMatchObject({ code: 200 })
    expect(await find(no)).toMatchObject({ assignee: null, crewId })
    const board = (await ask('GET', `${path}/board`)).data as unknown as { rows: { workOrderNo: number; crewId: number | null }[] }
    expect(board.rows.find(({ workOrderNo }) => workOrderNo === no)).toMatchObject({ crewId })
    const seenBy = async (userId: number) =>
      (await withTenant(running.pool, 'north', (database) => readBoard(database, { limit: 500 }, userId))).map(
        ({ workOrderNo }) => workOrderNo,
      )
    expect(await seenBy(me.userId)).toContain(no)
    expect(await seenBy(me.userId + 1_000_000)).not.toContain(no)
  })
  test('its leader is one of its people, and all of them may work on orders', async () => {
    const me = (await workers()).people[0]!
    const crew = { ...names, crewName: 'South crew', leaderId: me.userId }
    expect(await ask('POST', crewPath, { ...crew, memberIds: [me.userId + 1_000_000] })).toMatchObject({ reason: 'crew-leader-not-member' })
    expect(await ask('POST', crewPath, { ...crew, memberIds: [me.userId, 1_000_000] })).toMatchObject({
      reason: 'work-order-person-unknown',
    })
  })
})

describe('photos and signatures', () => {
  const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const send = async (no: number, bytes: Buffer, sha256 = sha256Of(bytes)): Promise<Answer> => {
    const fields = { fileKind: 'before', sha256, takenAt: new Date().toISOString() }
    const sent = multipartOf('file', bytes, { fileName: 'photo.jpg', mediaType: 'image/jpeg', fields })
    const answer = await running.ask('north', { method: 'POST', url: `${path}/files/${no}`, ...sent })
    await waitForViews(running.pool, await running.log.head(), 60_000)
    return answer.json()
  }
  const filesOf = async (no: number) =>
    (await ask('GET', `${path}/files/${no}`)).data as unknown as { rows: { url: string; fileId: string }[] }

  // requirement of Work orders and leak cases: Photos before and after with their hash, a signature, a scan that warns of a wrong meter, a door card; all without a network | /workOrder/orders | POST /prod-api/business/workOrder/files/:workOrderNo
  test('a photo is kept once under its hash, after the end of the order too; another content is refused', async () => {
    const no = await create()
    const photo = jpegOf()
    expect(await send(no, photo, 'f'.repeat(64))).toMatchObject({ reason: 'work-order-file-differs' })
    await command('complete', no)
    const first = await send(no, photo)
    expect(first).toMatchObject({ code: 200 })
    expect((await send(no, photo)).data).toEqual(first.data)
    const { rows } = await filesOf(no)
    expect(rows).toMatchObject([
      { fileKind: 'before', sha256: sha256Of(photo), keptSha256: expect.any(String), url: expect.stringMatching(/./) },
    ])
    expect((await stepsOf(no))[0]).toBe('fileAdded')
    const kept = await running.api.inject({ url: rows[0]!.url })
    expect(sha256Of(kept.rawPayload)).toBe((rows[0] as unknown as { keptSha256: string }).keptSha256)
  })
  test('a file that is removed is gone, and its hash stays in the history', async () => {
    const no = await create()
    await send(no, jpegOf())
    const [file] = (await filesOf(no)).rows
    expect(await ask('PUT', `${path}/files/${no}/${file!.fileId}/removal`, { reason: 'a face is on it' })).toMatchObject({ code: 200 })
    expect((await filesOf(no)).rows).toEqual([])
    expect((await running.api.inject({ url: file!.url })).json()).toMatchObject({ code: 404 })
    expect((await stepsOf(no))[0]).toBe('fileRemoved')
  })
})

test('the read models are what the log says', async () => {
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
})
