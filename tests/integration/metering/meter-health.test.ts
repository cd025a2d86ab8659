import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { tellOfLeaks } from '@nightflow/policies/customers/tell-of-leaks'
import { assessMeters } from '@nightflow/policies/metering/assess-meters'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import { defaultHealthSettings } from '@nightflow/schemas/metering/health-settings'
import type { MeterHealthRow } from '@nightflow/schemas/metering/meter-health'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { waitFor } from '../../support/process/server-process.ts'
import { runPolicies } from '../../support/running-policies.ts'

/** From the readings of a leaking house to the message that its customer gets, once. */

const path = '/prod-api/business/meterHealth'
const calendar = calendarOf('Europe/Rome')
const yesterday = calendar.dayOf(Date.now() - 6 * 3_600_000) - 1
const day = dateOfDay(yesterday)
const hourMilliseconds = 3_600_000
/** The house leaks from here on, ten litres an hour. */
const leakFrom = yesterday - 4

let running: RunningApi
beforeAll(async () => {
  running = await startApi('meter-health')
  const numbers = ['calm', 'leaky', 'shy', 'gone', 'sold', 'still', 'works', 'ancient', 'first']
  await ask('POST', '/api/v1/meters', { meters: numbers.map((number) => ({ number, caliberMillimetres: 15 })) })
  await report('calm', (_, hour) => (hour === 8 ? 200 : 0))
  for (const meter of ['leaky', 'shy', 'gone', 'sold']) await report(meter, (each, hour) => (hour === 8 ? 200 : each >= leakFrom ? 10 : 0))
  await report('still', (each, hour) => (hour === 8 && each <= yesterday - 20 ? 200 : 0))
  for (const meter of ['leaky', 'shy', 'gone', 'sold'])
    await ask('POST', '/prod-api/business/customer', {
      ...{ accountNo: `A-${meter}`, customerName: `Owner ${meter}`, telephone: '13800138000', address: '8 Mill Lane' },
      ...{ email: `${meter}@example.org`, meterNo: meter },
    })
  await report('ancient', (each) => (each >= yesterday - 100 ? 10 : 0), 120)
  await report('first', () => 10)
  // Works in three shifts use water all night.
  await report('works', () => 900)
  const { data } = await ask('POST', '/prod-api/business/customerType', { customerTypeName: 'Works', usesWaterAtNight: 'Y' })
  await ask('POST', '/prod-api/business/customer', {
    ...{ accountNo: 'A-works', customerName: 'Mill', telephone: '13800138000', address: '9 Mill Lane', meterNo: 'works' },
    customerTypeId: data.customerTypeId,
  })
  // An inlet never stops: its flow is no leak of a customer.
  await ask('POST', '/api/v1/meters', { meters: [{ number: 'inlet', caliberMillimetres: 25 }] })
  await report('inlet', () => 3000)
  await ask('POST', '/api/v1/partitions', { partitionId: 'zone', name: 'Zone' })
  await ask('POST', '/api/v1/partitions/zone/summary-meters', { number: 'inlet', direction: 'in' })
  await configure({})
  await reacting(Date.now(), async () => (await settings()).assessedUntil === day)
}, 60_000)
afterAll(() => running?.stop())

