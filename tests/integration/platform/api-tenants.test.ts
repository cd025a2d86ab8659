import { randomUUID } from 'node:crypto'
import { utils, write } from '@e965/xlsx'
import { routes } from '@nightflow/api/routes'
import type { JsonObject } from '@nightflow/event-log/event-log'
import { createUser } from '@nightflow/platform/people/users'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { type EventType, eventCatalogue } from '@nightflow/schemas/events'
import { type Endpoint, isBackOffice } from '@nightflow/schemas/shared/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { exampleOf } from '../../support/data/example-of-schema.ts'
import { appendFact } from '../../support/data/readings.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

/** In every name that the north has and the south must never see. */
const mark = 'secretnorth'
const operationId = '3b6f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01'

let running: RunningApi
let positions: { first: number; last: number; correction: number }
let exportId: string
let importId: string
let jobId: string
let proofId: string
let personId: string
let userId: string
let devices: Record<string, string>
beforeAll(async () => {
  running = await startApi('api_tenants')
  const send = async (tenant: string, method: 'POST' | 'PUT', url: string, payload: object) => {
    const answer = await running.ask(tenant, { method, url, payload })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  const first = await running.report(
    'north',
    `${mark}-1`,
    '2024-05-01T00:00:00Z',
    Array.from({ length: 60 }, (_, hour) => hour * 5),
  )
  await running.report('north', `${mark}-unclaimed`, '2024-05-01T00:00:00Z', [1, 2, 3])
  await send('north', 'POST', '/api/v1/meters', {
    meters: [{ number: `${mark}-1`, name: mark, hasValve: true, address: mark, longitude: 120.1, latitude: 30.2 }, { number: `${mark}-2` }],
  })
  await send('north', 'POST', '/api/v1/partitions', { partitionId: `${mark}-zone`, name: mark, leaderName: mark })
  await send('north', 'POST', `/api/v1/partitions/${mark}-zone/summary-meters`, { number: `${mark}-1` })
  await send('north', 'PUT', `/api/v1/partitions/${mark}-zone/infrastructure`, { from: '2024-05-01', mainsMetres: 1_000 })
  await send('north', 'POST', '/api/v1/gateways', { name: `${mark}-gateway` })
  await send('north', 'PUT', `/api/v1/device-profile-mappings/${mark}`, { litres: { path: mark } })
  const { position: last } = await send('north', 'POST', `/api/v1/meters/${mark}-1/valve`, {
    operationId,
    position: 'closed',
    reason: 'unpaid',
  })
  jobId = (await send('north', 'POST', '/api/v1/audit/jobs', { kind: 'verify' })).id
  proofId = (await send('north', 'POST', '/api/v1/audit/money-proofs', {})).id
  const started = { path: '/prod-api/system/notice/export', request: { noticeTitle: mark } }
  exportId = (await send('north', 'POST', '/api/v1/exports', started)).id
  const corrected = { at: '2024-05-01T01:00:00Z', litres: 2, reason: mark }
  const { position: correction } = await send('north', 'POST', `/api/v1/meters/${mark}-1/corrections`, corrected)
  positions = { first, last, correction }
  const idOf = async (statement: string): Promise<string> => String(Object.values((await running.pool.query(statement)).rows[0])[0])
  personId = await idOf(`select data->>'personId' from log.events where type = 'leakage.PartitionCreated'`)
  await createUser(running.pool, { tenant: 'north', username: `${mark}_agent`, password: passwordOfAll, role: 'agent' })
  userId = await idOf(`select user_id from platform.users where username = '${mark}_agent'`)
  devices = await makeDevices((url, payload) => send('north', 'POST', url, payload))
  const accountNo = 'NORTH-7'
  const ofBill = { accountNo, billId: operationId }
  devices.billNo = await record('billing.BillIssued', `billing-account-${accountNo}`, ofBill)
  await record('billing.BillCredited', `billing-account-${accountNo}`, { ...ofBill, reason: mark })
  devices.bankEntryNo = await record('billing.BankEntryRecorded', `billing-bank-entry-${operationId}`, { entryId: operationId, text: mark })
  const order = { orderId: operationId, remark: mark }
  devices.workOrderNo = await record('work-orders.WorkOrderCreated', `work-orders-work-order-${operationId}`, order)
  const leak = { caseId: operationId, remark: mark }
  devices.caseNo = await record('work-orders.LeakCaseOpened', `work-orders-leak-case-${operationId}`, leak)
  const note = { annotationKey: operationId, partitionId: `${mark}-zone`, remark: mark }
  devices.annotationId = await record('leakage.AnnotationAdded', `leakage-annotation-${operationId}`, note)
  const ofRun = { runId: operationId }
  devices.billRunNo = await record('billing.BillRunStarted', `billing-run-${operationId}`, { ...ofRun, scopeName: mark })
  // A paused run stays as it is, while the tests look for what others change.
  await record('billing.BillRunPaused', `billing-run-${operationId}`, ofRun)
  const ofCard = { accountNo, cardNo: '0A1B2C3D' }
  devices.cardId = await record('cards.CardWritePrepared', `cards-account-${accountNo}`, { ...ofCard, operationId })
  await record('cards.CardLost', `cards-account-${accountNo}`, { ...ofCard, reason: mark })
  await recordPaymentsAndTokens(accountNo)
  const file = multipartOf('file', Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [streetOf(mark)] })), {
    ...{ fileName: 'streets.geojson', mediaType: 'application/geo+json', fields: { layerName: mark, layerType: 'street' } },
  })
  devices.layerId = String((await running.ask('north', { method: 'POST', url: '/api/v1/map-layers', ...file })).json().layerId)
  importId = await importOf((file) => running.ask('north', { method: 'POST', url: '/prod-api/business/customer/importData', ...file }))
  // The south has one of each too, so that an empty answer is not the only right one.
  await running.report('south', 'own-1', '2024-05-01T00:00:00Z', [1, 2, 3])
  await send('south', 'POST', '/api/v1/meters', { meters: [{ number: 'own-1', hasValve: true }] })
})
afterAll(() => running.stop())

