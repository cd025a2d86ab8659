import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { databaseEnvironment, lastErrorLine } from './postgres-cluster.ts'
import type { GuardOrder } from './postgres-guard.ts'
import { StartRefusal } from './start-refusal.ts'

/** PostgreSQL with the guard that stops it when we are gone. */
export type Guarded = {
  guard: ChildProcess
  lastWords: () => string
  /** Milliseconds since the last output of a running recovery; undefined while connections are accepted. */
  recoverySilence: () => number | undefined
}

/** A recovery logs its progress every ten seconds. The checkpoint at its end logs nothing, and may write as much as there is memory. */
const recoverySilenceMillisecondsMaxDefault = 120_000

export type Start = {
  /** Receives the log of PostgreSQL, line by line. */
  onLog?: ((line: string) => void) | undefined
  recoverySilenceMillisecondsMax?: number | undefined
}

/**
 * Starts the guard, which starts PostgreSQL, and waits until it accepts connections. A start may have to recover, for minutes where the disk is
 * slow, and would begin anew if it were ended over that: only one that has fallen silent is.
 */
export const startGuarded = (
  order: GuardOrder,
  dataFolder: string,
  { onLog, recoverySilenceMillisecondsMax: silenceMax = recoverySilenceMillisecondsMaxDefault }: Start,
): Promise<Guarded> =>
  new Promise((started, failed) => {
    const { NODE_COMPILE_CACHE } = process.env
    const script = fileURLToPath(new URL('./postgres-guard.ts', import.meta.url))
    const guard = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, JSON.stringify(order)], {
      cwd: '/',
      detached: true,
      env: { ...databaseEnvironment(), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let said = ''
    let unfinishedLine = ''
    let recovery: number | undefined = performance.now()
    const recoverySilence = () => (recovery === undefined ? undefined : performance.now() - recovery)
    const followRecovery = (line: string): void => {
      if (line.includes('ready to accept connections')) recovery = undefined
      // A backend crashed, and the postmaster goes on with a recovery of its own. Its answers to connections meanwhile are no progress.
      else if (line.includes('reinitializing') || (recovery !== undefined && line.includes('LOG:'))) recovery = performance.now()
    }
    const listening = setInterval(() => {
      if ((recoverySilence() ?? 0) <= silenceMax) return
      clearInterval(listening)
      guard.stdin.end()
      const silence = `reported no progress for ${silenceMax / 1000} s and accepts no connections`
      failed(new StartRefusal(`PostgreSQL on ${dataFolder} ${silence}: ${lastErrorLine(said)}.`))
    }, silenceMax / 10)
    // The pipe to a dead guard breaks; its exit is reported.
    guard.stdin.on('error', () => {})
    guard.stdout.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-8_000)
      const lines = (unfinishedLine + chunk.toString('utf8')).split('\n')
      unfinishedLine = (lines.pop() ?? '').slice(-4_000)
      for (const line of lines) {
        followRecovery(line)
        onLog?.(line)
      }
      if (!said.includes('database system is ready to accept connections')) return
      clearInterval(listening)
      started({ guard, lastWords: () => lastErrorLine(said), recoverySilence })
    })
    guard.once('error', failed)
    guard.once('exit', () => {
      clearInterval(listening)
      failed(
        new StartRefusal(
          `PostgreSQL would not start on ${dataFolder}: ${lastErrorLine(said)}; move the folder away, or start over with --fresh, which deletes it.`,
        ),
      )
    })
  })

/** A run that lasted this long was a good one: a crash after it is the first again. */
const goodRunMilliseconds = 5_000
const shortRunsInARowMax = 5
export type Supervision = {
  /** PostgreSQL ended on its own and is being started again. */
  onRestart?: ((lastWords: string) => void) | undefined
  /** It ended again and again, or would not start any more. */
  onGivenUp?: ((lastWords: string) => void) | undefined
  recoverySilenceMillisecondsMax?: number | undefined
}

/**
 * Restarts PostgreSQL when it stops unasked: a killed postmaster recovers from its log, and all connections
 * come back by themselves. One that recovers and has fallen silent over it is ended first. Answers the function that stops it.
 */
export const superviseGuarded = (
  first: Guarded,
  startAgain: () => Promise<Guarded>,
  { onRestart, onGivenUp, recoverySilenceMillisecondsMax: silenceMax = recoverySilenceMillisecondsMaxDefault }: Supervision,
): (() => Promise<void>) => {
  let current = first
  let isOrdered = false
  let shortRuns = 0
  let restarting = Promise.resolve()

  const watch = (guarded: Guarded): void => {
    current = guarded
    const startedAt = performance.now()
    // A caller that forgets to stop may still end: the guard sees the pipe close.
    for (const handle of handlesOf(guarded)) handle.unref?.()
    const again = (): void => {
      if (!isOrdered) restarting = restart(guarded.lastWords(), performance.now() - startedAt)
    }
    if (hasEnded(guarded)) again()
    else guarded.guard.once('exit', again)
  }
  const restart = async (lastWords: string, ranMilliseconds: number): Promise<void> => {
    shortRuns = ranMilliseconds >= goodRunMilliseconds ? 1 : shortRuns + 1
    if (shortRuns > shortRunsInARowMax) return onGivenUp?.(lastWords)
    onRestart?.(lastWords)
    try {
      const next = await startAgain()
      if (isOrdered) current = next
      else watch(next)
    } catch (error) {
      if (!isOrdered) onGivenUp?.((error as Error).message)
    }
  }

  watch(first)
  const listening = setInterval(() => {
    if ((current.recoverySilence() ?? 0) > silenceMax) current.guard.kill('SIGTERM')
  }, silenceMax / 10).unref()
  return async () => {
    isOrdered = true
    clearInterval(listening)
    await restarting
    const { guard } = current
    for (const handle of handlesOf(current)) handle.ref?.()
    const gone = new Promise<void>((done) => guard.once('exit', () => done()))
    guard.stdin?.end()
    if (!hasEnded(current)) await gone
  }
}

const hasEnded = ({ guard }: Guarded): boolean => guard.exitCode !== null || guard.signalCode !== null

const handlesOf = ({ guard }: Guarded) => [guard, guard.stdin, guard.stdout] as { ref?(): void; unref?(): void }[]