const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const answer = await running.ask('north', { method, url, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const settings = () => ask('GET', '/api/v1/health-settings')
const configure = (changed: object) =>
  ask('PUT', '/api/v1/health-settings', {
    ...{ ...defaultHealthSettings, pricePerCubicMetre: 2, messageLanguage: 'fr', serviceUrl: 'https://water.example' },
    ...{ ...changed, reason: 'agreed with the council' },
  })
const report = async (meter: string, litresOf: (day: number, hour: number) => number, days = 32) => {
  const registers = [1000]
  for (let each = yesterday - days; each <= yesterday; each += 1)
    for (let hour = 0; hour < calendar.slotsOf(each); hour += 1) registers.push(registers.at(-1)! + litresOf(each, hour))
  await running.report('north', meter, new Date(calendar.startOf(yesterday - days)).toISOString(), registers)
}
/** Policies at work at an instant, until something is so. */
const reacting = async (now: number, isSo: () => Promise<boolean>) => {
  const policies = runPolicies(running, [assessMeters(100), tellOfLeaks(running.pool, 100)], { now: () => now })
  await waitFor(isSo)
  await policies.stop()
  expect(policies.deadLetters).toEqual([])
  await waitForViews(running.pool, await running.log.head(), 30_000)
}
const list = async (filter = ''): Promise<MeterHealthRow[]> => (await ask('GET', `${path}/list?${filter}`)).rows
const letters = async (recipient = '%') =>
  (
    await running.pool.query('select recipient, subject, body, channel from platform.outbox where recipient like $1 order by 1', [
      recipient,
    ])
  ).rows
const agree = async () => expect(await verifyViews({ pool: running.pool, log: running.log })).toEqual([])

// requirement of Meter health and customer care: Findings are ranked by money, filtered by finding | /readMeter/health | GET /prod-api/business/meterHealth/list
// requirement of Meter health and customer care: Limits, price and messages of a tenant, each change with its reason | /readMeter/health | PUT /api/v1/health-settings
test('meters with findings are listed by their cost, found by finding and number, and neither a calm meter nor one of a customer who uses water at night is among them', async () => {
  const rows = await list()
  // A leak of 10 L/h is 87.6 m3 a year; a stopped meter loses its 200 litres a day.
  expect(rows.map(({ meterNo }) => meterNo).toSorted()).toEqual(['ancient', 'first', 'gone', 'leaky', 'shy', 'sold', 'still'])
  expect(rows.at(-1)).toMatchObject({
    meterNo: 'still',
    findings: 'stopped',
    yearlyLitres: 73_000,
    yearlyCostMinor: 14_600,
    accountNo: null,
  })
  expect(await list('meterNo=leak')).toMatchObject([
    { findings: 'leak', yearlyLitres: 87_600, yearlyCostMinor: 17_520, leakLitresPerHour: 10, accountNo: 'A-LEAKY', toldAt: null, day },
  ])
  expect((await list('finding=stopped')).map(({ meterNo }) => meterNo)).toEqual(['still'])
  expect((await running.ask('south', { url: `${path}/list` })).json().rows).toEqual([])
  await agree()
})

// requirement of Meter health and customer care: Per meter: reporting rate, days silent, battery forecast, stopped, reverse flow, sizing, under-registration, continuous flow | /readMeter/health | GET /prod-api/business/meterHealth/:meterNo
test('one meter has every figure, also without a finding, and what is not known is unknown', async () => {
  const { data } = await ask('GET', `${path}/calm`)
  expect(data).toMatchObject({
    day,
    findings: [],
    figures: { reportingRate: 1, usualDailyLitres: 200, batteryMillivolt: null, leakSince: null },
  })
  const leaky = (await ask('GET', `${path}/leaky`)).data
  expect(leaky.figures).toMatchObject({ leakLitresPerHour: 10, leakSince: dateOfDay(leakFrom) })
  expect(leaky.history).toMatchObject([{ step: 'leaking' }])
})

test('a leak began on the first of the sixty days that are read: it is followed to the last hour without flow, or to the first reading as the latest day', async () => {
  const old = (await ask('GET', `${path}/ancient`)).data
  expect(old.figures).toMatchObject({ leakSince: dateOfDay(yesterday - 100), leakLitres: expect.closeTo(10 * 24 * 101, -2) })
  expect(old.figures.isLeakSinceLeast).toBeUndefined()
  expect(await list('meterNo=ancient')).toMatchObject([{ leakSince: dateOfDay(yesterday - 100), isLeakSinceLeast: false }])
  const first = (await ask('GET', `${path}/first`)).data
  expect(first.figures).toMatchObject({ leakSince: dateOfDay(yesterday - 32), isLeakSinceLeast: true })
  expect(first.history).toMatchObject([{ step: 'leakingAtLeast', facts: { since: dateOfDay(yesterday - 32) } }])
  expect(await list('meterNo=first')).toMatchObject([{ leakSince: dateOfDay(yesterday - 32), isLeakSinceLeast: true }])
})

// requirement of Meter health and customer care: A customer with a leak gets one message; erased and cancelled holders get none | /readMeter/health | –
test('a customer with a leak gets one message in French, an erased or cancelled holder, and one who stopped the messages, get none', async () => {
  await ask('PUT', '/prod-api/business/customer/A-shy/leakNotices/stop', { reason: 'asked at the counter' })
  const persons = (await ask('GET', '/api/v1/persons?search=Owner%20gone')).rows
  await ask('POST', `/api/v1/persons/${persons[0].personId}/erasure`, { reason: 'asked for it' })
  await ask('PUT', '/prod-api/business/customer/A-sold/cancel', { closingRegisterCubicMetres: 9, reason: 'moved away' })
  expect(await letters()).toEqual([])
  await configure({ tellsCustomers: true })
  await reacting(Date.now(), async () => (await letters()).length > 0)
  const [letter, ...others] = await letters()
  expect(others).toEqual([])
  expect(letter).toMatchObject({ recipient: 'leaky@example.org', channel: 'email' })
  expect(letter.subject).toContain('fuite possible')
  expect(letter.body).toContain('au moins 10 litres par heure')
  expect((await list('meterNo=leaky'))[0]!.toldAt).not.toBeNull()
  const { rows } = (await ask('GET', '/prod-api/business/customer/A-leaky/history')).data
  expect(rows[0]).toMatchObject({ step: 'leakNoticeSent', facts: { meterNo: 'leaky' } })
  await agree()
})

// requirement of Meter health and customer care: A leak that goes on is not announced again | /readMeter/health | –
test('a leak that goes on gets no second message', async () => {
  const before = await running.log.head()
  const isOver = Date.now() + 1_000
  await reacting(Date.now() + 40 * 24 * hourMilliseconds, async () => Date.now() > isOver)
  expect(await letters()).toHaveLength(1)
  expect(await running.log.readAll(before, { types: ['customers.LeakNoticeSent'] })).toEqual([])
})

// requirement of Meter health and customer care: The holder stops the messages by the link of a message | /readMeter/health | POST /api/v1/leak-notices/stop
test('the link of the message stops the messages for its holder, and a changed link is refused', async () => {
  const link = /link=(\S+)/.exec((await letters())[0]!.body)![1]!
  const stop = (given: string) => running.api.inject({ method: 'POST', url: '/api/v1/leak-notices/stop', payload: { link: given } })
  expect((await stop(`${link.slice(0, -3)}aaa`)).statusCode).toBe(403)
  expect((await stop(link)).json()).toEqual({ stopped: true })
  await waitForViews(running.pool, await running.log.head(), 30_000)
  expect((await ask('GET', `${path}/leaky`)).data.isNoticeStopped).toBe(true)
  const byHand = await running.ask('north', { method: 'PUT', url: `${path}/tell/leaky`, payload: {} })
  expect(byHand.json()).toMatchObject({ reason: 'leak-notices-stopped' })
})

// requirement of Meter health and customer care: The clerk sees who was notified, and notifies by hand | /readMeter/health | PUT /prod-api/business/meterHealth/tell/:meterNo
test('a clerk sends a message by hand, and is refused without a leak or a customer to reach', async () => {
  await ask('PUT', '/prod-api/business/customer/A-shy/leakNotices/allow', { reason: 'asked for it' })
  await ask('PUT', `${path}/tell/shy`, {})
  await reacting(Date.now(), async () => (await letters('shy%')).length > 0)
  const refused = async (meter: string) =>
    (await running.ask('north', { method: 'PUT', url: `${path}/tell/${meter}`, payload: {} })).json().reason
  expect(await refused('calm')).toBe('no-leak-found')
  expect(await refused('gone')).toBe('holder-unreachable')
  expect(await refused('sold')).toBe('holder-unreachable')
  const asAnalyst = { authorization: `Bearer ${running.tokenOf('north', 'analyst')}` }
  const forbidden = await running.ask('north', { method: 'PUT', url: `${path}/tell/shy`, payload: {}, headers: asAnalyst })
  expect(forbidden.json()).toMatchObject({ code: 403 })
  await agree()
})
