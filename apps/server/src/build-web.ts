import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from './start-refusal.ts'
import { repositoryFolder } from './state-folder.ts'

const webFolder = join(repositoryFolder, 'apps', 'web')
export const webDistFolder = join(webFolder, 'dist')

/** Sources of the bundle: the web's own files, the schemas it imports, and the versions of what it imports. */
const sources = [
  ...['src', 'locales', 'public', 'index.html', 'vite.config.ts', 'first-modules.ts', 'package.json'].map((name) => join(webFolder, name)),
  join(repositoryFolder, 'schemas', 'src'),
  join(repositoryFolder, 'docs', 'guides'),
  join(repositoryFolder, 'package-lock.json'),
]

const newestChange = (path: string): number => {
  const status = statSync(path, { throwIfNoEntry: false })
  if (!status) return 0
  if (!status.isDirectory()) return status.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestChange(join(path, name))), status.mtimeMs)
}

export const isWebStale = (): boolean => {
  const built = join(webDistFolder, 'index.html')
  if (!existsSync(built)) return true
  const builtAt = statSync(built).mtimeMs
  return sources.some((source) => newestChange(source) > builtAt)
}

const buildMillisecondsMax = 180_000

/** Builds the web with the installed vite; needs no network. The last lines of a failed build are part of the refusal. */
export const buildWeb = async (): Promise<void> => {
  const child = spawn(process.execPath, ['build.ts'], {
    // The environment may have `test` or `development`; the bundle would have React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
    cwd: webFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: buildMillisecondsMax,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-4_000)
    })
  }
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed)
    child.once('close', done)
  })
  if (code !== 0) throw new StartRefusal(`the web could not be built (the build ended with ${code ?? 'a timeout'}):\n${said.trim()}`)
}
