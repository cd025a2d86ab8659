import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from './start-refusal.ts'

/** A process that cannot be mistaken for a later one with the same number: on Linux its start time is part of it. */
export type ProcessIdentity = { pid: number; startedTicks: string }

const readCommandLine = (pid: number): string | undefined => {
  try {
    if (existsSync('/proc/self')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  } catch {
    return undefined
  }
}

const startedTicks = (pid: number): string => {
  try {
    // Field 22 of proc_pid_stat(5); the name in parentheses may hold blanks.
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? ''
    )
  } catch {
    return ''
  }
}

export const identifyProcess = (pid: number): ProcessIdentity => ({ pid, startedTicks: startedTicks(pid) })

export const isAlive = ({ pid, startedTicks: expected }: ProcessIdentity): boolean =>
  readCommandLine(pid) !== undefined && startedTicks(pid) === expected

/**
 * Processes that work inside the folder: after a postmaster was killed its backends live on for a moment, and their command lines do not
 * name it. Linux only; elsewhere PostgreSQL's own look at its shared memory has to do.
 */
const findOrphans = (dataFolder: string): number[] => {
  if (!existsSync('/proc/self/cwd')) return []
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || readlinkSync(`/proc/${name}/cwd`) !== dataFolder) return []
      // A shell may have the folder as its working directory.
      return readCommandLine(Number(name))?.startsWith('postgres') ? [Number(name)] : []
    } catch {
      // It ended while we looked, or belongs to a user whose processes are not visible.
      return []
    }
  })
}

/** The postmaster on this data folder, if one runs. */
const findPostmaster = (dataFolder: string): number | undefined => {
  const lockFile = join(dataFolder, 'postmaster.pid')
  if (!existsSync(lockFile)) return undefined
  const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0])
  return Number.isInteger(pid) && pid > 1 && readCommandLine(pid)?.includes(dataFolder) ? pid : undefined
}

const orphansMillisecondsMax = 5_000

/**
 * Removes the lock file of a dead postmaster, because its process number may be in use again. Not before its last backend is
 * gone: the file is what keeps a new server from writing beside an old backend.
 */
const removeStaleLock = async (dataFolder: string): Promise<void> => {
  const deadline = performance.now() + orphansMillisecondsMax
  while (findOrphans(dataFolder).length > 0 && performance.now() < deadline) await sleep(50)
  for (const pid of findOrphans(dataFolder)) {
    try {
      // Nothing is lost: whatever it had not committed was not promised to anybody.
      process.kill(pid, 'SIGKILL')
    } catch {
      // It went between the look and the signal.
    }
  }
  while (findOrphans(dataFolder).length > 0 && performance.now() < deadline + orphansMillisecondsMax) await sleep(50)
  if (findOrphans(dataFolder).length === 0) rmSync(join(dataFolder, 'postmaster.pid'), { force: true })
}

const waitUntilGone = async (dataFolder: string, millisecondsMax: number): Promise<boolean> => {
  const deadline = performance.now() + millisecondsMax
  while (performance.now() < deadline) {
    if (findPostmaster(dataFolder) === undefined) return true
    await sleep(50)
  }
  return findPostmaster(dataFolder) === undefined
}

/**
 * Makes sure that no PostgreSQL runs on the folder: refuses when its owner lives, otherwise lets its guard finish, and stops it
 * when the guard was killed too.
 */
export const clearLeftoverPostgres = async (dataFolder: string, owner: ProcessIdentity | undefined): Promise<void> => {
  if (findPostmaster(dataFolder) === undefined) return removeStaleLock(dataFolder)
  if (owner && owner.pid !== process.pid && isAlive(owner)) {
    throw new StartRefusal(
      `Nightflow already runs on ${dataFolder} (process ${owner.pid}); stop that one first, or start this one from another clone or with --database-url.`,
    )
  }
  if (await waitUntilGone(dataFolder, 2_000)) return removeStaleLock(dataFolder)
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const pid = findPostmaster(dataFolder)
    if (pid === undefined) return removeStaleLock(dataFolder)
    try {
      process.kill(pid, signal)
    } catch {
      // It went between the look and the signal, or it belongs to another account; the wait finds out.
    }
    if (await waitUntilGone(dataFolder, 10_000)) return removeStaleLock(dataFolder)
  }
  throw new StartRefusal(
    `a PostgreSQL left over on ${dataFolder} (process ${findPostmaster(dataFolder)}) cannot be stopped; stop it by hand and start again.`,
  )
}
