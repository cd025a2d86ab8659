import { randomUUID } from 'node:crypto'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { eraseFilesOf } from '@nightflow/platform/jobs/files'
import { erasePersonalData } from '@nightflow/policies/privacy/erase-personal-data'
import { photosOfPerson } from '@nightflow/projections/metering/reading-round'
import { verifyViews } from '@nightflow/projections/views/replay'
import type { WalkByRow } from '@nightflow/schemas/metering/walk-by'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jpegOf, multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { runPolicies } from '../../support/running-policies.ts'

/** Registers that people read at the meter, alone or on a planned round. */

let running: RunningApi
const planId = randomUUID()
const hour = 3_600_000
const start = Math.floor(Date.now() / hour) * hour - 72 * hour
const at = (hours: number) => new Date(start + hours * hour).toISOString()
/** UUIDs of version 7 in their order. */
const readingId = (place: number) => `019ab000-0000-7000-8000-${String(place).padStart(12, '0')}`

beforeAll(async () => {
  running = await startApi('walk-by')
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: ['a', 'b', 'c'].map((number) => ({ number })) } })
  await running.report(
    'north',
    'a',
    at(0),
    Array.from({ length: 49 }, (_, each) => 1000 + each * 10),
  )
})
afterAll(() => running?.stop())

const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, tenant = 'north') =>
  (await running.ask(tenant, { method, url, ...(payload && { payload }) })).json()
const take = (place: number, number: string, litres: number, hours: number, more: object = {}) =>
  ask('POST', '/prod-api/business/manualReading', { readingId: readingId(place), number, at: at(hours), litres, ...more })
const list = async (filter = '') => (await ask('GET', `/prod-api/business/manualReading/list?${filter}`)).rows
const plans = async (): Promise<WalkByRow[]> => (await ask('GET', '/prod-api/business/walkBy/list')).rows

// requirement of Manual and walk-by reading: Manual reading with the previous reading, plausibility and a photo | /readMeter/manual | POST /prod-api/business/manualReading; GET /api/v1/meters/:number/previous-reading
test('a manual reading is a reading of the meter; sent again it has no further effect', async () => {
  const previous = await ask('GET', '/api/v1/meters/a/previous-reading')
  expect(previous).toMatchObject({ previousLitres: 1480, previousAt: at(48) })
  expect(await take(1, 'a', 1560, 56, { note: 'in the cellar' })).toMatchObject({ code: 200 })
  const head = await running.log.head()
  expect(await take(1, 'a', 1560, 56)).toMatchObject({ code: 200 })
  expect(await running.log.head()).toBe(head)
  expect(await list('meterNo=a')).toMatchObject([
    { meterNo: 'a', litres: 1560, previousLitres: 1480, readAt: at(56), note: 'in the cellar', takenBy: 'admin', photoUrl: '' },
  ])
  expect(await ask('GET', '/api/v1/meters/a')).toMatchObject({ lastRegisterLitres: 1560, lastReadAt: at(56) })
  expect((await ask('GET', '/prod-api/business/manualReading/list', undefined, 'south')).rows).toEqual([])
})

test('of two readings for one instant the one that was taken later counts', async () => {
  await take(3, 'a', 1562, 57)
  await take(2, 'a', 1561, 57)
  expect(await ask('GET', '/api/v1/meters/a')).toMatchObject({ lastRegisterLitres: 1562 })
})

// requirement of Manual and walk-by reading: Manual reading with the previous reading, plausibility and a photo | /readMeter/manual | POST /prod-api/business/manualReading; GET /api/v1/meters/:number/previous-reading
test('a register below the one before needs the reader’s confirmation', async () => {
  expect(await take(4, 'a', 15, 60)).toMatchObject({ reason: 'reading-implausible' })
  expect(await take(4, 'a', 1_000_000, 60)).toMatchObject({ reason: 'reading-implausible' })
  expect(await take(4, 'a', 1500, 60, { isConfirmed: true })).toMatchObject({ code: 200 })
  expect((await list())[0]).toMatchObject({ litres: 1500, isConfirmed: true })
  expect(await take(5, 'nowhere', 1, 1)).toMatchObject({ reason: 'meter-not-registered' })
})

