import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { startEmbeddedPostgres } from '@nightflow/server/embedded-postgres'
import { type Guarded, startGuarded, superviseGuarded } from '@nightflow/server/guarded-postgres'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { fullFormSuffix, isFullForm } from '../../support/full-form.ts'
import { temporaryStateFolder, waitUntil } from '../../support/process/server-process.ts'

/** A process in the guard's place that ends by itself at once, or when its input is closed. */
const guarded = (endsAtOnce: boolean): Guarded => ({
  guard: spawn(process.execPath, ['-e', endsAtOnce ? '' : 'process.stdin.resume().on("end", () => process.exit(0))'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  }),
  lastWords: () => 'no space left on device',
  recoverySilence: () => undefined,
})

describe('a PostgreSQL that ends on its own', () => {
  test('is started again a few times, and then given up with its last words', async () => {
    const restarts: string[] = []
    let lastWords: string | undefined
    superviseGuarded(guarded(true), async () => guarded(true), {
      onRestart: (words) => restarts.push(words),
      onGivenUp: (words) => {
        lastWords = words
      },
    })
    expect(await waitUntil(() => lastWords !== undefined)).toBe(true)
    expect(lastWords).toBe('no space left on device')
    expect(restarts).toHaveLength(5)
  })

  test('is given up at once when it would not start again', async () => {
    let lastWords: string | undefined
    const startAgain = async (): Promise<Guarded> => {
      throw new Error('the data folder is gone')
    }
    superviseGuarded(guarded(true), startAgain, {
      onGivenUp: (words) => {
        lastWords = words
      },
    })
    expect(await waitUntil(() => lastWords !== undefined)).toBe(true)
    expect(lastWords).toBe('the data folder is gone')
  })

  test('stays stopped when it was stopped on purpose, also in the middle of a restart', async () => {
    const restarts: string[] = []
    const first = guarded(false)
    const onRestart = (words: string) => restarts.push(words)
    await superviseGuarded(first, async () => guarded(false), { onRestart })()
    expect(first.guard.exitCode).toBe(0)
    expect(restarts).toEqual([])

    let second: Guarded | undefined
    const stop = superviseGuarded(
      guarded(true),
      async () => {
        second = guarded(false)
        return second
      },
      { onRestart },
    )
    expect(await waitUntil(() => second !== undefined)).toBe(true)
    await stop()
    expect(second?.guard.exitCode).toBe(0)
    expect(restarts).toHaveLength(1)
  })
})

describe('a PostgreSQL that recovers before it accepts connections', () => {
  /** In PostgreSQL's place: says a line every tenth of a second, so many times, and is ready then. */
  const recovering = (line: string, times: number) => {
    const script = `let left = ${times}
      setInterval(() => console.error(left-- > 0 ? ${JSON.stringify(line)} : 'LOG:  database system is ready to accept connections'), 100)
      process.on('SIGINT', () => process.exit(0))`
    const order = { executable: process.execPath, arguments: ['-e', script], environment: {} }
    return startGuarded(order, '/data', { recoverySilenceMillisecondsMax: 3_000 })
  }

  test('may take as long as it logs progress', async () => {
    const began = performance.now()
    const { guard, recoverySilence } = await recovering('LOG:  redo in progress, elapsed time: 10.00 s', 50)
    expect(performance.now() - began).toBeGreaterThan(5_000)
    expect(recoverySilence()).toBeUndefined()
    const gone = new Promise((done) => guard.once('exit', done))
    guard.stdin?.end()
    expect(await gone).toBe(0)
  })

  test('is refused once it logs nothing any more, whatever it answers to connections', async () => {
    await expect(recovering('FATAL:  the database system is starting up', 1_000)).rejects.toThrow(
      /PostgreSQL on \/data reported no progress for 3 s .*: the database system is starting up\.$/,
    )
  })
})

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
/** The process that recovers, below a postmaster. */
const findRecovery = (postmaster: number): number | undefined =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && read(`/proc/${name}/cmdline`).startsWith('postgres: startup'))
    .map(Number)
    .find(
      (pid) =>
        read(`/proc/${pid}/stat`)
          .replace(/^.*\) /s, '')
          .split(' ')[1] === String(postmaster),
    )

const absent = process.platform === 'linux' ? undefined : 'a recovery can only be held up where /proc shows it'
if (absent) console.info(absent)

test.skipIf(absent || !isFullForm)(
  `a PostgreSQL whose recovery says nothing any more is ended and started again${absent ? '' : fullFormSuffix}`,
  async () => {
    const folder = await temporaryStateFolder()
    const restarts: string[] = []
    const postgres = await startEmbeddedPostgres({
      directory: folder.path,
      onRestart: (words) => restarts.push(words),
      recoverySilenceMillisecondsMax: 5_000,
    })
    const client = async () => {
      const made = new pg.Client(postgres.connectionString)
      made.on('error', () => undefined)
      await made.connect()
      return made
    }
    try {
      const first = await client()
      await first.query('create table kept as select generate_series(1, 100000) as n')
      const [{ pid, postmaster }] = (
        await first.query(`select pg_backend_pid() as pid, split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as postmaster`)
      ).rows as [{ pid: number; postmaster: number }]
      // A backend that crashes takes all with it; the postmaster stays and recovers.
      process.kill(pid, 'SIGKILL')
      let recovery: number | undefined
      const deadline = Date.now() + 10_000
      while (recovery === undefined && Date.now() < deadline) recovery = findRecovery(postmaster)
      expect(recovery).toBeDefined()
      process.kill(recovery!, 'SIGSTOP')
      const refusal = () =>
        client().then(
          () => undefined,
          ({ code }: { code?: string }) => code,
        )
      await expect.poll(refusal).toBe('57P03')

      expect(await waitUntil(() => restarts.length > 0)).toBe(true)
      const isBack = async () =>
        (await client()
          .then((made) => made.end())
          .catch(() => false)) !== false
      expect(await waitUntil(isBack)).toBe(true)
      const again = await client()
      expect((await again.query('select count(*)::int as rows from kept')).rows).toEqual([{ rows: 100_000 }])
      await again.end()
      expect(restarts).toHaveLength(1)
    } finally {
      await postgres.stop()
      await folder.remove()
    }
  },
)
