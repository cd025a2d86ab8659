import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const script = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Those of `npm start`: with Node's own the collector of garbage takes more of the processor. */
const nodeFlags = (JSON.parse(readFileSync(script('package.json'), 'utf8')) as { scripts: { start: string } }).scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--'))

export type ServerProcess = {
  child: ChildProcess
  pid: number
  baseUrl: string
  /** Everything it wrote, both streams. */
  output(): string
  /** Sends the signal and waits for the end; the exit code, or null after a signal that cannot be caught. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** `closed`: only its owner may enter, as with a clone in root's home; started by root, PostgreSQL then keeps its data elsewhere. */
export const temporaryStateFolder = async (closed = false, parent = tmpdir()): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(parent, 'nightflow-state-'))
  if (!closed) await chmod(path, 0o755)
  const remove = async (): Promise<void> => {
    const data = await realpath(join(path, 'postgres')).catch(() => undefined)
    if (data) await rm(data, { recursive: true, force: true, maxRetries: 5 })
    await rm(path, { recursive: true, force: true, maxRetries: 5 })
  }
  return { path, remove }
}

/** Starts it and does not wait: for tests that stop it in the middle. `within`: a command that turns into the one that follows it. */
export const launchServer = (
  flags: readonly string[],
  environment: Record<string, string> = {},
  { within = [], file = 'apps/server/src/start.ts' }: { within?: readonly string[]; file?: string } = {},
) => {
  const [program, ...parameters] = [...within, process.execPath, ...nodeFlags, script(file), '--port', '0', ...flags]
  const child = spawn(program!, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A broker that is given to the tests with Kafka is not for the servers of all others.
    env: {
      ...process.env,
      NIGHTFLOW_LOG_LEVEL: 'warn',
      VITEST: undefined,
      KAFKA_BROKERS: undefined,
      ...environment,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
    })
  }
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  return { child, ended, output: () => said }
}

/** Runs the server as its own process, as `npm start` does, on any free port, and waits until it is ready: longer with a city to feed. */
export const startServerProcess = async (
  stateFolder: string,
  flags: readonly string[] = ['--no-demo', '--no-web'],
  millisecondsMax = 90_000,
): Promise<ServerProcess> => {
  const { child, ended, output } = launchServer(['--state-folder', stateFolder, ...flags])
  let code: number | null | undefined
  ended.then((ending) => {
    code = ending
  })
  const record = join(stateFolder, 'server.json')
  const deadline = Date.now() + millisecondsMax
  for (;;) {
    if (code !== undefined) throw new Error(`the server ended with ${code} before it was ready:\n${output()}`)
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the server was not ready in time:\n${output()}`)
    }
    const written = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as { baseUrl: string; pid: number }) : undefined
    if (written && written.pid === child.pid) {
      const ready = await fetch(`${written.baseUrl}/health/ready`).catch(() => undefined)
      if (ready?.ok) {
        const end = (signal: NodeJS.Signals): Promise<number | null> => {
          child.kill(signal)
          return ended
        }
        return { child, pid: child.pid ?? 0, baseUrl: written.baseUrl, output, end }
      }
    }
    await sleep(50)
  }
}

/** Runs some roles as their own process on a database that is there, and waits until it is ready. */
export const startRoleProcess = (roles: string, options: RoleProcessOptions): Promise<ServerProcess> =>
  startOnDatabase(roles, ['--role', roles], options)

/** The same for one role from its own file. */
export const startMainProcess = (role: string, options: RoleProcessOptions): Promise<ServerProcess> =>
  startOnDatabase(role, [], options, `apps/server/src/mains/${role}.ts`)

const startOnDatabase = async (
  roles: string,
  roleFlags: readonly string[],
  { stateFolder, databaseUrl, flags = [], environment = {} }: RoleProcessOptions,
  file?: string,
): Promise<ServerProcess> => {
  const where = ['--state-folder', stateFolder, '--database-url', databaseUrl]
  const { child, ended, output } = launchServer([...roleFlags, '--no-web', ...where, ...flags], environment, { ...(file && { file }) })
  const baseUrlOf = (): string | undefined => /answers at (http:\S+)\n/.exec(output())?.[1]
  const isReady = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`the roles ${roles} ended with ${child.exitCode} before they were ready:\n${output()}`)
    const baseUrl = baseUrlOf()
    return baseUrl !== undefined && ((await fetch(`${baseUrl}/health/ready`).catch(() => undefined))?.ok ?? false)
  }
  if (!(await waitUntil(isReady))) {
    child.kill('SIGKILL')
    throw new Error(`the roles ${roles} were not ready in time:\n${output()}`)
  }
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    return ended
  }
  return { child, pid: child.pid ?? 0, baseUrl: baseUrlOf() ?? '', output, end }
}

export type RoleProcessOptions = {
  stateFolder: string
  databaseUrl: string
  flags?: readonly string[]
  environment?: Record<string, string>
}

/** Runs the server where it is expected to refuse: exit code and what it said. */
export const runServerToItsEnd = async (flags: readonly string[]): Promise<{ code: number | null; output: string }> => {
  const { ended, output } = launchServer(flags)
  return { code: await ended, output: output() }
}

/** Runs `npm run nightflow -- …`; never throws, the exit code tells. */
export const runNightflow = (...parameters: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  runNightflowWith({}, ...parameters)

/** The same with something on its standard input, or with variables of its own. */
export const runNightflowWith = (
  { typed = '', environment = {} }: { typed?: string; environment?: Record<string, string> },
  ...parameters: string[]
): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((done) => {
    const child = execFile(
      process.execPath,
      [script('apps/cli/src/nightflow.ts'), ...parameters],
      { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...environment } },
      (error, stdout, stderr) => done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
    // A command that reads nothing may have ended before.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(typed)
  })

/** Command lines of processes that name `text`, such as a data folder: what is left when all should be gone. Linux only. */
export const processesNaming = (text: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return commandLine.includes(text) ? [`${pid} ${commandLine}`] : []
      } catch {
        // It ended while we looked.
        return []
      }
    })

export const waitUntil = async (condition: () => boolean | Promise<boolean>, millisecondsMax = 60_000): Promise<boolean> => {
  const deadline = Date.now() + millisecondsMax
  while (Date.now() < deadline) {
    if (await condition()) return true
    await sleep(100)
  }
  return condition()
}

/** Waits for what has to come, and throws where it does not: a wait without a judgement passes after a minute. */
export const waitFor = async (condition: () => boolean | Promise<boolean>, millisecondsMax?: number): Promise<void> => {
  if (!(await waitUntil(condition, millisecondsMax))) throw new Error(`this did not come true in time: ${condition}`)
}
