import { packFrame } from '@nightflow/domain/metering/pack-frame'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { ensurePartitions } from '@nightflow/projections/storage/day-partitions'
import type { ExportJob } from '@nightflow/schemas/shared/export-job'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { byForm } from '../../support/full-form.ts'

const days = 30
const rowCount = byForm({ full: 10_000_000, short: 60_000 })
const meters = Math.ceil(rowCount / days)
const today = calendarOf('Europe/Rome').dayOf(Date.now())
const megabyte = 1024 * 1024
/** The export holds a batch of rows and a part of the file, whatever the number of rows. */
const growthMegabytesMax = 400

let running: RunningApi

/** As the projector makes them before it writes such days. */
const makePartitions = async () => {
  const client = await running.pool.connect()
  await client.query('begin; set local search_path to views')
  await ensurePartitions(
    client,
    'meter_days',
    Array.from({ length: days }, (_, back) => today - 1 - back),
  )
  await client.query('commit')
  client.release()
}

beforeAll(async () => {
  running = await startApi('large_report')
  const at = Date.UTC(2026, 0, 1)
  const readings = packFrame({
    ...{ count: 1, meters: [''], meterIndex: new Uint32Array(1), at: Float64Array.of(at), registerMillilitres: Float64Array.of(5_000_000) },
  })
  await running.pool.query(
    `insert into views.meters (tenant, shard, number, id, time_zone, details, registered_at, resets, absences, service_from, state, state_since, has_valve, search_text)
     select 'north', 0, 'big-' || lpad(n::text, 7, '0'), 9000000 + n, 'Europe/Rome', '{}', now(), '[]', '[]', current_date - 400, 'inService', now(), false, ''
     from generate_series(1, $1::int) n`,
    [meters],
  )
  await makePartitions()
  await running.pool.query(
    `insert into views.meter_days (tenant, meter_id, day, gateway, readings, hours, known_hours, valve, measured_millilitres, day_millilitres, flags)
     select 'north', 9000000 + n, $2::date - back, 'gw-1', $3, ''::bytea, 24, 0, 240000, 240000, '' from generate_series(1, $1::int) n, generate_series(1, ${days}) back`,
    [meters, dateOfDay(today), Buffer.from(readings)],
  )
}, 1_200_000)
afterAll(() => running.stop())

// requirement of Reports: Ten million rows are exported in bounded memory | /report/history | POST /prod-api/business/historyReport/export
test(`${rowCount} rows are exported as CSV in bounded memory`, async () => {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 50)
  const startedAt = performance.now()
  const request = { format: 'csv', beginTime: dateOfDay(today - days), endTime: dateOfDay(today - 1) }
  const path = '/prod-api/business/historyReport/export'
  const { id } = (await running.ask('north', { method: 'POST', url: '/api/v1/exports', payload: { path, request } })).json() as ExportJob
  const job = async (): Promise<ExportJob> => (await running.ask('north', { url: `/api/v1/exports/${id}` })).json()
  await expect.poll(async () => (await job()).status, { timeout: 3_000_000, interval: 500 }).toBe('succeeded')
  const seconds = (performance.now() - startedAt) / 1000
  const { rows, file } = await job()
  expect(rows).toBe(meters * days)
  const address = await running.api.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${running.tokenOf('north')}` }
  const answer = await fetch(`${address}/prod-api/common/download?fileName=${file}`, { headers })
  let lines = 0
  for await (const chunk of answer.body!) for (const byte of chunk) if (byte === 10) lines += 1
  clearInterval(watching)
  expect(lines).toBe(meters * days + 1)
  // A direct download of so many is refused with the way to take instead.
  const direct = await running.ask('north', { method: 'POST', url: path, payload: request })
  expect(direct.headers['content-type']?.includes('json') ? direct.json().reason : undefined).toBe(
    byForm({ full: 'export-in-background', short: undefined }),
  )
  console.info(
    `${rows} rows as CSV in ${seconds.toFixed(1)} s; memory ${(before / megabyte).toFixed(0)} MB before, peak ${(peak / megabyte).toFixed(0)} MB with the download`,
  )
  expect((peak - before) / megabyte).toBeLessThan(growthMegabytesMax)
}, 3_600_000)
