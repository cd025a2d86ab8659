import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { runNightflow, type ServerProcess, startServerProcess, temporaryStateFolder } from '../../support/process/server-process.ts'

const data = fileURLToPath(new URL('../../../../shared/data/bwdf/', import.meta.url))
const hasData = existsSync(data)

type Reference = {
  local_day: string
  dma: string
  hours: number
  n: number
  night_n: number
  vol_m3: number
  avg_lps: number
  mnf_min_lps: number | null
  kl_min: number | null
  complete: boolean
}

const readReference = (): Reference[] => {
  const [heading = '', ...lines] = readFileSync(join(data, 'reference_daily.csv'), 'utf8').trim().split('\n')
  const names = heading.trim().split(',')
  return lines.map((line) => {
    const cells = line.trim().split(',')
    const of = (name: string): string => cells[names.indexOf(name)] ?? ''
    const number = (name: string): number | null => (of(name) === '' ? null : Number(of(name)))
    return {
      local_day: of('local_day'),
      dma: of('dma'),
      hours: Number(of('hours')),
      n: Number(of('n')),
      night_n: Number(of('night_n')),
      vol_m3: Number(of('vol_m3')),
      avg_lps: Number(of('avg_lps')),
      mnf_min_lps: number('mnf_min_lps'),
      kl_min: number('kl_min'),
      complete: of('complete') === 'True',
    }
  })
}

/** `NIGHTFLOW_PYTHON` names an interpreter of its own, such as that of a virtual environment. */
const python = process.env.NIGHTFLOW_PYTHON ?? 'python3'
const hasPandas = hasData && spawnSync(python, ['-c', 'import pandas, pyarrow']).status === 0
const codeOfNotebook = (): string => {
  const path = new URL('../../../docs/notebooks/night-flow.ipynb', import.meta.url)
  const { cells } = JSON.parse(readFileSync(path, 'utf8')) as { cells: { cell_type: string; source: string[] }[] }
  return cells.flatMap(({ cell_type: kind, source }) => (kind === 'code' ? source : [])).join('')
}

let database: FreshDatabase
let server: ServerProcess
let token = ''
let stateFolder: { path: string; remove(): Promise<void> }
const nightflow = (...parameters: string[]) => runNightflow('--state-folder', stateFolder.path, ...parameters)

beforeAll(async () => {
  database = await freshDatabase('import-flows')
  stateFolder = await temporaryStateFolder()
  server = await startServerProcess(stateFolder.path, ['--no-demo', '--no-web', '--database-url', database.connectionString])
  await createTenant(database.pool, { code: 'demo', name: 'Demo', timeZone: 'Asia/Shanghai' })
})
afterAll(async () => {
  await server?.end('SIGINT')
  await stateFolder?.remove()
  await database?.drop()
})

