import { read, utils } from '@e965/xlsx'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { reports } from '@nightflow/schemas/reports'
import type { ExportJob } from '@nightflow/schemas/shared/export-job'
import { ReportFormat, reportPointsMax } from '@nightflow/schemas/shared/report'
import { reportNames } from '@nightflow/schemas/shared/report-names'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import { tableFromIPC } from 'apache-arrow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

const rome = calendarOf('Europe/Rome')
const today = rome.dayOf(Date.now())
const dayBefore = (days: number): string => dateOfDay(today - days)
const midnight = (days: number): string => new Date(rome.startOf(today - days)).toISOString()

type Row = Record<string, number | string | null>
type Answer = { code: number; reason?: string; rows: Row[]; total: number; data: { points: { at: string; values: (number | null)[] }[] } }
let running: RunningApi
const get = async (url: string, tenant = 'north'): Promise<Answer> => (await running.ask(tenant, { url })).json()
const post = async (url: string, payload: object) => (await running.ask('north', { method: 'POST', url, payload })).json()

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
  running = await startApi('report_files')
  const installedAt = midnight(4)
  await post('/api/v1/meters', { meters: ['main', 'h1', 'h2'].map((number) => ({ number, name: `House ${number}`, installedAt })) })
  await post('/api/v1/partitions', { partitionId: 'hill', name: 'Hill', minimumCoverage: 0.5 })
  await post('/api/v1/partitions/hill/summary-meters', { number: 'main' })
  await report('main', [100, 100, 100])
  await report('h1', [10, 20, 30])
  await report('h2', [5, 5])
  await waitForViews(running.pool, await running.log.head(), 60_000)
})
afterAll(() => running.stop())

const history = '/prod-api/business/historyReport'

describe('the reading history', () => {
  // requirement of Reports: Reading history of each meter and day | /report/history | GET /prod-api/business/historyReport/list
  test('says what each meter read and used on each day', async () => {
    const { rows, total } = await get(`${history}/list?meterNo=h1&beginTime=${dayBefore(3)}&endTime=${dayBefore(1)}`)
    expect(total).toBe(3)
    const [first, second, third] = [10 * hours(3), 20 * hours(2), 30 * hours(1)]
    expect(rows).toMatchObject([
      { meterNo: 'h1', day: dayBefore(3), usedLitres: first, knownHours: hours(3) },
      { day: dayBefore(2), usedLitres: second },
      { day: dayBefore(1), usedLitres: third },
    ])
    // The last register of the second day is that of its last hour.
    expect(rows[1]!.registerLitres).toBe(1000 + first + second - 20)
    expect(rows[1]!.readings).toBe(hours(2))
  })
  test('its chart has the use of its meters on each day', async () => {
    const { data } = await get(`${history}/chart?meterNo=h2&beginTime=${dayBefore(3)}&endTime=${dayBefore(1)}`)
    expect(data.points).toEqual([
      { at: dayBefore(3), values: [null] },
      { at: dayBefore(2), values: [5 * hours(2)] },
      { at: dayBefore(1), values: [5 * hours(1)] },
    ])
  })
  // requirement of Reports: The data window of the history is 30 days | /report/history | GET /prod-api/business/historyReport/list
  test('has a data window of 30 days, and refuses more', async () => {
    expect((await get(`${history}/list?beginTime=${dayBefore(30)}&endTime=${dayBefore(1)}`)).code).toBe(200)
    expect((await get(`${history}/list?beginTime=${dayBefore(31)}&endTime=${dayBefore(1)}`)).reason).toBe('range-too-long')
  })
})

