import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog } from '@nightflow/event-log/event-log'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { listMeterReadings } from '@nightflow/projections/metering/meter-readings'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { verifyViews } from '@nightflow/projections/views/replay'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendFrame } from '../../support/data/readings.ts'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import { besideOneShard, feedChangingCascades } from '../../support/database/sharded-views.ts'
import { runNightflow, type ServerProcess, startRoleProcess, temporaryStateFolder, waitFor } from '../../support/process/server-process.ts'

const shards = 4
const meters = ['1', '2', '3', '4', '5', '6', '10000007']
/** Two looks of two seconds, and time for a busy machine. */
const settledMillisecondsMax = 30_000

let database: FreshDatabase
let log: EventLog
let folder: Awaited<ReturnType<typeof temporaryStateFolder>>
const running: ServerProcess[] = []

const startProjector = async (environment: Record<string, string> = {}): Promise<ServerProcess> => {
  const started = await startRoleProcess('projector', {
    stateFolder: folder.path,
    databaseUrl: database.connectionString,
    environment,
  })
  running.push(started)
  return started
}
const end = async (projector: ServerProcess, signal: NodeJS.Signals): Promise<number | null> => {
  running.splice(running.indexOf(projector), 1)
  return projector.end(signal)
}

const heldBy = async ({ baseUrl }: ServerProcess): Promise<number> => {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  return Number(/^nightflow_projector_shards (\d+)$/m.exec(text)?.[1])
}
const heldByAll = async (): Promise<number[]> => (await Promise.all(running.map(heldBy))).sort()
/** Waits until the running projectors hold so many shards, the least first. */
const expectHeld = async (held: number[]): Promise<void> => {
  await waitFor(async () => (await heldByAll()).join() === held.join(), settledMillisecondsMax)
  expect(await heldByAll()).toEqual(held)
}

/** In Rome, where the meters are, the next day begins an hour before UTC's; the readings of every run cross that hour. */
const firstSent = '2026-11-03T21:00:00Z'
const quarterMilliseconds = 900_000
const dayMilliseconds = 86_400_000
let quarter = 0
/** A frame with the next quarter of an hour of every meter. */
const sendNext = () => {
  const at = Date.parse(firstSent) + quarter++ * quarterMilliseconds
  return appendFrame(
    log,
    'river',
    'north',
    meters.map((meter) => ({ meter, at, registerMillilitres: 50_000_000 + quarter * 2_000 })),
  )
}

/** The meters whose reading of an instant the read models show, in the local day of UTC's date or in the one after. */
const readAt = async (at: string): Promise<string[]> => {
  const from = at.slice(0, 10)
  const to = new Date(Date.parse(at) + dayMilliseconds).toISOString().slice(0, 10)
  const seen = await Promise.all(
    meters.map((number) => withTenant(database.pool, 'river', (client) => listMeterReadings(client, { number, from, to, limit: 1_000 }))),
  )
  return seen.flatMap((found) => (found?.rows.some((row) => row.at === at) ? [found.number] : [])).sort()
}

/** Sends frames all the while, some tens a second. */
const underLoad = async (work: () => Promise<void>): Promise<void> => {
  const done = new AbortController()
  const feeding = (async () => {
    while (!done.signal.aborted) {
      await sendNext()
      await sleep(20)
    }
  })()
  try {
    await work()
  } finally {
    done.abort()
    await feeding
  }
}

/** The read models have seen all, and are what one shard makes of the log. */
const expectWholeViews = async (): Promise<void> => {
  expect(await waitForViews(database.pool, await log.head(), settledMillisecondsMax)).toBe(true)
  const { live, ofOne } = await besideOneShard(database.pool, log)
  for (const [table, rows] of Object.entries(ofOne)) expect({ table, rows: live[table] }).toEqual({ table, rows })
}

beforeAll(async () => {
  database = await freshDatabase('projector_shards')
  log = createPostgresEventLog(database)
  folder = await temporaryStateFolder()
})
afterAll(async () => {
  await Promise.all(running.map((projector) => projector.end('SIGKILL')))
  await log?.close()
  await database?.drop()
  await folder?.remove()
})

describe('projectors that share the read models', () => {
  test('share them evenly, and keep what one would', async () => {
    await startProjector({ NIGHTFLOW_PROJECTOR_SHARDS: String(shards) })
    await expectHeld([4])
    await Promise.all([feedChangingCascades(log, 5), startProjector()])
    await expectHeld([2, 2])
    await expectWholeViews()
  })

  test('show every shard’s part of a write to the callers that wait for it', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const appended = await sendNext()
      if (appended.status === 'conflict') throw new Error('a frame never conflicts')
      expect(await waitForViews(database.pool, appended.position, 60_000)).toBe(true)
      const at = new Date(Date.parse(firstSent) + (quarter - 1) * quarterMilliseconds).toISOString()
      expect(await readAt(at)).toEqual(meters.toSorted())
    }
  })

  test('hand part of them to one that is added, without being started again', async () => {
    const before = running.map(({ pid }) => pid)
    await underLoad(async () => {
      await startProjector()
      await expectHeld([1, 1, 2])
    })
    expect(running.slice(0, 2).map(({ pid, child }) => [pid, child.exitCode])).toEqual(before.map((pid) => [pid, null]))
    await expectWholeViews()
  })

  test('take over the shards of one that is killed while frames come', async () => {
    await underLoad(async () => {
      const held = await Promise.all(running.map(heldBy))
      await end(running[held.indexOf(2)]!, 'SIGKILL')
      await expectHeld([2, 2])
    })
    await expectWholeViews()
  })

  test('get those of one that is stopped, which ends well', async () => {
    await underLoad(async () => {
      expect(await end(running[0]!, 'SIGTERM')).toBe(0)
      await expectHeld([4])
    })
    await expectWholeViews()
  })

  test('go on with read models that another start divided anew', async () => {
    const [remaining] = running
    await startProjector({ NIGHTFLOW_PROJECTOR_SHARDS: '3' })
    await expectHeld([1, 2])
    expect(remaining!.child.exitCode).toBeNull()
    // No notification comes: they find it by polling.
    await expectWholeViews()
    await sendNext()
    await expectWholeViews()
  })

  test('go on with read models that a replay divided anew while frames came, without a gap', async () => {
    const where = ['--state-folder', folder.path, '--database-url', database.connectionString]
    const replay = (...options: string[]) => runNightflow(...where, 'replay', 'all', ...options)
    const latest = new Date(Date.parse(firstSent) + (quarter - 1) * quarterMilliseconds).toISOString()
    await underLoad(async () => {
      const replayed = replay('--shards', '2')
      const isDone = replayed.then(() => true)
      do expect(await readAt(latest)).toEqual(meters.toSorted())
      while (!(await Promise.race([isDone, sleep(50, false)])))
      expect(await replayed).toMatchObject({ code: 0, stdout: expect.stringContaining('divided into 2, and serve') })
      await expectHeld([1, 1])
    })
    await expectWholeViews()
    expect(await verifyViews({ pool: database.pool, log })).toEqual([])
    expect(await replay('--shards', '33')).toMatchObject({ code: 1, stderr: expect.stringContaining('from 1 to 32') })
    expect(await replay('--shards', '2', '--until', '1')).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be used with') })
  })
})
