import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
const hour = 3_600_000
const base = Math.floor(Date.now() / hour) * hour - 48 * hour
const at = (hours: number): string => new Date(base + hours * hour).toISOString()

// biome-ignore lint/suspicious/noExplicitAny: answers of several calls.
const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, headers = {}): Promise<any> =>
  (await running.ask('north', { method, url, ...(payload && { payload }), headers })).json()
const replace = (more: object) =>
  call('POST', '/prod-api/business/meterReplacement', {
    number: '7001',
    replacedBy: '7002',
    replacedAt: at(10.5),
    finalLitres: 1050,
    initialLitres: 7,
    reason: 'window broken',
    ...more,
  })
const places = (number: string, instant = '') => call('GET', `/api/v1/meters/${number}/places${instant && `?at=${instant}`}`)
const list = (query = '', headers = {}) => call('GET', `/prod-api/business/meterReplacement/list?${query}`, undefined, headers)

beforeAll(async () => {
  running = await startApi('meter_replacements')
  const meters = ['7001', '7004'].map((number) => ({
    number,
    timeZone: 'UTC',
    address: '8 Mill Lane',
    installedAt: at(0),
    imei: '860000000000001',
  }))
  await call('POST', '/api/v1/meters', { meters })
  await call('POST', '/prod-api/business/meter', { number: '7003', isStored: true })
  await call('POST', '/prod-api/business/customer', {
    accountNo: 'R-1',
    customerName: 'Wu Jie',
    telephone: '13800138000',
    address: '8 Mill Lane',
    meterNo: '7001',
  })
  // 100 litres an hour, read at every full hour: the old meter up to 10:00, the new one from 11:00 on.
  await running.report('north', '7001', at(0), [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000])
})
afterAll(() => running.stop())

describe('a replacement is refused', () => {
  test.each([
    ['for a meter that is not registered', { number: '7999' }, 'meter-not-registered'],
    ['by the meter itself', { replacedBy: '7001' }, 'meter-replaces-itself'],
    ['before the old meter was installed', { replacedAt: at(-2) }, 'replacement-before-registration'],
    ['in the future', { replacedAt: at(72) }, 'replacement-in-future'],
    ['without a reason', { reason: ' ' }, 'request-invalid'],
    ['by a meter of a type that does not exist', { meterTypeId: 999 }, 'meter-type-missing'],
  ])('%s', async (_, more, reason) => {
    expect((await replace(more)).reason).toBe(reason)
  })

  test('and leaves no new meter behind', async () => {
    expect((await call('GET', '/api/v1/meters/7002')).code).toBe('not-found')
  })
})

test('the form shows the last reading of the old meter and where the new one is', async () => {
  const { data } = await call('GET', '/prod-api/business/meterReplacement/meters?number=7001&replacedBy=7003')
  expect(data).toMatchObject({ old: { lastReadAt: at(10), lastRegisterLitres: 1000, isReplaced: false }, new: { state: 'stored' } })
})

