import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { scripts: { start: string } }

/** Node's memory flags in `npm start`: part of how fast the service is. */
const flags = scripts.start.split(' ').filter((word) => word.startsWith('--'))

/** A part of the service in a process of its own, with the flags that it has in production. */
export const forkAsStarted = (program: string, environment: NodeJS.ProcessEnv): ChildProcess =>
  fork(new URL(program, import.meta.url), { env: { ...process.env, ...environment }, execArgv: flags })
