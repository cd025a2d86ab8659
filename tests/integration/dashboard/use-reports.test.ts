import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

const path = '/prod-api/business/useReport'
const rome = calendarOf('Europe/Rome')
const today = rome.dayOf(Date.now())
const dayBefore = (days: number): string => dateOfDay(today - days)
const midnight = (days: number): string => new Date(rome.startOf(today - days)).toISOString()

type Row = Record<string, never>
type Answer = { code: number; reason?: string; rows: Row[]; total: number; data: { rates: { days: number; share: number }[] } }
let running: RunningApi
let street: number
const get = async (query: string, tenant = 'north'): Promise<Answer> => (await running.ask(tenant, { url: `${path}/${query}` })).json()
const post = async (url: string, payload: object): Promise<{ code: number; data: { meterGroupId: number } }> =>
  (await running.ask('north', { method: 'POST', url, payload })).json()
const rowOf = (rows: readonly Row[], field: string, value: unknown) => rows.find((row) => row[field] === value)

/** Whole days of one meter up to yesterday, each with one rate: so many litres an hour. */
const report = (meter: string, litresPerHour: readonly number[]) => {
  const registers = [1000]
  litresPerHour.forEach((litres, index) => {
    for (let hour = 0; hour < rome.slotsOf(today - litresPerHour.length + index); hour++) registers.push(registers.at(-1)! + litres)
  })
  return running.report('north', meter, midnight(litresPerHour.length), registers)
}
const hours = (daysAgo: number): number => rome.slotsOf(today - daysAgo)

beforeAll(async () => {
  running = await startApi('use_reports')
  const installedAt = midnight(4)
  await post('/api/v1/meters', { meters: ['main', 'h1', 'h2', 'h3'].map((number) => ({ number, name: `House ${number}`, installedAt })) })
  await post('/api/v1/partitions', { partitionId: 'hill', name: 'Hill', minimumCoverage: 0.5 })
  await post('/api/v1/partitions/hill/summary-meters', { number: 'main' })
  street = (await post('/prod-api/business/meterGroup', { meterGroupName: 'Mill Lane' })).data.meterGroupId
  await post('/prod-api/business/meterGroup', { meterGroupName: 'Empty Street' })
  await post('/prod-api/business/meter/group', { number: 'h1,h2', meterGroupId: street, reason: 'route' })
  await report('main', [100, 100, 100])
  await report('h1', [10, 20, 30])
  await report('h2', [5, 5])
  await waitForViews(running.pool, await running.log.head(), 60_000)
})
afterAll(() => running.stop())

// requirement of Reports: Interval statistics of each meter, with paging | /report/interval | GET /prod-api/business/useReport/interval/list
test('interval statistics say what each meter counted, its largest day and its reading rate, page by page', async () => {
  const { rows, total } = await get(`interval/list?beginTime=${dayBefore(3)}&endTime=${dayBefore(1)}`)
  expect(total).toBe(4)
  const used = 10 * hours(3) + 20 * hours(2) + 30 * hours(1)
  expect(rowOf(rows, 'meterNo', 'h1')).toMatchObject({
    ...{ meterName: 'House h1', meterGroupName: 'Mill Lane', usedLitres: used, meanDailyLitres: used / 3 },
    ...{ maximumDailyLitres: 30 * hours(1), daysKnown: 3, readingRate: 1 },
  })
  expect(rowOf(rows, 'meterNo', 'h2')).toMatchObject({ daysKnown: 2, readingRate: 2 / 3 })
  expect(rowOf(rows, 'meterNo', 'h3')).toMatchObject({ usedLitres: null, daysKnown: 0, readingRate: 0 })
  const page = await get(`interval/list?pageSize=2&pageNum=2&orderByColumn=meterNo&isAsc=desc`)
  expect(page.rows.map(({ meterNo }) => meterNo)).toEqual(['h2', 'h1'])
})

// requirement of Reports: Interval statistics sorted by use | /report/interval | GET /prod-api/business/useReport/interval/list
test('interval statistics are sorted by what the meters counted, from either end, and meters without use come last', async () => {
  const numbersBy = async (query: string) =>
    (await get(`interval/list?beginTime=${dayBefore(3)}&endTime=${dayBefore(1)}&${query}`)).rows.map(({ meterNo }) => meterNo)
  expect(await numbersBy('orderByColumn=usedLitres&isAsc=desc')).toEqual(['main', 'h1', 'h2', 'h3'])
  expect(await numbersBy('orderByColumn=usedLitres&isAsc=asc')).toEqual(['h2', 'h1', 'main', 'h3'])
  expect(await numbersBy('orderByColumn=usedLitres&isAsc=desc&pageSize=2&from=end')).toEqual(['h2', 'h3'])
  expect(await numbersBy('orderByColumn=daysKnown&isAsc=desc&meterNo=h')).toEqual(['h1', 'h2', 'h3'])
  const byRate = await get(
    `interval/list?beginTime=${dayBefore(3)}&endTime=${dayBefore(1)}&orderByColumn=readingRate&isAsc=asc&meterGroup=${street}`,
  )
  const byNumber = await get(`interval/list?beginTime=${dayBefore(3)}&endTime=${dayBefore(1)}&meterGroup=${street}`)
  expect(byRate.rows).toEqual(byNumber.rows.toReversed())
  expect(byRate.total).toBe(2)
})