// requirement of Manual and walk-by reading: A late manual reading is compared with what the meter showed later | /readMeter/manual | POST /prod-api/business/manualReading
test('a late reading above what the meter showed afterwards needs the reader’s confirmation', async () => {
  expect(await take(40, 'a', 1600, 30)).toMatchObject({ reason: 'reading-implausible' })
  expect(await take(40, 'a', 1305, 30.5)).toMatchObject({ code: 200 })
})

test('another register under the identifier of a reading is refused and not lost without a word', async () => {
  expect(await take(40, 'a', 1306, 30.5)).toMatchObject({ reason: 'reading-id-used' })
})

// requirement of Manual and walk-by reading: Walk-by reading start date must precede the end date | /readMeter/walkBy | POST /prod-api/business/walkBy
test('walk-by reading start date must precede the end date', async () => {
  const plan = { planId, name: 'Canal Street', numbers: ['c', 'a', 'b'], startDate: '2026-03-02' }
  const refused = await ask('POST', '/prod-api/business/walkBy', { ...plan, endDate: '2026-03-02' })
  expect(refused).toMatchObject({ reason: 'walk-by-start-not-before-end' })
  const unknown = { ...plan, numbers: ['zzz'], endDate: '2026-03-05' }
  expect(await ask('POST', '/prod-api/business/walkBy', unknown)).toMatchObject({ reason: 'meter-not-registered' })
  for (let times = 0; times < 2; times += 1)
    expect(await ask('POST', '/prod-api/business/walkBy', { ...plan, endDate: '2026-03-05' })).toMatchObject({ code: 200 })
  expect(await plans()).toMatchObject([{ name: 'Canal Street', status: '0', metersRead: 0, metersTotal: 3 }])
})

// requirement of Manual and walk-by reading: Walk-by plans in route order, with progress | /readMeter/walkBy | GET /prod-api/business/walkBy/:walkById/round
test('the round has the meters in route order with what they showed last; its progress follows from the readings', async () => {
  const [{ walkById }] = (await plans()) as [WalkByRow]
  const { meters } = (await ask('GET', `/prod-api/business/walkBy/${walkById}/round`)).data
  expect(meters.map(({ number }: { number: string }) => number)).toEqual(['c', 'a', 'b'])
  expect(meters[1]).toMatchObject({ previousLitres: 1500, isRead: false })
  await take(6, 'c', 77, 61, { planId })
  await take(7, 'a', 1600, 62, { planId })
  expect(await plans()).toMatchObject([{ metersRead: 2, status: '0' }])
  await take(8, 'b', 12, 63, { planId })
  expect(await plans()).toMatchObject([{ metersRead: 3, status: '1' }])
  expect(await take(9, 'b', 13, 64, { planId: randomUUID() })).toMatchObject({ reason: 'walk-by-unknown' })
})

test('a second reading in the round is kept, its answer names the first one, and the list finds it', async () => {
  expect(await take(10, 'b', 14, 65, { planId })).toMatchObject({
    code: 200,
    data: { earlier: { litres: 12, takenBy: 'admin', readAt: at(63) } },
  })
  expect(await take(10, 'b', 14, 65, { planId })).toMatchObject({ data: { earlier: { litres: 12 } } })
  expect(await take(8, 'b', 12, 63, { planId })).toMatchObject({ code: 200, data: { earlier: null } })
  expect((await list('isRepeated=1')).map(({ litres }: { litres: number }) => litres)).toEqual([14])
  expect(await ask('GET', '/api/v1/meters/b')).toMatchObject({ lastRegisterLitres: 14, lastReadAt: at(65) })
})

