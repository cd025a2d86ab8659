import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { runNightflow, type ServerProcess, startServerProcess, temporaryStateFolder } from '../../support/process/server-process.ts'

const data = fileURLToPath(new URL('../../../../shared/data/ltown_epanet/', import.meta.url))
// The pump fills the tank that feeds the area: what enters the area is what leaves the tank.
const inlet = 'areaC_inlet_after_tank_m3'
const inletFile = join(data, 'noleak_inlets_cumulative_hourly.csv')
const customerFile = join(data, 'noleak_submeters_cumulative_hourly_L.csv')

describe.skipIf(!existsSync(data))('Area C of L-Town without a leak (data in ../shared/data/ltown_epanet)', () => {
  let database: FreshDatabase
  let server: ServerProcess
  let stateFolder: { path: string; remove(): Promise<void> }
  let customers: string[] = []
  let networkFile = ''
  const nightflow = (...parameters: string[]) => runNightflow('--state-folder', stateFolder.path, ...parameters)
  // The model's clock has no zone and no daylight saving.
  const common = ['--tenant', 'ltown', '--timezone', 'UTC']
  const commands = (): string[][] => [
    ['import-network', networkFile, ...common],
    ['import-registers', inletFile, ...common, '--unit', 'm3', '--column', inlet],
    ['import-registers', customerFile, ...common, '--unit', 'l'],
  ]

  beforeAll(async () => {
    database = await freshDatabase('import-ltown')
    stateFolder = await temporaryStateFolder()
    server = await startServerProcess(stateFolder.path, ['--no-demo', '--no-web', '--database-url', database.connectionString])
    await createTenant(database.pool, { code: 'ltown', name: 'L-Town', timeZone: 'UTC' })
    const [heading = ''] = readFileSync(customerFile, 'utf8').split('\n', 1)
    customers = heading.trim().split(',').slice(1)
    networkFile = join(stateFolder.path, 'network.csv')
    const meters = [`Area C,${inlet},inlet,150`, ...customers.map((number) => `Area C,${number},customer,15`)]
    writeFileSync(networkFile, ['partition,meter,role,caliber', ...meters].join('\n'))
    const said: string[] = []
    for (const command of commands()) {
      const { code, stdout, stderr } = await nightflow(...command)
      expect(code, stderr).toBe(0)
      said.push(stdout)
    }
    expect(said[0]).toBe('Partitions: 1 new of 1.\nMeters: 93 new of 93.\nAssociations: 1 inlets, 0 outlets, 92 customers.\n')
    expect(said[1]).toContain('Readings: 169 new of 169')
    expect(said[2]).toContain('Readings: 15,548 new of 15,548')
    expect(said[2]).toContain('Meters: 0 new of 92.')
  })
  afterAll(async () => {
    await server?.end('SIGINT')
    await stateFolder?.remove()
    await database?.drop()
  })

  test('three commands bring the network and its registers, and no day loses anything, within a litre per meter', async () => {
    const { names, lines } = readReference()
    const token = (await nightflow('token', '--tenant', 'ltown')).stdout.trim()
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

  test('a second run finds everything there, and a point of another name is not taken for the same', async () => {
    const [network, , registers] = commands()
    expect((await nightflow(...network!)).stdout).toContain('Partitions: 0 new of 1.\nMeters: 0 new of 93.')
    expect((await nightflow(...registers!)).stdout).toContain('Readings: 0 new of 15,548')
    const resized = join(stateFolder.path, 'resized.csv')
    writeFileSync(resized, `partition,meter,role,caliber\nArea C,${inlet},inlet,80`)
    expect((await nightflow('import-network', resized, ...common)).stdout).toContain(
      `Registered before with other details, which stay: 1 meters (${inlet}).`,
    )
    const other = join(stateFolder.path, 'other.csv')
    writeFileSync(other, 'partition,name\narea-c,Another area')
    expect(await nightflow('import-network', other, ...common)).toMatchObject({
      code: 1,
      stderr:
        'partition area-c exists with the name "Area C", and the file says "Another area"; give it that name or another identifier.\n',
    })
  })
})

const readReference = (): { names: string[]; lines: number[][] } => {
  const [heading = '', ...lines] = readFileSync(join(data, 'noleak_ref_daily.csv'), 'utf8').trim().split('\n')
  return { names: heading.trim().split(','), lines: lines.map((line) => line.trim().split(',').map(Number)) }
}
