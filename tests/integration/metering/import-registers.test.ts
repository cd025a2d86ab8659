import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import type { MeterReadingRow, MeterVolumeRow } from '@nightflow/schemas/metering/readings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { runNightflow, type ServerProcess, startServerProcess, temporaryStateFolder } from '../../support/process/server-process.ts'

const data = fileURLToPath(new URL('../../../../shared/data/daiad/', import.meta.url))
const heading = 'user key;datetime;meter reading;diff'

let database: FreshDatabase
let server: ServerProcess
let stateFolder: { path: string; remove(): Promise<void> }
let token = ''
const nightflow = (...parameters: string[]) => runNightflow('--state-folder', stateFolder.path, ...parameters)
const importRegisters = (file: string) => nightflow('import-registers', file, '--timezone', 'Europe/Madrid', '--format', 'daiad')

beforeAll(async () => {
  database = await freshDatabase('import-registers')
  stateFolder = await temporaryStateFolder()
  server = await startServerProcess(stateFolder.path, ['--no-demo', '--no-web', '--database-url', database.connectionString])
  await createTenant(database.pool, { code: 'demo', name: 'Demo', timeZone: 'Asia/Shanghai' })
  token = (await nightflow('token')).stdout.trim()
})
afterAll(async () => {
  await server?.end('SIGINT')
  await stateFolder?.remove()
  await database?.drop()
})

const ask = async <Row>(path: string): Promise<{ timeZone: string; rows: Row[] }> => {
  const answer = await fetch(`${server.baseUrl}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as { timeZone: string; rows: Row[] }
}

describe('importing household registers', () => {
  test('both passes of the repeated hour become readings of their own, and ambiguous ones are flagged', async () => {
    const file = join(stateFolder.path, 'autumn.csv')
    const lines = [
      'a;30/10/2016 01:56:43;100;1',
      'a;30/10/2016 02:56:43;101;1',
      'a;30/10/2016 02:56:43;104;3',
      'a;30/10/2016 03:56:43;104;0',
      'b;30/10/2016 02:31:02;7;0',
    ]
    writeFileSync(file, [heading, ...lines].join('\n'))
    const { code, stdout, stderr } = await importRegisters(file)
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('Readings: 5 new of 5')
    expect(stdout).toContain('Readings in the hour that autumn repeats, counted for its first pass: 1,')
    expect(stdout).toContain('Meters: 2 new of 2.')

    const a = await ask<MeterReadingRow>('meters/a/readings?from=2016-10-30&to=2016-10-30')
    expect(a.timeZone).toBe('Europe/Madrid')
    expect(a.rows.map(({ at, litres, flags }) => [new Date(at).toISOString().slice(11, 19), litres, flags])).toEqual([
      ['23:56:43', 100, ''],
      ['00:56:43', 101, ''],
      ['01:56:43', 104, ''],
      ['02:56:43', 104, ''],
    ])
    const b = await ask<MeterReadingRow>('meters/b/readings?from=2016-10-30&to=2016-10-30')
    expect(b.rows).toMatchObject([{ litres: 7, flags: 'ambiguous-time' }])
  })

  test('the stream of the import shows what came in, readings unpacked', async () => {
    const { stdout } = await nightflow('events', 'demo/metering-gateway-import', '--readings')
    const [event] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; readings: { meter: string; litres: number }[] })
    expect(event?.type).toBe('metering.ReadingsReported')
    expect(event?.readings).toContainEqual(expect.objectContaining({ meter: 'b', litres: 7 }))
    const unknown = await nightflow('events', 'demo/metering-gateway-nobody')
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toContain('there is no stream "demo/metering-gateway-nobody"')
  })

  test('a wrong file is named by line and column', async () => {
    const file = join(stateFolder.path, 'wrong.csv')
    writeFileSync(file, [heading, 'a;30 of October;100;1'].join('\n'))
    expect(await importRegisters(file)).toMatchObject({
      code: 1,
      stderr: `${file}, line 2, column 2 (datetime): "30 of October" is no time; expected one such as 2024-05-01 00:15, 01/05/2024 00:15 or 2024-05-01T00:15:00+02:00.\n`,
    })
  })
})

describe.skipIf(!existsSync(data))('a year of the DAIAD trial (data in ../shared/data/daiad)', () => {
  const file = join(data, 'swm_trialA_half.csv.gz')

  test('every reading is stored, and a meter that only counts forward keeps its year to the litre', async () => {
    const { code, stdout, stderr } = await importRegisters(file)
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('Meters: 45 new of 45.')

    const [names = '', ...lines] = readFileSync(join(data, 'reference_per_meter.csv'), 'utf8').trim().split('\n')
    const column = (name: string) => names.trim().split(',').indexOf(name)
    const meters = lines.map((line) => line.trim().split(','))
    const stored = meters.reduce((sum, cells) => sum + Number(cells[column('n')]), 0)
    expect(stored).toBe(335_261)
    const forward = meters.filter((cells) => Number(cells[column('n_neg')]) === 0 && Number(cells[column('n_dup')]) === 0)
    expect(forward.length).toBeGreaterThan(3)
    for (const cells of forward) {
      const { rows } = await ask<MeterVolumeRow>(`meters/${cells[column('user')]}/volumes?from=2016-02-29&to=2017-03-01&resolution=month`)
      const year = rows.reduce((sum, row) => sum + (row.measuredLitres ?? 0), 0)
      expect(Math.abs(year - Number(cells[column('net')])), cells[column('user')]).toBeLessThanOrEqual(1)
    }
  })

  test('again, it stores nothing', async () => {
    const head = () => database.pool.query('select max(position) as head from log.events').then(({ rows }) => rows)
    const before = await head()
    const { code, stdout } = await importRegisters(file)
    expect(code).toBe(0)
    expect(stdout).toContain('Readings: 0 new of 335,261, in 0 new of 37 frames.')
    expect(await head()).toEqual(before)
  })
})