test('a plan takes readings of its own meters alone', async () => {
  await running.ask('north', { method: 'POST', url: '/api/v1/meters', payload: { meters: [{ number: 'd' }] } })
  expect(await take(11, 'd', 5, 65, { planId })).toMatchObject({ reason: 'walk-by-meter-foreign' })
  expect(await take(11, 'd', 5, 65)).toMatchObject({ code: 200 })
})

// requirement of Manual and walk-by reading: A meter that could not be read, with the reason | /readMeter/walkBy | POST /prod-api/business/walkBy/notRead
test('a meter that could not be read counts as visited, with the reason, until it is read', async () => {
  const second = randomUUID()
  const plan = { planId: second, name: 'Mill Lane', numbers: ['a', 'd'], startDate: '2026-03-02', endDate: '2026-03-05' }
  await ask('POST', '/prod-api/business/walkBy', plan)
  const visit = { visitId: readingId(70), planId: second, number: 'd', at: at(65), reason: 'noAccess', note: 'dog' }
  for (let times = 0; times < 2; times += 1)
    expect(await ask('POST', '/prod-api/business/walkBy/notRead', visit)).toMatchObject({ code: 200 })
  const [row] = (await plans()) as [WalkByRow]
  expect(row).toMatchObject({ status: '0', metersRead: 0, metersNotRead: 1 })
  const round = async () => (await ask('GET', `/prod-api/business/walkBy/${row.walkById}/round`)).data.meters
  expect((await round())[1]).toMatchObject({ isRead: false, notRead: { reason: 'noAccess', note: 'dog', by: 'admin' } })
  await take(71, 'd', 8, 66, { planId: second })
  expect((await round())[1]).toMatchObject({ isRead: true, notRead: null, reading: { litres: 8, takenBy: 'admin' } })
  expect(await ask('PUT', `/prod-api/business/walkBy/close/${row.walkById}`, { reason: 'rain' })).toMatchObject({ code: 200 })
  expect((await plans())[0]).toMatchObject({ status: '3', metersRead: 1, metersNotRead: 0 })
  expect(await take(72, 'a', 1700, 66, { planId: second })).toMatchObject({ reason: 'walk-by-closed' })
})

test('readers of a round are the people of the utility who may read meters, by name', async () => {
  const { data } = await ask('GET', '/prod-api/business/walkBy/readers')
  const names = data.readers.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['admin', 'clerk']))
  expect(names).not.toContain('analyst')
  expect(names.toSorted()).toEqual(names)
  const analyst = { authorization: `Bearer ${running.tokenOf('north', 'analyst')}` }
  const refused = await running.ask('north', { method: 'GET', url: '/prod-api/business/walkBy/readers', headers: analyst })
  expect(refused.json()).toMatchObject({ code: 403 })
})