// requirement of Reports: Reading rate of each day and of 30 and 180 days | /report/readingRate | GET /prod-api/business/useReport/readingRates/list
test('the reading rate of a day is the share of customers’ meters that are known, and that of 30 days counts all of their days', async () => {
  const { rows } = await get('/prod-api/business/useReport/readingRates/list')
  // Two meters of customers: h2 has no reading on the first of three days. Both are in service a day before.
  expect(rows[0]).toMatchObject({ day: dayBefore(1), meters: 2, metersKnown: 2, metersMissing: 0, readingRate: 1 })
  expect(rows[2]).toMatchObject({ day: dayBefore(3), metersKnown: 1, metersMissing: 1, readingRate: 0.5 })
  expect(rows[0]!.reading30Rate).toBeCloseTo(5 / 6)
  expect(rows[0]!.reading180Rate).toBeCloseTo(5 / 6)
})

describe.each(reportNames)('the report %s', (name) => {
  const { path, days, chart, row } = reports[name]
  // requirement of Reports: Each report is a list, a chart and files in four formats | /report/daily | POST /prod-api/business/useReport/daily/export
  test('answers its list and its chart, and refuses a period that is too long', async () => {
    const list = await get(`${path}/list`)
    expect(list.code).toBe(200)
    const { data } = await get(`${path}/chart`)
    expect(data.points.length).toBeLessThanOrEqual(reportPointsMax)
    for (const { values } of data.points) expect(values).toHaveLength(chart.values.length)
    expect((await get(`${path}/list?beginTime=${dayBefore(days.max + 1)}&endTime=${dayBefore(0)}`)).reason).toBe('range-too-long')
    expect((await get(`${path}/list`, 'south')).code).toBe(200)
  })
  test.each(ReportFormat.options)('is exported as %s, with the rows of its list', async (format) => {
    const { total } = await get(`${path}/list`)
    const answer = await running.ask('north', { method: 'POST', url: `${path}/export`, payload: { format } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toContain(`.${format}`)
    const bytes = answer.rawPayload
    if (format === 'xlsx') expect(utils.sheet_to_json(Object.values(read(bytes).Sheets)[0]!)).toHaveLength(total)
    if (format === 'arrow') expect(tableFromIPC(bytes).numRows).toBe(total)
    if (format === 'csv') {
      const lines = bytes.toString().trimEnd().split('\r\n')
      expect(lines[0]).toBe(Object.keys(row.shape).join(','))
      expect(lines).toHaveLength(total + 1)
    }
    if (format === 'pdf') expect((await readPdfText(bytes)).join(' ')).toContain('Page 1')
  })
})

test('the PDF of daily use has the figures in cubic metres, and its title in the language of the reader', async () => {
  const url = `/prod-api/business/useReport/daily/export`
  const payload = { format: 'pdf', beginTime: dayBefore(3), endTime: dayBefore(1) }
  const answer = await running.ask('north', { method: 'POST', url, payload, headers: { language: 'fr' } })
  const text = (await readPdfText(answer.rawPayload)).join(' ')
  expect(text).toContain('Consommation journalière')
  const used = 30 * hours(1) + 5 * hours(1)
  expect(text).toContain((used / 1000).toFixed(3).replace('.', ','))
})

test('a CSV in the background is kept in parts, and downloaded as a whole', async () => {
  const request = { format: 'csv', beginTime: dayBefore(3), endTime: dayBefore(1) }
  const started = await running.ask('north', { method: 'POST', url: '/api/v1/exports', payload: { path: `${history}/export`, request } })
  const { id } = started.json() as ExportJob
  const job = async (): Promise<ExportJob> => (await running.ask('north', { url: `/api/v1/exports/${id}` })).json()
  await expect.poll(async () => (await job()).status, { timeout: 40_000 }).toBe('succeeded')
  const { file, rows } = await job()
  expect(rows).toBe(8)
  const url = `/prod-api/common/download?fileName=${file}`
  const plain = await running.ask('north', { url, headers: { 'accept-encoding': 'identity' } })
  expect(plain.payload.split('\r\n')[1]).toContain(`h1/${dayBefore(3)}`)
  const packed = await running.ask('north', { url, headers: { 'accept-encoding': 'gzip' } })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect((await running.ask('south', { url })).json().code).not.toBe(200)
})