/** A customer with the mark of the north, imported in the background. */
const importOf = async (send: (file: ReturnType<typeof multipartOf>) => ReturnType<RunningApi['ask']>): Promise<string> => {
  const book = utils.book_new()
  const customer = [`${mark}-3`, 'Li Na', '13800138000', mark]
  utils.book_append_sheet(book, utils.aoa_to_sheet([['accountNo', 'customerName', 'telephone', 'address'], customer]), 'Accounts')
  const answer = await send(
    multipartOf('file', write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer, {
      ...{ fileName: `${mark}.xlsx`, mediaType: 'application/octet-stream', fields: { mode: 'good', inBackground: 'true' } },
    }),
  )
  return answer.json().data.job
}

/** An event of the north by which something is made; answers its position, which is the number of what is made. */
const record = async (type: EventType, stream: string, ids: JsonObject): Promise<string> => {
  const data = { ...(exampleOf(eventCatalogue[type].data) as JsonObject), ...ids }
  const appended = await appendFact(running.log, 'north', stream, type, data)
  const position = 'position' in appended ? appended.position : 0
  await waitForViews(running.pool, position, 30_000)
  return String(position)
}

/** A payment order, a leftover of a reconciliation, an STS meter, and the sale of a token with the application for its refund. */
const recordPaymentsAndTokens = async (accountNo: string): Promise<void> => {
  const ofLeftover = { leftoverId: operationId }
  devices.orderNo = await record('payments.OrderPlaced', `payments-order-${operationId}`, {
    orderId: operationId,
    accountNo,
    platformName: mark,
  })
  devices.leftoverNo = await record('payments.LeftoverFound', `payments-leftover-${operationId}`, { ...ofLeftover, platformName: mark })
  await record('payments.LeftoverExplained', `payments-leftover-${operationId}`, { ...ofLeftover, reason: mark })
  const meterNo = `${mark}-1`
  const stream = `prepaid-sts-meter-${meterNo}`
  const ofSale = { meterNo, requestId: operationId, accountNo }
  devices.stsMeterId = await record('prepaid.StsMeterAdded', stream, { meterNo })
  await record('prepaid.KeyChangeRequested', stream, { meterNo, requestId: randomUUID(), reason: mark })
  devices.tokenNo = await record('prepaid.TokenSaleStarted', stream, ofSale)
  devices.refundNo = await record('prepaid.TokenRefundRequested', stream, { ...ofSale, reason: mark })
}

const streetOf = (name: string) => ({
  type: 'Feature',
  geometry: {
    type: 'LineString',
    coordinates: [
      [120.1, 30.2],
      [120.2, 30.3],
    ],
  },
  properties: { name },
})

