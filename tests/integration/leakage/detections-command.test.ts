import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createTenant } from '@nightflow/platform/tenants/tenants'
import { listDetections } from '@nightflow/schemas/leakage/detection'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { detectionsOf, hasMeasuredZones, readLtown } from '../../support/detection/measured-zones.ts'
import { runNightflow, type ServerProcess, startServerProcess, temporaryStateFolder } from '../../support/process/server-process.ts'

const shared = (name: string) => fileURLToPath(new URL(`../../../../shared/${name}`, import.meta.url))
const scorer = shared('tools/score_detections.py')
const network = ['partition,meter,role,caliber', 'ab,p227,inlet,300', 'ab,p235,inlet,300', 'ab,PUMP_1,outlet,150', 'c,PUMP_1,inlet,150']
const year = ['--from', '2018-01-01', '--to', '2018-12-31']

describe.skipIf(!hasMeasuredZones() || !existsSync(scorer))('the command `detections` (data in ../shared/data/ltown)', () => {
  let database: FreshDatabase
  let server: ServerProcess
  let stateFolder: { path: string; remove(): Promise<void> }
  const nightflow = async (...parameters: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runNightflow('--state-folder', stateFolder.path, ...parameters)
    expect(code, stderr).toBe(0)
    return stdout
  }

  beforeAll(async () => {
    database = await freshDatabase('detections-command')
    stateFolder = await temporaryStateFolder()
    server = await startServerProcess(stateFolder.path, ['--no-demo', '--no-web', '--database-url', database.connectionString])
    await createTenant(database.pool, { code: 'ltown', name: 'L-Town', timeZone: 'UTC' })
    const common = ['--tenant', 'ltown', '--timezone', 'UTC']
    const networkFile = join(stateFolder.path, 'network.csv')
    writeFileSync(networkFile, network.join('\n'))
    await nightflow('import-network', networkFile, ...common)
    await nightflow('import-flows', shared('data/ltown/2018_SCADA_Flows.csv.gz'), ...common, '--unit', 'm3/h', '--into', 'meters')
  }, 120_000)
  afterAll(async () => {
    await server?.end('SIGINT')
    await stateFolder?.remove()
    await database?.drop()
  })

  test('prints what the engine finds in the same flows, and the public scorer counts nine of ten leaks', async () => {
    const { areasAB, areaC, meanLitresPerHour } = readLtown()
    const printed = await nightflow('detections', '--tenant', 'ltown', ...year, '--json')
    const rows = listDetections.response.parse(JSON.parse(printed))
    const days = (zone: string) =>
      rows.filter(({ partitionId }) => partitionId === zone).map(({ kind, detectedAt }) => `${kind} ${detectedAt}`)
    expect(days('ab')).toEqual(detectionsOf(areasAB).map(({ kind, detectedAt }) => `${kind} ${detectedAt}`))
    expect(days('c')).toEqual(detectionsOf(areaC).map(({ kind, detectedAt }) => `${kind} ${detectedAt}`))

    const file = join(stateFolder.path, 'detections.json')
    writeFileSync(file, printed)
    const leaks = shared('data/ltown/leaks_2018.csv')
    const { stdout } = await promisify(execFile)('python3', [scorer, file, leaks, '--mean-inflow', String(meanLitresPerHour / 1000)])
    const score = JSON.parse(stdout)
    expect(score).toMatchObject({ found: 9, leaks: 10 })
    expect(score.falseAlarmsPerMonth).toBeLessThanOrEqual(0.1)
    expect(score.medianDelayAbrupt).toBeLessThanOrEqual(1)
    expect(score.medianDelayFromVisible).toBeLessThanOrEqual(1)
    expect(score.sizeError).toBeLessThanOrEqual(0.25)
  }, 60_000)
})