const nightFlow = async (id: string, from: string, to: string): Promise<PartitionNightFlow> => {
  token ||= (await nightflow('token', '--role', 'analyst')).stdout.trim()
  const answer = await fetch(`${server.baseUrl}/api/v1/partitions/${id}/night-flow?from=${from}&to=${to}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json()) as PartitionNightFlow
}
type PartitionNightFlow = { timeZone: string; rows: NightFlowRow[] }

const writeTable = (name: string, lines: string[]): string => {
  const path = join(stateFolder.path, name)
  writeFileSync(path, lines.join('\n'))
  return path
}

describe('importing hourly flows', () => {
  test('a small table becomes one partition per column, and a second run changes nothing', async () => {
    const hours = Array.from(
      { length: 48 },
      (_, hour) => `${new Date(Date.UTC(2024, 4, 1, hour)).toISOString()},${hour % 24 === 3 ? 0.5 : 1},2`,
    )
    const file = writeTable('small.csv', ['time,Hill Zone,Harbour', ...hours])
    const first = await nightflow('import-flows', file, '--timezone', 'UTC', '--unit', 'm3/h')
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('Readings: 96 new of 96') })
    expect(first.stdout).toContain('hill-zone, harbour')

    // Right after "done" the question has its answer: nothing to wait for.
    const { timeZone, rows } = await nightFlow('hill-zone', '2024-05-01', '2024-05-02')
    expect(timeZone).toBe('UTC')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ date: '2024-05-01', supplyLitres: 23_500, nightMinimumFlowLitresPerHour: 500, completeness: 1 })

    const before = await database.pool.query('select max(position) as head from log.events')
    const second = await nightflow('import-flows', file, '--timezone', 'UTC', '--unit', 'm3/h')
    expect(second.code).toBe(0)
    expect(second.stdout).toContain('Readings: 0 new of 96, in 0 new of 1 frames.')
    expect((await database.pool.query('select max(position) as head from log.events')).rows).toEqual(before.rows)
  })

  test('negative flows are set aside visibly and the others go on', async () => {
    const file = writeTable('negative.csv', ['time,Backwards', '2024-05-01 00:00Z,1', '2024-05-01 01:00Z,-1', '2024-05-01 02:00Z,1'])
    const { code, stdout } = await nightflow('import-flows', file, '--timezone', 'UTC', '--unit', 'l/s')
    expect(code).toBe(0)
    expect(stdout).toContain('Readings: 2 new of 3')
    expect(stdout).toContain('In quarantine: 1 new of 1 readings (1 negative).')
  })

  test('quarter hours in local time, with semicolons and decimal commas, came to nothing but overlaps; they are hours of local days', async () => {
    const lines: string[] = []
    // The autumn night of Rome: 100 quarter hours from midnight to midnight, the four between 02:00 and 03:00 twice.
    for (const quarter of [...Array(12).keys(), ...Array.from({ length: 88 }, (_, at) => at + 8)]) {
      const clock = `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`
      lines.push(`27.10.2024 ${clock};4,5;${quarter === 95 ? '-' : '1.000,25'}`)
    }
    const file = writeTable('quarters.csv', ['Zeit;Zone Süd;Zone-Sud', ...lines])
    const parameters = ['import-flows', file, '--timezone', 'Europe/Rome', '--times', 'local', '--unit', 'm3/h']
    const dry = await nightflow(...parameters, '--dry-run')
    expect(dry).toMatchObject({ code: 0, stderr: '' })
    expect(dry.stdout).toMatch(/Decimal mark +comma/)
    expect(dry.stdout).toMatch(/Zone Süd +partition zone-sud-[a-z0-9]{8} +0 +25 +0 +112\.5/)
    expect(dry.stdout).toMatch(/Zone-Sud +partition zone-sud +1 +24 +1 +24,006/)
    const { stdout, stderr } = await nightflow(...parameters)
    expect(stdout, stderr).toContain('Readings: 49 new of 49')
    expect(stdout).toContain('Hours left unknown because some of their rows are missing: 1.')
    const id = /zone-sud-[a-z0-9]{8}/.exec(stdout)?.[0] ?? ''
    const { rows } = await nightFlow(id, '2024-10-27', '2024-10-27')
    expect(rows[0]).toMatchObject({ supplyLitres: 112_500, nightMinimumFlowLitresPerHour: 4500, completeness: 1 })
  })

  test('分区一 and 分区二 of two files were one partition; a partition of another name is not taken for the same', async () => {
    const import1 = (heading: string, ...more: string[]) => {
      const file = writeTable('names.csv', [`time,${heading}`, '2024-05-01 00:00Z,1'])
      return nightflow('import-flows', file, '--timezone', 'UTC', '--unit', 'l/s', ...more)
    }
    const [one, two] = [await import1('分区一'), await import1('分区二')]
    const idOf = ({ stdout }: { stdout: string }) => /partition-[a-z0-9]{8}/.exec(stdout)?.[0]
    expect(idOf(one)).toBeDefined()
    expect(idOf(two)).toBeDefined()
    expect(idOf(one)).not.toBe(idOf(two))
    expect((await import1('West End')).stdout).toContain('Partitions: west-end; 1 new of 1.')
    expect(await import1('west_end')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('partition west-end exists with the name "West End", and the column is "west_end"'),
    })
    expect((await import1('west_end', '--column', 'west_end=west-end')).stdout).toContain('Partitions: west-end; 0 new of 1.')
  })

  test('errors say what to do', async () => {
    const file = writeTable('wrong.csv', ['time,A', '2024-05-01 00:00Z,plenty'])
    expect(await nightflow('import-flows', file, '--timezone', 'UTC', '--unit', 'l/s')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${file}, line 2, column 2 (A): "plenty" is no number; use a decimal point, leave the cell empty, or name the word for a missing value with --missing.\n`,
    })
    const missing = await nightflow('import-flows', '/nowhere.csv', '--timezone', 'UTC', '--unit', 'l/s')
    expect(missing).toMatchObject({ code: 1, stderr: '/nowhere.csv cannot be read: there is no such file.\n' })
    const good = writeTable('good.csv', ['time,A', '2024-05-01 00:00Z,1'])
    const tenant = await nightflow('import-flows', good, '--timezone', 'UTC', '--unit', 'l/s', '--tenant', 'nobody')
    expect(tenant).toMatchObject({ code: 1, stderr: 'there is no tenant "nobody"; known are: demo.\n' })
    const zone = await nightflow('import-flows', good, '--timezone', 'Europe/Atlantis', '--unit', 'l/s')
    expect(zone.code).toBe(1)
    expect(zone.stderr).toContain('IANA time zone such as Asia/Shanghai')
    const stopped = await runNightflow(
      '--base-url',
      'http://127.0.0.1:9',
      '--database-url',
      database.connectionString,
      'import-flows',
      good,
      '--timezone',
      'UTC',
      '--unit',
      'l/s',
    )
    expect(stopped.stderr).toContain('start it with `npm start`')
  })

  test('a token and a key are all that their commands print', async () => {
    const token = await nightflow('token', '--role', 'admin')
    expect(token.stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    const key = await nightflow('gateway-key', '--name', 'roof-1')
    expect(key.stdout).toMatch(/^nfk_[\w-]+\n$/)
    const again = await nightflow('gateway-key', '--name', 'roof-1')
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toContain('--rotate')
    const rotated = await nightflow('gateway-key', '--name', 'roof-1', '--rotate')
    expect(rotated.stdout).toMatch(/^nfk_[\w-]+\n$/)
    expect(rotated.stdout).not.toBe(key.stdout)
  })
})

