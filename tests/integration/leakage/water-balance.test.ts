import { utils, write } from '@e965/xlsx'
import type { InfrastructureRow } from '@nightflow/schemas/leakage/infrastructure'
import type { NightStatistics } from '@nightflow/schemas/leakage/night-statistics'
import type { PartitionChangeRow } from '@nightflow/schemas/leakage/partition-changes'
import type { WaterBalance, WaterBalanceRow } from '@nightflow/schemas/leakage/water-balance'
import { readPdfText } from '@nightflow/worker/pdf/read-pdf-text'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

/*
 * `town` has an inlet of 1000 l/h and ten customers of 60 l/h, one of which (a bakery) uses 150 l/h more: 750 l/h in all, and 250 l/h are lost. The meters
 * report all of March 2026. `hill`, below it, has its own inlet and no customers.
 */
let running: RunningApi
const month = '2026-03'
const days = 31
const ask = async <Answer>(url: string): Promise<Answer> => (await running.ask('south', { url: `/api/v1${url}` })).json()
const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const answer = await running.ask('south', { method, url: `/api/v1${url}`, ...(payload && { payload }) })
  return { status: answer.statusCode, ...answer.json() }
}
const homes = Array.from({ length: 9 }, (_, home) => `home-${home}`)
const report = (meter: string, litresPerHour: number) =>
  running.report(
    'south',
    meter,
    '2026-03-01T00:00:00Z',
    Array.from({ length: days * 24 + 1 }, (_, hour) => hour * litresPerHour),
  )
const balanceOf = (rest = '') => ask<WaterBalance>(`/partitions/town/water-balance?month=${month}${rest}`)

beforeAll(async () => {
  running = await startApi('water_balance')
  await running.pool.query(`update platform.tenants set time_zone = 'UTC' where code = 'south'`)
  const meters = ['inlet', 'hill-inlet', 'bakery', ...homes].map((number) => ({ number }))
  expect((await send('POST', '/meters', { meters })).status).toBe(200)
  await send('POST', '/partitions', { partitionId: 'town', name: 'Town' })
  await send('POST', '/partitions/town/summary-meters', { number: 'inlet' })
  await send('POST', '/partitions/town/sub-meters', { numbers: ['bakery', ...homes] })
  await send('POST', '/partitions', { partitionId: 'hill', name: 'Hill', parentId: 'town' })
  await report('inlet', 1000)
  await report('bakery', 210)
  for (const home of homes) await report(home, 60)
})
afterAll(() => running?.stop())

describe('the water balance of a partition and month', () => {
  // requirement of Reports: The IWA water balance of a partition and month has bounds, and states what it assumes | /water/waterBalance | GET /api/v1/partitions/:id/water-balance
  test('splits the supply into use, apparent and real losses, with bounds', async () => {
    const balance = await balanceOf()
    expect(balance).toMatchObject({ days, daysKnown: days, completeness: 1 })
    const { systemInput, authorised, losses, apparentLosses, realLosses } = balance.volumes
    expect([systemInput.value, authorised.value, losses.value]).toEqual([744_000, 558_000, 186_000])
    expect(apparentLosses.value! + realLosses.value!).toBe(186_000)
    expect(realLosses.bound!).toBeGreaterThan(0)
    expect(balance.indicators.ili.value).toBeNull()
  })

  test('has the night use of its customers as they were measured, and names the exceptional ones', async () => {
    const { night } = await balanceOf()
    expect(night).toMatchObject({ nights: days, minimum: 1000, measuredUse: 750, reportingShare: 1, net: 250, nightDayFactor: 24 })
    expect(night.leakageLitresPerDay.value).toBe(6_000)
    expect(night.exceptionalNight).toBe('2026-03-31')
    expect(night.exceptionalUsers[0]).toEqual({ number: 'bakery', litresPerHour: 210 })
  })

  test('a month without data is unknown, and an unknown partition is not found', async () => {
    const empty = await ask<WaterBalance>('/partitions/town/water-balance?month=2026-01')
    expect(empty).toMatchObject({ daysKnown: 0, volumes: { realLosses: { value: null, bound: null } }, sheets: [] })
    expect(await ask('/partitions/nowhere/water-balance?month=2026-01')).toMatchObject({ status: 404 })
  })
})

