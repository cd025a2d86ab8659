import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTenant } from '@nightflow/projections/platform/tenants'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { FrameAcknowledged } from '@nightflow/schemas/metering/report-readings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts'
import { runNightflow, type ServerProcess, startServerProcess, temporaryStateFolder, waitUntil } from '../support/server-process.ts'

const data = fileURLToPath(new URL('../../../shared/data/ltown_epanet/', import.meta.url))
// The model's clock has no zone and no daylight saving.
const timeZone = 'UTC'
const inlet = 'area-c-inlet'

const readTable = (file: string): { names: string[]; lines: { at: number; values: number[] }[] } => {
  const [heading = '', ...lines] = readFileSync(join(data, file), 'utf8').trim().split('\n')
  return {
    names: heading.trim().split(',').slice(1),
    lines: lines.map((line) => {
      const [time = '', ...cells] = line.trim().split(',')
      return { at: Date.parse(`${time.replace(' ', 'T')}Z`), values: cells.map(Number) }
    }),
  }
}

describe.skipIf(!existsSync(data))('Area C of L-Town without a leak (data in ../shared/data/ltown_epanet)', () => {
  let database: FreshDatabase
  let server: ServerProcess
  let stateFolder: { path: string; remove(): Promise<void> }
  let token = ''
  let customers: string[] = []

  const post = async (path: string, body: object, bearer = token): Promise<unknown> => {
    const answer = await fetch(`${server.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    expect(answer.status, `${path}: ${text}`).toBeLessThan(300)
    return JSON.parse(text)
  }

  const sendRegisters = async (
    key: string,
    frameId: string,
    meters: string[],
    lines: { at: number; values: number[] }[],
  ): Promise<number> => {
    const readings = lines.flatMap(({ at, values }) => meters.map((meter, index) => ({ meter, at, litres: values[index] })))
    const body = { frameId, sentAt: new Date().toISOString(), readings }
    const answer = FrameAcknowledged.parse(await post('/ingest/v1/frames', body, key))
    expect(answer.rejected).toEqual([])
    return answer.position ?? 0
  }

  beforeAll(async () => {
    database = await freshDatabase('import-ltown')
    stateFolder = await temporaryStateFolder()
    server = await startServerProcess(stateFolder.path, ['--no-demo', '--no-web', '--database-url', database.connectionString])
    await createTenant(database.pool, { code: 'ltown', name: 'L-Town', timeZone })
    const nightflow = (...parameters: string[]) => runNightflow('--state-folder', stateFolder.path, ...parameters)
    token = (await nightflow('token', '--tenant', 'ltown', '--role', 'admin')).stdout.trim()
    const key = (await nightflow('gateway-key', '--tenant', 'ltown', '--name', 'scada')).stdout.trim()

    const inlets = readTable('noleak_inlets_cumulative_hourly.csv')
    const consumers = readTable('noleak_submeters_cumulative_hourly_L.csv')
    customers = consumers.names
    // The pump fills the tank that feeds the area: what enters the area is what leaves the tank.
    const trueInlet = inlets.names.indexOf('areaC_inlet_after_tank_m3')

    await post('/api/v1/meters', { meters: [inlet, ...customers].map((number) => ({ number })) })
    await post('/api/v1/partitions', { partitionId: 'area-c', name: 'Area C' })
    await post('/api/v1/partitions/area-c/summary-meters', { number: inlet })
    await post('/api/v1/partitions/area-c/sub-meters', { numbers: customers })
    await sendRegisters(
      key,
      'inlet',
      [inlet],
      inlets.lines.map(({ at, values }) => ({ at, values: [(values[trueInlet] ?? Number.NaN) * 1000] })),
    )
    const position = await sendRegisters(key, 'customers', customers, consumers.lines)
    const caughtUp = await waitUntil(async () => {
      const ready = (await (await fetch(`${server.baseUrl}/health/ready`)).json()) as { projector: { position: number } }
      return ready.projector.position >= position
    }, 30_000)
    expect(caughtUp).toBe(true)
  })
  afterAll(async () => {
    await server?.end('SIGINT')
    await stateFolder?.remove()
    await database?.drop()
  })

  test('loses nothing on any day, within a litre per meter', async () => {
    const { names, lines } = readReference()
    const answer = await fetch(`${server.baseUrl}/api/v1/partitions/area-c/night-flow?from=2018-01-01&to=2018-01-07`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { rows } = (await answer.json()) as { rows: NightFlowRow[] }
    expect(customers).toHaveLength(92)
    expect(rows).toHaveLength(7)
    const toleranceLitres = customers.length + 1
    rows.forEach((row, day) => {
      const expected = Object.fromEntries(names.map((name, index) => [name, lines[day]?.[index] ?? Number.NaN]))
      const what = row.date
      expect(row.completeness, what).toBe(1)
      expect(Math.abs(row.leakageLitres ?? Number.NaN), `${what} leakage`).toBeLessThanOrEqual(toleranceLitres)
      expect(Math.abs((row.supplyLitres ?? Number.NaN) - (expected.inlet_m3 ?? Number.NaN) * 1000), `${what} supply`).toBeLessThanOrEqual(1)
      expect(
        Math.abs((row.consumptionLitres ?? Number.NaN) - (expected.sub_m3 ?? Number.NaN) * 1000),
        `${what} consumption`,
      ).toBeLessThanOrEqual(toleranceLitres)
      expect(row.nightMinimumFlowLitresPerHour, `${what} night minimum`).toBeCloseTo((expected.mnf_min_02_04 ?? Number.NaN) * 1000, -1)
      expect(row.klRatio, `${what} KL`).toBeCloseTo(expected.kl ?? Number.NaN, 3)
      // All that enters at night is used by metered customers.
      expect(Math.abs(row.netNightFlowLitresPerHour ?? Number.NaN), `${what} net night flow`).toBeLessThanOrEqual(toleranceLitres / 24 + 1)
    })
  })
})

const readReference = (): { names: string[]; lines: number[][] } => {
  const [heading = '', ...lines] = readFileSync(join(data, 'noleak_ref_daily.csv'), 'utf8').trim().split('\n')
  return { names: heading.trim().split(','), lines: lines.map((line) => line.trim().split(',').map(Number)) }
}