describe('the photo of a reading', () => {
  const photo = (reading: string, bytes: Buffer, token?: string) =>
    running.ask('north', {
      method: 'POST',
      url: '/prod-api/business/manualReading/photo',
      ...multipartOf('file', bytes, { fields: { readingId: reading }, fileName: 'register.jpg', mediaType: 'image/jpeg' }),
      ...(token !== undefined && {
        headers: { ...multipartOf('file', bytes, { fields: { readingId: reading } }).headers, authorization: `Bearer ${token}` },
      }),
    })
  const photoOf = async (reading: number) => (await list()).find(({ litres }: { litres: number }) => litres === reading)?.photoUrl as string

  test('is sent before the reading, shown with it by a signed address, and sent twice it is one', async () => {
    expect(await take(80, 'a', 1700, 66, { photoId: readingId(80) })).toMatchObject({ reason: 'reading-photo-unknown' })
    for (let times = 0; times < 2; times += 1)
      expect((await photo(readingId(80), jpegOf())).json()).toMatchObject({ code: 200, data: { photoId: readingId(80) } })
    expect(await take(81, 'a', 1701, 66, { photoId: readingId(80) })).toMatchObject({ reason: 'reading-photo-unknown' })
    expect(await take(80, 'a', 1700, 66, { photoId: readingId(80) })).toMatchObject({ code: 200 })
    const url = await photoOf(1700)
    expect((await running.api.inject({ url })).rawPayload.equals(jpegOf())).toBe(true)
    const other = `${url.split('?')[0]}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(url.split('?')[1])), tenant: 'south' })}`
    expect((await running.api.inject({ url: other })).json()).toMatchObject({ code: 404 })
    const { rows } = await running.pool.query(`select count(*)::int as photos from platform.files where purpose = 'reading'`)
    expect(rows).toEqual([{ photos: 1 }])
  })

  test('is a picture of at most a megabyte, sent by a person who may take readings', async () => {
    expect((await photo(readingId(82), Buffer.from('<svg/>'))).json()).toMatchObject({ reason: 'unsupported-media-type' })
    expect((await photo(readingId(82), Buffer.concat([jpegOf(), Buffer.alloc(1024 * 1024)]))).json()).toMatchObject({ reason: 'too-large' })
    expect((await photo(readingId(82), jpegOf(), running.tokenOf('north', 'analyst'))).json()).toMatchObject({
      reason: 'permission-missing',
    })
    const south = await running.ask('south', {
      method: 'POST',
      url: '/prod-api/business/manualReading/photo',
      ...multipartOf('file', jpegOf(), { fields: { readingId: readingId(80) } }),
    })
    expect(south.json()).toMatchObject({ reason: 'reading-id-used' })
  })

  // requirement of Manual and walk-by reading: Photos of readings belong to the reading and the meter | /readMeter/manual | POST /prod-api/business/manualReading/photo
  test('is not counted with the pictures of its reader: a round goes on after the hundredth', async () => {
    await running.pool.query(
      `insert into platform.files (file_id, tenant, purpose, file_name, media_type, bytes, create_by)
       select gen_random_uuid(), 'north', 'reading', 'reading', 'image/jpeg', '', 'admin' from generate_series(1, 100)`,
    )
    expect((await photo(readingId(83), jpegOf())).json()).toMatchObject({ code: 200 })
  })

  test('stays when the account of its reader is erased', async () => {
    await eraseFilesOf(running.pool, { userId: 0, userName: 'admin' })
    expect((await running.api.inject({ url: await photoOf(1700) })).statusCode).toBe(200)
  })

  test('goes when the holder of the meter’s account is erased', async () => {
    const holder = { accountNo: 'P-1', customerName: 'Wu Jie', telephone: '13800138000', address: '8 Mill Lane', meterNo: 'a' }
    expect(await ask('POST', '/prod-api/business/customer', holder)).toMatchObject({ code: 200 })
    const { rows } = await running.pool.query<{ id: string }>('select holder_id as id from views.accounts')
    const photos = await withTenant(running.pool, 'north', (database) => photosOfPerson(database, rows[0]!.id))
    expect(photos).toEqual([readingId(80)])
    expect(await withTenant(running.pool, 'south', (database) => photosOfPerson(database, rows[0]!.id))).toEqual([])
    const policies = runPolicies(running, [erasePersonalData(running.pool)])
    await ask('POST', `/api/v1/persons/${rows[0]!.id}/erasure`, { reason: 'request 17' })
    const url = await photoOf(1700)
    await expect.poll(async () => (await running.api.inject({ url })).json().code).toBe(404)
    await policies.stop()
  })
})

test('a plan is cancelled with a reason, its readings stay, later ones are refused, and the read models are what the log says', async () => {
  const { walkById } = (await plans()).find(({ name }) => name === 'Canal Street') as WalkByRow
  expect(await ask('PUT', `/prod-api/business/walkBy/cancel/${walkById}`, { reason: 'flood' })).toMatchObject({ code: 200 })
  expect((await plans()).find(({ name }) => name === 'Canal Street')).toMatchObject({ status: '2', metersRead: 3 })
  expect(await take(90, 'c', 90, 66, { planId })).toMatchObject({ reason: 'walk-by-cancelled' })
  expect(await take(6, 'c', 77, 61, { planId })).toMatchObject({ code: 200 })
  expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])
})