describe('a meter that is replaced in the middle of an hour', () => {
  test('leaves its place to a meter that is registered in the same step', async () => {
    expect(await replace({})).toMatchObject({ code: 200, data: { isRegistered: true } })
    expect(await call('GET', '/api/v1/meters/7002')).toMatchObject({ state: 'installed', address: '8 Mill Lane', replaces: '7001' })
    // A repeated request changes nothing.
    expect(await replace({})).toMatchObject({ code: 200, data: { isRegistered: false } })
    await running.report('north', '7002', at(11), [57, 157])
  })

  // requirement of Meters: Consumption joins across a replacement without gap or double count | /device/meters | GET /api/v1/meters/:number/volumes
  test('joins its consumption without a gap and without counting twice', async () => {
    const day = at(8).slice(0, 10)
    const next = at(12).slice(0, 10)
    const { rows } = await call('GET', `/api/v1/meters/7002/volumes?from=${day}&to=${next}&resolution=hour`)
    type Row = { from: string; volumeLitres: number | null }
    const volumes = new Map(rows.map(({ from, volumeLitres }: Row) => [Date.parse(from), volumeLitres]))
    const around = [8, 9, 10, 11].map((hours) => volumes.get(Date.parse(at(hours))))
    expect(around).toEqual([100, 100, 100, 100])
  })

  // requirement of Meters: Replacement: old and new meter, last read time, recent reading, reason | /device/meterReplacement | GET /prod-api/business/meterReplacement/list
  test('is listed with both meters, the last reading, both registers, the reason and the account', async () => {
    const answer = await list('search=7001')
    const { rows, total } = answer
    expect(total, JSON.stringify(answer)).toBe(1)
    expect(total).toBe(1)
    expect(rows[0]).toMatchObject({
      number: '7001',
      replacedBy: '7002',
      address: '8 Mill Lane',
      replacedAt: at(10.5),
      finalLitres: 1050,
      initialLitres: 7,
      lastReadAt: at(10),
      lastRegisterLitres: 1000,
      reason: 'window broken',
      recordedBy: 'user:admin',
    })
    expect((await list('search=nowhere')).total).toBe(0)
    expect((await list(`beginTime=${at(10).slice(0, 10)}`)).total).toBe(1)
    expect((await list(`endTime=${at(-48).slice(0, 10)}`)).total).toBe(0)
  })

  test('names no customer to a reader who may not see customers', async () => {
    const headers = { authorization: `Bearer ${running.tokenOf('north', 'analyst')}` }
    const { rows } = await list('', headers)
    expect(rows[0]).toMatchObject({ number: '7001', customerName: null, accountNo: null })
  })

  test('is exported', async () => {
    const answer = await running.ask('north', {
      method: 'POST',
      url: '/prod-api/business/meterReplacement/export',
      payload: { search: '7001' },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.length).toBeGreaterThan(1000)
  })
})

describe('which register counted', () => {
  // requirement of Meters: Which register counted at a place on a day is known, with its module | /device/meters | GET /api/v1/meters/:number/places
  test('on a day is answered from the meters of the place, whichever of them is asked', async () => {
    for (const number of ['7001', '7002']) {
      const answer = await places(number)
      expect(answer).toMatchObject({ servicePoint: '7001', timeZone: 'UTC' })
      expect(answer.meters).toMatchObject([
        { number: '7001', from: at(0), to: at(10.5), firstLitres: 0, lastLitres: 1050, isFirstStated: false, isLastStated: true },
        { number: '7002', from: at(10.5), to: null, firstLitres: 7, lastLitres: 157, isFirstStated: true, isLastStated: false },
      ])
      expect((await places(number, at(3.5))).counted).toMatchObject({ number: '7001', registerLitres: 300, readAt: at(3) })
      expect((await places(number, at(10.75))).counted).toMatchObject({ number: '7002', registerLitres: 7, readAt: null })
      expect((await places(number, at(11.5))).counted).toMatchObject({ number: '7002', registerLitres: 57, readAt: at(11) })
      expect((await places(number, at(-3))).counted).toMatchObject({ number: null, registerLitres: null })
    }
  })

  // requirement of Meters: A module has the dates of its link to the meter | /device/meters | GET /api/v1/meters/:number/places
  test('has the module through which it reported, with the dates of the link', async () => {
    await call('POST', '/api/v1/meters/7004/details', {
      number: '7004',
      address: '8 Mill Lane',
      hasValve: false,
      imei: '860000000000002',
      reason: 'new module',
    })
    await call('POST', '/prod-api/business/concentrator', { concentratorNo: 'C-1', manufacturer: 'Acme' })
    const { meters } = await places('7004')
    expect(meters[0].modules).toMatchObject([
      { imei: '860000000000001', to: expect.any(String) },
      { imei: '860000000000002', to: null },
    ])
    expect(meters[0].modules[0].to).toBe(meters[0].modules[1].from)
    const now = new Date().toISOString()
    expect((await places('7004', now)).counted).toMatchObject({ number: '7004', module: { imei: '860000000000002' } })
  })

  // requirement of Meters: The place of a meter is dated: where it was when it counted | /device/meters | GET /api/v1/meters/:number/places
  test('has the address where it was then, after the meter’s address has changed', async () => {
    const imei = '860000000000002'
    await call('POST', '/api/v1/meters/7004/details', {
      number: '7004',
      address: '9 Mill Lane',
      hasValve: false,
      imei,
      reason: 'moved next door',
    })
    const { meters } = await places('7004')
    const [{ places: dated }] = meters
    expect(dated).toMatchObject([
      { address: '8 Mill Lane', from: at(0) },
      { address: '9 Mill Lane', from: dated[0].to, to: null },
    ])
    expect((await places('7004', at(5))).counted).toMatchObject({ place: { address: '8 Mill Lane' } })
    expect((await places('7004', new Date().toISOString())).counted).toMatchObject({ place: { address: '9 Mill Lane' } })
  })

  test('is not known of a meter in storage', async () => {
    expect((await places('7003')).meters).toEqual([])
    expect((await places('7003', at(5))).counted).toMatchObject({ number: null })
  })

  // requirement of Meters: A replacement registers a new meter that is not known, or takes it from storage | /device/meterReplacement | POST /prod-api/business/meterReplacement
  test('goes on with a meter from storage, which is issued and installed in the same step', async () => {
    const answer = await replace({ number: '7004', replacedBy: '7003', replacedAt: at(20), finalLitres: 0 })
    expect(answer).toMatchObject({ code: 200, data: { isRegistered: false } })
    expect(await call('GET', '/api/v1/meters/7003')).toMatchObject({ state: 'installed', replaces: '7004' })
    expect((await places('7003')).meters).toMatchObject([
      { number: '7004', to: at(20) },
      { number: '7003', from: at(20), firstLitres: 7, to: null },
    ])
  })
})

describe('places on a day', () => {
  const onDay = async (day: string, more = ''): Promise<Record<string, unknown>[]> =>
    (await call('GET', `/api/v1/meter-places?day=${day}${more}`)).rows
  const [west, east] = [
    { address: '1 Quay', longitude: 120.1, latitude: 30.2 },
    { address: '2 Quay', longitude: 120.3, latitude: 30.2 },
  ]
  const today = () => new Date(Date.now()).toISOString().slice(0, 10)
  const yesterday = () => new Date(Date.now() - 24 * hour).toISOString().slice(0, 10)

  beforeAll(async () => {
    const [one, other] = ['7101', '7103'].map((number) => ({ number, timeZone: 'UTC', installedAt: '2026-01-10T08:00:00Z' }))
    await call('POST', '/api/v1/meters', {
      meters: [
        { ...one, ...west },
        { ...other, ...east },
      ],
    })
    await call('POST', '/prod-api/business/meter', { number: '7104', isStored: true, ...west })
    expect(await replace({ number: '7101', replacedBy: '7102', replacedAt: '2026-02-05T10:00:00Z', finalLitres: 5 })).toMatchObject({
      code: 200,
    })
  })

  // requirement of Meters: The map shows meters where they were on a chosen day | /water/map | GET /api/v1/meter-places
  test('are those of the meters in a pipe at its end, neither before they came nor after they left', async () => {
    expect(await onDay('2026-01-09')).toEqual([])
    for (const day of ['2026-01-10', '2026-02-04'])
      expect(await onDay(day)).toEqual([
        { number: '7101', ...west },
        { number: '7103', ...east },
      ])
    expect(await onDay('2026-02-05')).toEqual([
      { number: '7102', ...west },
      { number: '7103', ...east },
    ])
  })

  test('stay what they were when a meter’s place changes afterwards', async () => {
    await call('POST', '/api/v1/meters/7102/details', { number: '7102', ...east, hasValve: false, reason: 'surveyed' })
    expect(await onDay(yesterday())).toContainEqual({ number: '7102', ...west })
    expect(await onDay(today())).toContainEqual({ number: '7102', ...east })
  })

  test('are known before the registration of a meter on the days of which it has readings', async () => {
    await running.report('north', '7105', '2026-03-03T10:00:00Z', [1, 2])
    await call('POST', '/api/v1/meters', { meters: [{ number: '7105', timeZone: 'UTC', ...west }] })
    await call('POST', '/prod-api/business/meter', { number: '7106', isStored: true, ...west })
    expect(await onDay('2026-03-03')).toContainEqual({ number: '7105', ...west })
    expect((await onDay('2026-03-04')).map(({ number }) => number)).not.toContain('7105')
    expect((await onDay(today())).map(({ number }) => number)).toContain('7105')
  })

  test('come page by page, of the reader’s utility alone', async () => {
    expect(await onDay('2026-02-05', '&limit=1')).toMatchObject([{ number: '7102' }])
    expect(await onDay('2026-02-05', '&limit=1&after=7102')).toMatchObject([{ number: '7103' }])
    expect(await onDay('2026-02-05', '&after=7103')).toEqual([])
    const refused = await running.ask('north', { url: '/api/v1/meter-places?day=2026-02-30' })
    expect(refused.json()).toMatchObject({ code: 'request-invalid' })
  })
})
