import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { makeSmallDisk, type SmallDisk, smallDiskAbsent } from '../support/database/small-disk.ts'
import { byForm } from '../support/full-form.ts'
import { waitUntilReady } from '../support/process/kept-alive-process.ts'
import { type Fault, runDrill } from './drill.ts'
import { killPostgres, Stage } from './stage.ts'

const diskMebibytes = 256
const fullMilliseconds = 4_000

const absent = smallDiskAbsent()
if (absent) console.info(absent)

const stage = new Stage()
afterEach(() => stage.end())

const refuseToWrite = async (pool: Pool): Promise<void> => {
  await expect(pool.query('create temporary table too_large as select generate_series(1, 100000)')).rejects.toMatchObject({ code: '53100' })
}

/** Makes PostgreSQL begin new files of its write-ahead log: without room for one it ends itself. */
const askForNewLogFiles = async (pool: Pool): Promise<void> => {
  for (let file = 0; file < 10; file += 1) {
    try {
      await pool.query('select pg_switch_wal()')
      await pool.query('select pg_current_xact_id()')
    } catch {
      return
    }
  }
  throw new Error('PostgreSQL went on writing on a disk without room')
}

/** Fills the disk, does something on it, and gives the place back after a while. */
const fullFor = async (disk: SmallDisk, meanwhile: () => Promise<unknown>): Promise<void> => {
  disk.fill()
  expect(disk.freeMebibytes()).toBe(0)
  await sleep(fullMilliseconds / 2)
  await meanwhile()
  await sleep(fullMilliseconds / 2)
  disk.empty()
}

test.skipIf(absent)(
  'a disk that is full loses nothing, and once there is room again the service recovers by itself',
  async () => {
    const disk = await makeSmallDisk(diskMebibytes)
    stage.onEnd(disk.remove)
    const flags = ['--state-folder', join(disk.folder, 'state'), '--no-demo', '--no-web']
    const whole = await stage.keep('the whole process', flags, {}, disk.within)
    await waitUntilReady([whole])
    const state = join(disk.seenFromOutside, 'state')
    const { databaseUrl } = JSON.parse(readFileSync(join(state, 'server.json'), 'utf8')) as { databaseUrl: string }
    const utility = await stage.openUtility(databaseUrl)
    const full: Fault = { name: 'full', strike: () => fullFor(disk, () => refuseToWrite(utility.pool)) }
    const noRoom: Fault = {
      name: 'full, and no room for the write-ahead log',
      strike: () => fullFor(disk, () => askForNewLogFiles(utility.pool)),
    }
    const databaseKilled: Fault = { name: 'full, and PostgreSQL is killed', strike: () => fullFor(disk, () => killPostgres(state)) }
    const allKilled: Fault = { name: 'full, and the whole process is killed', strike: () => fullFor(disk, whole.kill) }
    const faults = byForm({ full: [full, noRoom, databaseKilled, allKilled], short: [full, allKilled] })
    await runDrill({ title: 'disk', utility, processes: [whole], faults, urlsOf: () => [whole.baseUrl] }, faults.length)
  },
  240_000,
)