describe.skipIf(!hasData)('five district metered areas of northern Italy (data in ../shared/data/bwdf)', () => {
  const within = (actual: number | null | undefined, expected: number, what: string): void => {
    expect(actual, what).not.toBeNull()
    // 0.1 %, and half a unit of the reference's last digit where the figure is near zero.
    expect(Math.abs((actual ?? Number.NaN) - expected), what).toBeLessThanOrEqual(Math.abs(expected) * 0.001 + 1e-9)
  }

  beforeAll(async () => {
    const imported = await nightflow('import-flows', join(data, 'inflow_hourly_lps_utc.csv'), '--timezone', 'Europe/Rome', '--unit', 'l/s')
    expect(imported.code, imported.stderr).toBe(0)
  })

  test('every complete day of every area equals the reference within 0.1 %, and days without a valid night have no KL', async () => {
    const reference = readReference()
    let complete = 0
    for (const dma of new Set(reference.map((row) => row.dma))) {
      const expected = reference.filter((row) => row.dma === dma)
      const first = expected[0]?.local_day ?? ''
      const last = expected.at(-1)?.local_day ?? ''
      const { timeZone, rows } = await nightFlow(dma.toLowerCase().replace(' ', '-'), first, last)
      expect(timeZone).toBe('Europe/Rome')
      const byDay = new Map(rows.map((row) => [row.date, row]))
      for (const day of expected) {
        const row = byDay.get(day.local_day)
        const what = `${dma} ${day.local_day}`
        expect(row?.completeness ?? 0, `${what} completeness`).toBeCloseTo(day.n / day.hours, 5)
        if (day.night_n === 0) {
          expect(row?.klRatio ?? null, `${what} KL`).toBeNull()
          expect(row?.nightMinimumFlowLitresPerHour ?? null, `${what} night minimum`).toBeNull()
        }
        if (!day.complete) continue
        complete++
        within(row?.supplyLitres, day.vol_m3 * 1000, `${what} volume`)
        within(row?.averageFlowLitresPerHour, day.avg_lps * 3600, `${what} average`)
        if (day.mnf_min_lps === null || day.kl_min === null) continue
        within(row?.nightMinimumFlowLitresPerHour, day.mnf_min_lps * 3600, `${what} night minimum`)
        within(row?.klRatio, day.kl_min, `${what} KL`)
      }
    }
    expect(complete).toBeGreaterThan(3000)
  })

  test.skipIf(!hasPandas)(
    `the notebook finds the night minimum of every night in the flow as Arrow${hasPandas ? '' : ' (needs Python with pandas and pyarrow)'}`,
    async () => {
      const { rows } = await nightFlow('dma-1', '2022-01-01', '2022-01-31')
      const { stdout } = await promisify(execFile)(python, ['-c', `${codeOfNotebook()}\nprint(figures.to_json(orient='values'))`], {
        env: { ...process.env, NIGHTFLOW_URL: server.baseUrl, NIGHTFLOW_TOKEN: token },
      })
      const found = JSON.parse(stdout) as (number | null)[]
      expect(found.length).toBe(31)
      expect(found.map((value) => value && Math.round(value))).toEqual(
        rows.map(({ nightMinimumFlowLitresPerHour: value }) => value && Math.round(value)),
      )
    },
  )

  test('days of 23 and 25 hours are right', async () => {
    const reference = readReference().filter(({ hours, complete }) => hours !== 24 && complete)
    expect(new Set(reference.map(({ hours }) => hours))).toEqual(new Set([23, 25]))
    for (const day of reference) {
      const { rows } = await nightFlow(day.dma.toLowerCase().replace(' ', '-'), day.local_day, day.local_day)
      within(rows[0]?.supplyLitres, day.vol_m3 * 1000, `${day.dma} ${day.local_day}`)
      within(rows[0]?.averageFlowLitresPerHour, day.avg_lps * 3600, `${day.dma} ${day.local_day}`)
      within(rows[0]?.nightMinimumFlowLitresPerHour, (day.mnf_min_lps ?? Number.NaN) * 3600, `${day.dma} ${day.local_day}`)
    }
  })

  test('the whole import again stores nothing, and the read models equal the log', async () => {
    const before = await database.pool.query('select max(position) as head from log.events')
    const again = await nightflow('import-flows', join(data, 'inflow_hourly_lps_utc.csv'), '--timezone', 'Europe/Rome', '--unit', 'l/s')
    expect(again.code, again.stderr).toBe(0)
    expect((await database.pool.query('select max(position) as head from log.events')).rows).toEqual(before.rows)
    const verified = await nightflow('verify')
    expect(verified).toMatchObject({ code: 0, stdout: 'identical\n' })
  })
})
