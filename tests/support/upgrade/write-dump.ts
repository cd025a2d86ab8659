import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { freePort } from '../process/free-port.ts'
import { waitUntil } from '../process/server-process.ts'
import { dumpDatabase } from './dump-database.ts'
import { callsAboutMoney, fillMoney, hasMoney } from './fill-money.ts'
import { callerOf, fillUtility, type ServerOfCommit, tokenOf } from './fill-utility.ts'
import { callsOf, type KeptAnswers, readAnswers } from './kept-answers.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The source of a commit in a folder of its own. Its dependencies are today's, its own packages are its own. */
const checkOut = (commit: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'released-nightflow-'))
  execFileSync('git', ['-C', root, 'worktree', 'add', '--detach', '--force', folder, commit], { stdio: 'ignore' })
  const modules = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules', '@nightflow'), { recursive: true })
  for (const name of readdirSync(modules)) {
    if (name === '@nightflow') continue
    symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  }
  for (const name of readdirSync(join(modules, '@nightflow')))
    symlinkSync(readlinkSync(join(modules, '@nightflow', name)), join(folder, 'node_modules', '@nightflow', name))
  return folder
}

const runCli = (folder: string, stateFolder: string, parameters: string[], typed = ''): Promise<string> =>
  new Promise((done, failed) => {
    const command = ['apps/cli/src/nightflow.ts', '--state-folder', stateFolder, ...parameters]
    const child = execFile(process.execPath, command, { cwd: folder }, (error, stdout) => (error ? failed(error) : done(stdout)))
    child.stdin?.end(typed)
  })

const startMillisecondsMax = 300_000

/** Starts the server of a commit with an embedded database of its own. */
const startServer = async (folder: string, stateFolder: string) => {
  const port = String(await freePort('localhost'))
  const flags = ['--no-demo', '--no-web', '--port', port, '--state-folder', stateFolder]
  const child = spawn(process.execPath, ['apps/server/src/start.ts', ...flags], { cwd: folder, stdio: 'inherit' })
  const stop = () =>
    new Promise((done) => {
      child.once('exit', done)
      child.kill('SIGTERM')
    })
  const baseUrl = `http://localhost:${port}`
  const isReady = async () => (await fetch(`${baseUrl}/health/ready`).catch(() => undefined))?.ok ?? false
  if (!(await waitUntil(isReady, startMillisecondsMax))) {
    await stop()
    throw new Error('the server was not ready in time')
  }
  const record = JSON.parse(readFileSync(join(stateFolder, 'server.json'), 'utf8')) as { databaseUrl: string; ownerDatabaseUrl?: string }
  // Since the service has a role of its own, the owner alone sees every row.
  const databaseUrl = record.ownerDatabaseUrl ?? record.databaseUrl
  return { baseUrl, databaseUrl, stop }
}

/** A verification that was asked for at the API may still run. */
const verify = async ({ cli }: ServerOfCommit): Promise<string> => {
  for (let tries = 1; ; tries++)
    try {
      return (await cli(['verify'])).trim()
    } catch (error) {
      if (tries === 60 || !String(error).includes('is running already')) throw error
      await sleep(500)
    }
}

/** A dump of a filled database of the commit, and what its server answered. */
const dumpOfCommit = async (commit: string, folder: string, stateFolder: string): Promise<{ dump: string; answers: KeptAnswers }> => {
  const { baseUrl, databaseUrl, stop } = await startServer(folder, stateFolder)
  try {
    const server: ServerOfCommit = { baseUrl, cli: (parameters, typed) => runCli(folder, stateFolder, parameters, typed) }
    const { key, ...days } = await fillUtility(server)
    if (hasMoney(commit)) await fillMoney(callerOf(baseUrl, await tokenOf(server, 'north')), { baseUrl, key })
    const verified = await verify(server)
    if (verified !== 'identical') throw new Error(`verify answered ${verified}`)
    const calls = [...callsOf(days), ...(hasMoney(commit) ? callsAboutMoney : [])]
    const tokens = { north: await tokenOf(server, 'north'), platform: await tokenOf(server, 'platform', 'operator') }
    const answers = await readAnswers(baseUrl, tokens, calls)
    const pool = new pg.Pool({ connectionString: databaseUrl })
    try {
      return { dump: await dumpDatabase(pool), answers }
    } finally {
      await pool.end()
    }
  } finally {
    await stop()
  }
}

const [commit, target = join(root, 'tests/support/upgrade/dumps')] = process.argv.slice(2)
if (!commit) throw new Error('name the commit whose database is wanted: node tests/support/upgrade/write-dump.ts 68f0887 [FOLDER]')
const folder = checkOut(commit)
try {
  const { dump, answers } = await dumpOfCommit(commit, folder, join(folder, '.state'))
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, `${commit}.sql.gz`), gzipSync(dump, { level: 9 }))
  writeFileSync(join(target, `${commit}.answers.json.gz`), gzipSync(JSON.stringify(answers), { level: 9 }))
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  execFileSync('git', ['-C', root, 'worktree', 'prune'])
}
