import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { StartRefusal } from './start-refusal.ts'

/** The account that runs PostgreSQL: our own, or one that is not root, because PostgreSQL refuses root. */
export type DatabaseUser = { uid: number; gid: number } | undefined

const findAccount = (name: string): DatabaseUser => {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [account, , uid, gid] = line.split(':')
    if (account === name && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

const createAccount = (name: string): DatabaseUser => {
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', name],
      { stdio: 'ignore' },
    )
    return findAccount(name)
  } catch {
    // Slim images have no useradd, or /etc is read-only; `nobody` is there on every Debian and Ubuntu.
    return undefined
  }
}

/** The account to start PostgreSQL under; undefined when we are an ordinary user ourselves. */
export const chooseDatabaseUser = (): DatabaseUser => {
  if (process.getuid?.() !== 0) return undefined
  const account = findAccount('postgres') ?? findAccount('nightflow') ?? createAccount('nightflow') ?? findAccount('nobody')
  if (!account)
    throw new StartRefusal(
      'PostgreSQL refuses to run as root and this system has no other account; create one with `useradd --system nightflow` and start again.',
    )
  return account
}

/** Checked by the system itself, because modes, groups, mounts and access lists all count. */
export const canReach = (user: DatabaseUser, path: string, right: 'r' | 'w' | 'x' = 'x'): boolean =>
  user === undefined || spawnSync('/bin/sh', ['-c', `test -${right} "$1"`, 'sh', path], { ...user, cwd: '/', stdio: 'ignore' }).status === 0

/** Where a folder may be made that belongs to `owner` (a path) alone. */
export const reachableFoldersOf = (owner: string): string[] => {
  const name = `${basename(owner)}-${createHash('sha256').update(owner).digest('hex').slice(0, 12)}`
  return ['/var/lib/nightflow', join(tmpdir(), 'nightflow')].map((base) => join(base, name))
}

/**
 * A folder that the account can reach and that belongs to `owner` (a path) alone. Needed when the clone is in a folder that only
 * root may enter, such as /root.
 */
export const reachableFolderFor = (user: DatabaseUser, owner: string): string => {
  for (const folder of reachableFoldersOf(owner)) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      if (canReach(user, folder)) return folder
    } catch {
      // Read-only or not ours; the next one may do.
    }
  }
  throw new StartRefusal(
    `the account that runs PostgreSQL can enter neither ${owner} nor /var/lib/nightflow nor ${tmpdir()}; move the clone to a folder that other accounts may enter.`,
  )
}

/** The installation as the account can run it: where it is, or a copy made once per version. */
export const reachableInstallation = (user: DatabaseUser, native: string, version: string): string => {
  if (canReach(user, join(native, 'bin', 'postgres')) && canReach(user, join(native, 'share'), 'r')) return native
  const copy = join(reachableFolderFor(user, native), version)
  if (!existsSync(copy)) {
    // Copied beside and renamed, so that an interrupted copy is never taken for a whole one.
    const unfinished = `${copy}.${process.pid}`
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(unfinished, copy)
    } catch {
      rmSync(unfinished, { recursive: true, force: true })
    }
  }
  return copy
}