/** One device of each kind and one thing of each kind of billing, with the mark of the north; answers their identifiers. */
const makeDevices = async (create: (url: string, payload: object) => Promise<{ data: Record<string, unknown> }>) => {
  const accountNo = 'NORTH-7'
  await create('/prod-api/business/customer', { accountNo, customerName: mark, telephone: '13800138000', address: mark })
  const item = { itemName: mark, method: '1', enabledDate: '2026-01-01', amount: 1 }
  const place = { address: mark, longitude: 120.1, latitude: 30.2 }
  const radio = { communicationMode: '0', powerSupply: '0' }
  const boundary = [
    [120.1, 30.1],
    [120.2, 30.1],
    [120.2, 30.2],
    [120.1, 30.1],
  ]
  const limits = { upperLimitKilopascal: 500, lowerLimitKilopascal: 100, abruptChangeKilopascal: 50 }
  const forms: Record<string, object> = {
    concentrator: { concentratorNo: mark, manufacturer: mark },
    flowMeter: { ...radio, meterAddress: '12345678901', rtuAddress: '0123456789', installationPosition: mark },
    pressureMeter: { ...radio, ...place, ...limits, boundary, deviceNumber: '7001', monitoringSite: mark, rtuAddressNo: '0123456789' },
    priceScheme: { priceSchemeName: mark, startTime: '2026-01-01', steps: [{ startVolume: 0, endVolume: -1, unitPrice: 2 }] },
    surchargeScheme: { schemeName: mark, items: [item] },
    personalSurcharge: { accountNo, ...item },
    debt: { debtId: operationId, accountNo, debtType: '1', feeName: mark, amount: 1 },
    alarmRule: { ruleId: operationId, ruleName: mark, eventType: 'burst' },
    device: { ...place, deviceNo: mark, deviceName: mark, deviceType: '0', deviceStatus: '0', manufacturer: mark, mapType: '0' },
  }
  const ids: Record<string, string> = {}
  for (const [name, form] of Object.entries(forms))
    for (const [id, value] of Object.entries((await create(`/prod-api/business/${name}`, form)).data ?? {})) ids[id] = String(value)
  return ids
}

/** Calls of the back office have a test of their own: they answer in envelopes. */
const all = Object.values(routes)
  .flat()
  .filter(({ endpoint }) => !isBackOffice(endpoint.path))
  .map(({ endpoint }) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))
const asking = all.filter(({ endpoint }) => endpoint.method === 'GET')

const idAt = (path: string): string => {
  if (path.includes('/jobs/')) return jobId
  if (path.includes('/money-proofs/')) return proofId
  if (path.includes('/import-jobs/')) return importId
  return path.includes('/exports/') ? exportId : `${mark}-zone`
}

const knownTo = ({ request }: Endpoint, payload: object): object =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => name in request.shape))

/** The address of the north's thing at this endpoint. */
const urlOfNorth = ({ path, request }: Endpoint): string => {
  const things: Record<string, string> = {
    ...{ number: `${mark}-1`, name: `${mark}-gateway`, profile: mark, position: String(positions.last) },
    ...{ personId, userId, ...devices },
  }
  if (path.includes('/correction-effects/')) things.position = String(positions.correction)
  const url = path.replaceAll(/:(\w+)/g, (_, parameter: string) => (parameter === 'id' ? idAt(path) : things[parameter]!))
  // Candidates are looked up by a text; all other lists are read whole.
  const isOfCandidates = path.endsWith('/meter-candidates')
  const asked = {
    ...('to' in request.shape && { from: '2024-05-01', to: '2024-05-02' }),
    ...{ day: '2024-05-01', comparedDay: '2024-05-02', month: '2024-05', search: isOfCandidates ? mark : '', limit: '20' },
    flowLitresPerHour: '100',
    ...(isOfCandidates && { role: 'sub' }),
  }
  return `${url}?${new URLSearchParams(Object.entries(asked).filter(([name]) => name in request.shape))}`
}

/** A person who is no agent has no statement of one. */
const ofAgentsAlone = '/api/v1/agent-desk/statement'