test('sorted by use, the meters of a group alone are counted, with the same figures as by number', async () => {
  const query = `interval/list?meterGroup=${street}&beginTime=${dayBefore(3)}`
  const byUse = await get(`${query}&orderByColumn=usedLitres&isAsc=asc`)
  expect(byUse.rows.map(({ meterNo }) => meterNo)).toEqual(['h2', 'h1'])
  expect(byUse.rows.toReversed()).toEqual((await get(query)).rows)
  expect(byUse.total).toBe(2)
})

// requirement of Reports: Interval statistics by number and group | /report/interval | GET /prod-api/business/useReport/interval/list
test('interval statistics are narrowed by number and group', async () => {
  expect((await get('interval/list?meterNo=H2')).rows.map(({ meterNo }) => meterNo)).toEqual(['h2'])
  expect((await get(`interval/list?meterGroup=${street}`)).rows.map(({ meterNo }) => meterNo)).toEqual(['h1', 'h2'])
})

// requirement of Reports: Daily water use | /report/daily | GET /prod-api/business/useReport/daily/list
test('daily water use is that of customers, without the summary meters that pass it on', async () => {
  const { rows } = await get('daily/list')
  expect(rows).toHaveLength(20)
  expect(rows[0]).toMatchObject({
    ...{ day: dayBefore(1), usedLitres: 35 * hours(1), meanMeterLitres: 17.5 * hours(1) },
    ...{ metersKnown: 2, meters: 3, readingRate: 2 / 3 },
  })
  const largest = await get('daily/list?orderByColumn=usedLitres&isAsc=desc')
  expect(largest.rows.map(({ day }) => day).slice(0, 3)).toEqual([dayBefore(1), dayBefore(2), dayBefore(3)])
  const ofGroup = await get(`daily/list?meterGroup=${street}&beginTime=${dayBefore(3)}`)
  expect(ofGroup.rows.map(({ usedLitres, meters }) => [usedLitres, meters])).toEqual([
    [35 * hours(1), 2],
    [25 * hours(2), 2],
    [10 * hours(3), 2],
  ])
})

// requirement of Reports: Sub-group statistics over metered use | /report/group | GET /prod-api/business/useReport/group/list
test('group statistics sum up metered use by group, the largest first', async () => {
  const { rows } = await get(`group/list?beginTime=${dayBefore(3)}`)
  const used = 10 * hours(3) + 25 * hours(2) + 35 * hours(1)
  expect(rows).toEqual([
    {
      ...{ meterGroupId: street, meterGroupName: 'Mill Lane', meters: 2, usedLitres: used, meanDailyLitres: used / 5 },
      ...{ daysStated: 0, useShare: 1, readingRate: 5 / 6 },
    },
    expect.objectContaining({ meterGroupName: 'Empty Street', meters: 0, usedLitres: null, useShare: null, readingRate: null }),
  ])
})

// requirement of Reports: Sub-group statistics follow a meter that changes its group | /report/group | GET /prod-api/business/useReport/group/list
test('a meter that changes its group takes its days along, and summary meters are left out of groups', async () => {
  const { meterGroupId: hill } = (await post('/prod-api/business/meterGroup', { meterGroupName: 'Hill' })).data
  await post('/prod-api/business/meter/group', { number: 'h2,main', meterGroupId: hill, reason: 'route' })
  await waitForViews(running.pool, await running.log.head(), 60_000)
  const { rows } = await get(`group/list?beginTime=${dayBefore(3)}`)
  const ofHill = 5 * (hours(2) + hours(1))
  expect(rowOf(rows, 'meterGroupName', 'Hill')).toMatchObject({
    meters: 1,
    usedLitres: ofHill,
    meanDailyLitres: ofHill / 2,
    readingRate: 2 / 3,
  })
  expect(rowOf(rows, 'meterGroupName', 'Mill Lane')).toMatchObject({ meters: 1, usedLitres: 10 * hours(3) + 20 * hours(2) + 30 * hours(1) })
  const ofDays = await get(`daily/list?meterGroup=${hill}&beginTime=${dayBefore(3)}`)
  expect(ofDays.rows.map(({ usedLitres, metersKnown }) => [usedLitres, metersKnown])).toEqual([
    [5 * hours(1), 1],
    [5 * hours(2), 1],
    [null, 0],
  ])
  await post('/prod-api/business/meter/group', { number: 'h2', meterGroupId: street, reason: 'route' })
  await waitForViews(running.pool, await running.log.head(), 60_000)
  const after = (await get(`group/list?beginTime=${dayBefore(3)}`)).rows
  expect(rowOf(after, 'meterGroupName', 'Hill')).toMatchObject({ meters: 0, usedLitres: null, readingRate: null })
})

