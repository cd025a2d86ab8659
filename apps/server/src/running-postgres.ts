import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
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

/** The postmaster on this data folder, if one runs; a lock file left by a dead one is removed, because its number may belong to somebody else by now. */
const findPostmaster = (dataFolder: string): number | undefined => {
  const lockFile = join(dataFolder, 'postmaster.pid')
  if (!existsSync(lockFile)) return undefined
  const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0])
  if (Number.isInteger(pid) && pid > 1 && readCommandLine(pid)?.includes(dataFolder)) return pid
  rmSync(lockFile, { force: true })
  return undefined
}

const waitUntilGone = async (dataFolder: string, millisecondsMax: number): Promise<boolean> => {
  const deadline = Date.now() + millisecondsMax
  while (Date.now() < deadline) {
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
  if (findPostmaster(dataFolder) === undefined) return
  if (owner && owner.pid !== process.pid && isAlive(owner)) {
    throw new StartRefusal(
      `Nightflow already runs on ${dataFolder} (process ${owner.pid}); stop that one first, or start this one from another clone or with --database-url.`,
    )
  }
  if (await waitUntilGone(dataFolder, 2_000)) return
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const pid = findPostmaster(dataFolder)
    if (pid === undefined) return
    try {
      process.kill(pid, signal)
    } catch {
      // It went between the look and the signal, or it belongs to another account; the wait tells.
    }
    if (await waitUntilGone(dataFolder, 10_000)) return
  }
  throw new StartRefusal(
    `a PostgreSQL left over on ${dataFolder} (process ${findPostmaster(dataFolder)}) cannot be stopped; stop it by hand and start again.`,
  )
}