describe('the leakage report of a partition and month', () => {
  const reportOf = async (query: string) => running.ask('south', { url: `/prod-api/business/leakageReport/${query}` })
  const titles = { en: 'Monthly leakage report', 'zh-CN': '月度漏损报告', fr: 'Rapport mensuel de fuites', id: 'Laporan kebocoran bulanan' }

  // requirement of Reports: The leakage of a metering point and month as PDF with map, balance and signatures, in four languages | /water/waterBalance | GET /prod-api/business/leakageReport/:partitionId
  test('says on paper what the figures and the balance say, in four languages', async () => {
    const { volumes, assumptions } = await balanceOf()
    const cubicMetres = (litres: number): string => (litres / 1000).toFixed(1)
    for (const [language, title] of Object.entries(titles)) {
      const pages = await readPdfText((await reportOf(`town?month=${month}&language=${language}`)).rawPayload)
      expect(pages.length).toBeLessThanOrEqual(4)
      const text = pages.join(' ')
      expect(text).toContain(title)
      expect(text, 'no text is missing, and no value in one').not.toMatch(/waterBalance\.|column\.|\{\{/)
      if (language !== 'en') continue
      const row = (name: string, litres: number) => expect(text).toContain(`${name} ${cubicMetres(litres)}`)
      row('Supply', 744_000)
      row('Consumption', 558_000)
      row('Leakage', 186_000)
      expect(text).toContain('Leakage rate 25.0 %')
      expect(text).toContain('Night minimum 1.00 m³/h')
      expect(text).toContain('Completeness 100.0 %')
      row('System input volume', volumes.systemInput.value!)
      row('Real losses', volumes.realLosses.value!)
      expect(text).toContain(`± ${cubicMetres(volumes.realLosses.bound!)}`)
      expect(text.match(/is assumed to be|are assumed to/g)?.length).toBe(
        assumptions.filter(({ code }) => /accuracy|share|under|data-errors|exponent|night-day/.test(code)).length,
      )
    }
  })

  test('is of a partition that is there, and of a month', async () => {
    expect((await reportOf(`nowhere?month=${month}`)).json()).toMatchObject({ reason: 'not-found' })
    expect((await reportOf('town?month=2026-13')).json()).toMatchObject({ reason: 'request-invalid' })
    const empty = await readPdfText((await reportOf('town?month=2026-01&language=en')).rawPayload)
    expect(empty.join(' ')).toContain('Supply – – –')
  })
})

describe('infrastructure of a partition', () => {
  const pipes = { mainsMetres: 4_000, serviceConnections: 120, meanServiceMetres: 10, pressureMetres: 45, householdShare: 0.7 }

  // requirement of Devices: Pipes, pressure and assumptions of a partition have days, a form, a spreadsheet and a history | /water/leakage | PUT /api/v1/partitions/:id/infrastructure
  test('is stated from a day on, gives an index of leakage, and is in the history of the partition', async () => {
    expect((await send('PUT', '/partitions/town/infrastructure', { from: '2026-01-01', ...pipes })).status).toBe(200)
    expect((await send('PUT', '/partitions/town/infrastructure', { from: '2026-06-01', ...pipes, mainsMetres: 9_000 })).status).toBe(200)
    const { rows } = await ask<{ rows: InfrastructureRow[] }>('/partitions/town/infrastructure')
    expect(rows.map(({ from, mainsMetres }) => [from, mainsMetres])).toEqual([
      ['2026-06-01', 9_000],
      ['2026-01-01', 4_000],
    ])
    const balance = await balanceOf('&targetPressureMetres=40')
    // (18 x 4 + 0.8 x 120 + 25 x 1.2) x 45
    expect(balance.indicators.uarlLitresPerDay).toBeCloseTo(8_910, 6)
    expect(balance.indicators.ili.value).toBeCloseTo(balance.indicators.carlLitresPerDay.value! / 8_910, 6)
    expect(balance.infrastructure).toMatchObject({ from: '2026-01-01', mainsMetres: 4_000 })
    expect(balance.pressure.savedLitresPerDay).toBeCloseTo(balance.indicators.carlLitresPerDay.value! / 9, 6)
    const changes = await ask<{ rows: PartitionChangeRow[] }>('/partitions/town/changes')
    expect(changes.rows.filter(({ type, field }) => type === 'leakage.InfrastructureSet' && field === 'mainsMetres')).toHaveLength(2)
  })

  test('comes by a spreadsheet, whose rows are checked one by one', async () => {
    const sheet = utils.aoa_to_sheet([
      ['partitionId', 'from', 'mainsMetres', 'serviceConnections', 'systemKind'],
      ['hill', '2026-02-01', 1_500, 40, 'intermittent'],
      ['nowhere', '2026-02-01', 10, 1, ''],
    ])
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'Pipes')
    const file = multipartOf('file', write(book, { type: 'buffer', bookType: 'xlsx' }), {
      ...{ fileName: 'pipes.xlsx', mediaType: 'application/octet-stream', fields: { mode: 'good' } },
    })
    const { payload, headers } = file
    const url = '/prod-api/business/partitionInfrastructure/importData'
    const answer = (await running.ask('south', { method: 'POST', url, payload, headers })).json()
    expect(answer.data, JSON.stringify(answer)).toMatchObject({
      total: 2,
      good: 1,
      imported: 1,
      problems: [{ row: 3, column: 'partitionId' }],
    })
    const { rows } = await ask<{ rows: InfrastructureRow[] }>('/partitions/hill/infrastructure')
    expect(rows).toMatchObject([{ from: '2026-02-01', mainsMetres: 1_500, serviceConnections: 40, systemKind: 'intermittent' }])
  })

  test('is taken back by its day', async () => {
    expect((await send('DELETE', '/partitions/town/infrastructure?from=2026-06-01')).status).toBe(200)
    const { rows } = await ask<{ rows: InfrastructureRow[] }>('/partitions/town/infrastructure')
    expect(rows).toHaveLength(1)
    expect((await send('PUT', '/partitions/nowhere/infrastructure', { from: '2026-01-01' })).status).toBe(404)
  })
})

describe('water balances of all partitions', () => {
  // requirement of Reports: Water balances of all partitions in a month are a list with an export | /water/waterBalance | GET /api/v1/leakage/water-balances
  test('have the figures of each', async () => {
    const { rows, total } = await ask<{ rows: WaterBalanceRow[]; total: number }>(`/leakage/water-balances?month=${month}`)
    expect(total).toBe(2)
    const [town, hill] = rows
    const balance = await balanceOf()
    expect(town).toMatchObject({
      partitionId: 'town',
      systemInputLitres: 744_000,
      realLossesLitres: balance.volumes.realLosses.value,
      ili: balance.indicators.ili.value,
    })
    expect(hill).toMatchObject({ partitionId: 'hill', daysKnown: 0, realLossesLitres: null, iliClass: null })
  })
})

describe('reports of cascades', () => {
  const list = async (path: string) => (await running.ask('south', { url: `/prod-api/business/${path}` })).json()
  const march = 'beginTime=2026-03-01&endTime=2026-03-31'
  const raise = (id: number, event: string, subject: string, measured: [number, number, string]) =>
    running.pool.query(
      `insert into views.alarms (tenant, event_type, subject, occurrence, alarm_id, status, occurred_at, raised_at, value, threshold, unit, causes)
       values ('south', $2, $3, 1, $1, '0', '2026-03-20T06:00:00Z', '2026-03-20T06:00:00Z', $4, $5, $6, '[]')`,
      [id, event, subject, ...measured],
    )

  // requirement of Cascade partitions: Cascade alarm analysis: type, measuring point, content, value, trend, time and status, by partition or metering point | /water/cascadeAlarms | GET /prod-api/business/cascadeAlarm/analysis/list
  test('cascade alarm analysis has type, measuring point, content, value, trend, time and status in the partition mode and the metering-point mode', async () => {
    await raise(7001, 'partition-leakage', 'town', [0.25, 0.2, ''])
    await raise(7002, 'partition-night-flow', 'town', [1000, 800, 'l/h'])
    await raise(7003, 'partition-kl', 'hill', [0.9, 0.5, ''])
    const { rows, total } = await list(`cascadeAlarm/analysis/list?${march}&alarmStatus=0`)
    expect([total, rows]).toMatchObject([
      3,
      [
        { alarmKind: 'night-flow', pointName: 'Hill', rootName: 'Town', content: 'kl-ratio' },
        { alarmKind: 'night-flow', pointName: 'Town', content: 'night-minimum', value: 1, threshold: 0.8, unit: 'm3/h', trend: 'steady' },
        {
          alarmKind: 'leakage',
          content: 'leakage-rate',
          value: 25,
          threshold: 20,
          unit: '%',
          alarmStatus: '0',
          alarmTime: '2026-03-20T06:00:00.000Z',
        },
      ],
    ])
    expect((await list(`cascadeAlarm/analysis/list?${march}&mode=point`)).rows).toMatchObject([
      { alarmKind: 'night-flow', pointName: 'Hill', rootName: 'Town', content: 'kl-ratio', value: 0.9, unit: 'ratio', trend: null },
    ])
    expect((await list(`cascadeAlarm/analysis/list?${march}&alarmKind=leakage&alarmStatus=2`)).total).toBe(0)
    const { points } = (await list(`cascadeAlarm/analysis/chart?${march}`)).data
    expect([points.length, points[19]]).toEqual([31, { at: '2026-03-20', values: [1, 2] }])
    expect((await running.ask('north', { url: `/prod-api/business/cascadeAlarm/analysis/list?${march}` })).json().total).toBe(0)
  })

  // requirement of Cascade partitions: Leakage statistics of partitions and metering points beside their alarms | /water/cascadeStatistics | GET /prod-api/business/cascadeAlarm/statistics/list
  test('leakage statistics have leakage, night flow and numbers of alarms of each partition', async () => {
    expect((await list(`cascadeAlarm/statistics/list?${march}`)).rows).toMatchObject([
      {
        ...{ pointName: 'Town', leakageAlarms: 1, nightFlowAlarms: 2, openAlarms: 3, daysKnown: 31 },
        ...{ supplyLitres: 744_000, leakageLitres: 186_000, leakageRate: 0.25, nightMinimumLitresPerHour: 1000 },
      },
    ])
    expect((await list(`cascadeAlarm/statistics/list?${march}&mode=point`)).rows).toMatchObject([
      { pointName: 'Hill', nightFlowAlarms: 1, daysKnown: 0, supplyLitres: null, leakageRate: null },
    ])
  })

  // requirement of Cascade partitions: Production-sales difference of metering points by billing period, with completeness | /water/salesDifference | GET /prod-api/business/salesDifference/list
  test('production without a bill has no difference, and says how complete it is', async () => {
    const answer = await list(`salesDifference/list?beginTime=2026-02-01&endTime=2026-03-31&partitionId=town`)
    expect(answer, JSON.stringify(answer)).toMatchObject({ code: 200 })
    const { rows, total } = answer
    expect([total, rows]).toMatchObject([
      2,
      [
        {
          billingPeriod: '2026-03',
          producedLitres: 744_000,
          soldLitres: null,
          differenceLitres: null,
          meters: 10,
          metersBilled: 0,
          completenessShare: 0,
        },
        { billingPeriod: '2026-02', producedLitres: null, daysKnown: 0, days: 28 },
      ],
    ])
    expect((await list(`salesDifference/list?${march}&partitionId=town&cycle=3`)).rows).toMatchObject([
      {
        billingPeriod: '2026-01 – 2026-03',
        periodFrom: '2026-01-01',
        periodTo: '2026-03-31',
        days: 90,
        daysKnown: 31,
        producedLitres: null,
      },
    ])
  })

  // requirement of Cascade partitions: The IWA balance table as xlsx, CSV, Arrow and PDF | /water/balanceTable | POST /prod-api/business/balanceTable/export
  test('the balance table has every volume with its bound, and is a PDF', async () => {
    const { rows, total } = await list(`balanceTable/list?${march}&partitionId=town`)
    expect(total).toBe(16)
    expect(rows[0]).toMatchObject({ volume: 'systemInput', month, volumeLitres: 744_000, inputShare: 1, daysKnown: 31 })
    const payload = { format: 'pdf', beginTime: '2026-03-01', endTime: '2026-03-31' }
    const paper = await running.ask('south', { method: 'POST', url: '/prod-api/business/balanceTable/export', payload })
    expect(paper.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

describe('night flow analysis', () => {
  // requirement of Cascade partitions: Night flow analysis and statistics: distribution, weekday, season, before and after an event, and the economic interval of surveys | /water/nightFlow | GET /api/v1/partitions/:id/night-statistics
  test('has the distribution of the nights, by weekday and season, before and after a day', async () => {
    const { all, classes, weekdays, seasons, change, temperature, intervention } = await ask<NightStatistics>(
      '/partitions/town/night-statistics?from=2026-03-01&to=2026-03-31&event=2026-03-16',
    )
    expect(all).toEqual({ nights: days, lowest: 1000, p20: 1000, median: 1000, p80: 1000, highest: 1000 })
    expect([classes.reduce((sum, { nights }) => sum + nights, 0), weekdays.length, seasons]).toMatchObject([
      days,
      7,
      [{ season: 'mar-may', nights: days }],
    ])
    expect(change).toMatchObject({ before: { nights: 15 }, after: { nights: 16 }, shift: 0, low: 0, high: 0 })
    expect([temperature, intervention]).toMatchObject([null, { riseLitresPerDayYear: 0, intervalMonths: null }])
    const net = await ask<NightStatistics>('/partitions/town/night-statistics?from=2026-03-01&to=2026-03-31&measure=net')
    expect(net).toMatchObject({ all: { median: 250 }, change: null })
    expect(await ask('/partitions/nowhere/night-statistics?from=2026-03-01&to=2026-03-31')).toMatchObject({ status: 404 })
    expect(await ask('/partitions/town/night-statistics?from=2020-01-01&to=2026-03-31')).toMatchObject({ code: 'range-too-long' })
  })
})