// requirement of Reports: Reading rate over the last 30 and 180 days | /report/daily | GET /prod-api/business/useReport/readingRates
test('reading rates are those of the last 30 and 180 days', async () => {
  const { rates } = (await get('readingRates')).data
  expect(rates.map(({ days }) => days)).toEqual([30, 180])
  expect(rates[0]!.share).toBeCloseTo(5 / 9, 5)
})

test('the rate of 30 days was 100 % when each day was less: a history older than its registrations has all meters in service', async () => {
  const numbers = ['s1', 's2', 's3']
  await running.ask('south', {
    method: 'POST',
    url: '/api/v1/meters',
    payload: { meters: numbers.map((number) => ({ number, timeZone: 'Europe/Rome' })) },
  })
  for (const meter of ['s1', 's2'])
    await running.report(
      'south',
      meter,
      midnight(5),
      Array.from({ length: 5 * 24 + 2 }, (_, hour) => hour),
    )
  await running.report('south', 's3', midnight(4), [1, 2, 3])
  await waitForViews(running.pool, await running.log.head(), 60_000)
  const days = (await get(`daily/list?beginTime=${dayBefore(5)}&endTime=${dayBefore(2)}`, 'south')).rows
  expect(days.map(({ metersKnown, meters, readingRate }) => [metersKnown, meters, readingRate])).toEqual(Array(4).fill([2, 3, 2 / 3]))
  const { rates } = (await get('readingRates', 'south')).data
  expect(rates[0]!.share).toBeLessThanOrEqual(2 / 3)
})

test('a report of more than a year, of reversed days, or of a reader without the right is refused', async () => {
  expect(await get('group/list?beginTime=2020-01-01&endTime=2021-06-01')).toMatchObject({ reason: 'range-too-long' })
  expect(await get(`daily/list?beginTime=${dayBefore(1)}&endTime=${dayBefore(3)}`)).toMatchObject({ reason: 'range-reversed' })
  const headers = { authorization: `Bearer ${running.tokenOf('north', 'agent')}` }
  expect((await running.ask('north', { url: `${path}/interval/list`, headers })).json()).toMatchObject({ reason: 'permission-missing' })
})

test('another tenant’s reports have none of it', async () => {
  const meters = (await get('interval/list', 'south')).rows.map((row) => String(row.meterNo))
  expect(meters.filter((number) => !['s1', 's2', 's3'].includes(number))).toEqual([])
  const groups = (await get('group/list', 'south')).rows.map((row) => row.meterGroupName)
  expect(groups.filter((name) => name !== null)).toEqual([])
})

// requirement of Reports: Interval statistics count the days that were estimated or edited | /report/interval | GET /prod-api/business/useReport/interval/list
test('a day that a clerk edited counts as edited, whatever the statistics are sorted by', async () => {
  const [day, at] = [dayBefore(2), new Date().toISOString()]
  const event = (type: string, data: object) => ({
    ...{ id: crypto.randomUUID(), type, schemaVersion: 1, data: { number: 'h2', day, at, ...data } },
    metadata: { tenant: 'north', actor: 'user:admin' },
  })
  const slots = rome.slotsOf(today - 2)
  const findings = [{ rule: 'spike', value: 120, limit: 100 }]
  const hourLitres = Array.from({ length: slots }, () => 1000)
  await running.log.append(`north/metering-day-h2-${day}`, 'any', [
    event('metering.FindingsRecorded', { findings, measuredLitres: 5 * slots, expectedLitres: 100 }),
    event('metering.ConsumptionEdited', { reason: 'pool', litres: 1000 * slots, hourLitres, beforeLitres: 5 * slots }),
  ])
  await waitForViews(running.pool, await running.log.head(), 60_000)
  const span = `beginTime=${dayBefore(3)}&endTime=${dayBefore(1)}`
  const byUse = (await get(`interval/list?${span}&orderByColumn=usedLitres&isAsc=desc`)).rows
  expect(byUse.map(({ meterNo }) => meterNo)).toEqual(['h2', 'main', 'h1', 'h3'])
  expect(byUse[0]).toMatchObject({ usedLitres: 1000 * slots + 5 * hours(1), maximumDailyLitres: 1000 * slots, daysKnown: 2, daysStated: 1 })
  expect(byUse.slice(1).map(({ daysStated }) => daysStated)).toEqual([0, 0, 0])
  const ofDays = async (filter: string) => (await get(`daily/list?${span}${filter}`)).rows.map(({ metersStated }) => metersStated)
  expect(await ofDays('')).toEqual([0, 1, 0])
  expect(await ofDays(`&meterGroup=${street}`)).toEqual([0, 1, 0])
  expect(rowOf((await get(`group/list?${span}`)).rows, 'meterGroupName', 'Mill Lane')).toMatchObject({ daysStated: 1 })
  const byNumber = (await get(`interval/list?${span}`)).rows
  expect(byUse).toEqual(expect.arrayContaining(byNumber))
})

// requirement of Reports: Reports are exported | /report/interval | POST /prod-api/business/useReport/interval/export
test.each(['interval', 'daily', 'group'])('the report %s is exported as a spreadsheet', async (name) => {
  const answer = await running.ask('north', { method: 'POST', url: `${path}/${name}/export`, payload: {} })
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK')
})