describe('a utility sees its own', () => {
  test.each(asking.filter(({ endpoint }) => endpoint.path !== ofAgentsAlone))('$name shows the north what it has', async ({ endpoint }) => {
    const answer = await running.ask('north', { url: urlOfNorth(endpoint) })
    expect(answer.statusCode, answer.body).toBe(200)
  })

  test('and the marks are there to be seen', async () => {
    const bodies = await Promise.all(asking.map(async ({ endpoint }) => (await running.ask('north', { url: urlOfNorth(endpoint) })).body))
    expect(bodies.filter((body) => body.includes(mark)).length).toBeGreaterThan(asking.length / 2)
  })
})

describe('and no other tenant’s', () => {
  test.each(asking)('$name shows the south nothing of the north, in any form', async ({ endpoint }) => {
    for (const accept of ['application/json', 'text/csv', 'application/vnd.apache.arrow.stream']) {
      const answer = await running.ask('south', { url: urlOfNorth(endpoint), headers: { accept } })
      // An address without rows answers JSON alone: 406 discloses nothing.
      expect([200, 404, ...(accept === 'application/json' ? [] : [406])]).toContain(answer.statusCode)
      if (endpoint.path.includes(':')) expect(answer.statusCode !== 200 || answer.json().rows.length === 0).toBe(true)
      const body = answer.body.replaceAll(/"(instance|detail|details)":("[^"]*"|\{[^}]*\})/g, '')
      expect(body).not.toContain(mark)
      expect(body).not.toContain(jobId)
      expect(body).not.toContain(proofId)
    }
  })

  const changing = all.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.path.includes(':'))
  test.each(changing)('$name changes nothing of the north for the south', async ({ endpoint }) => {
    const before = await running.log.head()
    const payload = {
      numbers: [`${mark}-1`],
      number: `${mark}-1`,
      operationId,
      position: 'open',
      replacedBy: `${mark}-2`,
      finalLitres: 1,
      initialLitres: 0,
    }
    const moment = { ...payload, replacedAt: '2024-05-02T00:00:00Z', klRatio: 0.5 }
    const answer = await running.ask('south', {
      method: endpoint.method,
      url: urlOfNorth(endpoint).split('?')[0]!,
      payload: knownTo(endpoint, moment),
    })
    if (endpoint.path.includes('device-profile-mappings')) expect(answer.statusCode).toBe(200)
    else expect([400, 404, 409], answer.body).toContain(answer.statusCode)
    const written = await running.log.readAll(before)
    expect(written.filter(({ metadata }) => metadata.tenant === 'north')).toEqual([])
  })

  test('two utilities may give the same number to a meter and the same name to a zone', async () => {
    const meter = await running.ask('south', { method: 'POST', url: '/api/v1/meters', payload: { meters: [{ number: `${mark}-1` }] } })
    expect(meter.json()).toMatchObject({ registered: 1, refused: [] })
    const zone = await running.ask('south', {
      method: 'POST',
      url: '/api/v1/partitions',
      payload: { partitionId: `${mark}-zone`, name: 'South' },
    })
    expect(zone.statusCode).toBe(200)
    const found = await running.ask('south', { url: `/api/v1/partitions/${mark}-zone` })
    expect(found.json()).toMatchObject({ name: 'South', timeZone: 'Asia/Shanghai' })
    const readings = await running.ask('south', { url: `/api/v1/meters/${mark}-1/readings?from=2024-05-01&to=2024-05-02` })
    expect(readings.json().rows).toEqual([])
  })
})

test('the database holds the wall by itself: without a tenant the role of requests sees nothing, and it cannot write the log', async () => {
  const { rows } = await running.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.table_privileges
     where grantee = 'nightflow_request' and privilege_type = 'SELECT' and table_schema in ('views', 'log')
       and table_name not in ('checkpoint')`,
  )
  expect(rows.length).toBeGreaterThan(5)
  const client = await running.pool.connect()
  try {
    await client.query('begin; set local role nightflow_request')
    for (const { name } of rows) expect((await client.query(`select * from ${name} limit 1`)).rows, name).toEqual([])
    await expect(client.query(`delete from log.events`)).rejects.toThrow('permission denied')
    await client.query('rollback')
    await client.query(`begin; set local role nightflow_request; set local nightflow.tenant = 'south'`)
    await expect(
      client.query(`insert into platform.device_profile_mappings (tenant, profile, mapping) values ('north', 'x', '{}')`),
    ).rejects.toThrow('row-level security')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
