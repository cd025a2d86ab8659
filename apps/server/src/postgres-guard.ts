/**
 * Runs PostgreSQL as a child and stops it when the parent is gone, however it went: the parent holds the other end of standard
 * input, and the kernel closes it even after SIGKILL. It runs in a session of its own, so Ctrl-C in the terminal does not reach it.
 *
 * Argument: JSON of `GuardOrder`. Standard output: what PostgreSQL says. Exit code: PostgreSQL's, or 0 after an ordered stop.
 */
import { spawn } from 'node:child_process'

export type GuardOrder = {
  executable: string
  arguments: readonly string[]
  uid?: number
  gid?: number
  environment: Record<string, string>
}

/** A fast shutdown writes a checkpoint; when that takes longer, an immediate one is safe too: the next start recovers from the log. */
const fastShutdownMillisecondsMax = 8_000
/** PostgreSQL itself kills what does not go within five seconds of an immediate one. */
const immediateShutdownMillisecondsMax = 7_000
/** PostgreSQL's last output is read to its end, unless a process that it left behind holds the pipe. */
const lastWordsMillisecondsMax = 2_000

process.title = 'nightflow-postgres-guard'
const order = JSON.parse(process.argv[2] ?? '{}') as GuardOrder

const postgres = spawn(order.executable, order.arguments, {
  cwd: '/',
  env: order.environment,
  stdio: ['ignore', 'ignore', 'pipe'],
  ...(order.uid === undefined ? {} : { uid: order.uid, gid: order.gid }),
})

// The parent may be gone already: then no message can be sent, which must not stop the guard before PostgreSQL.
process.stdout.on('error', () => {})
postgres.stderr.on('data', (said: Buffer) => {
  process.stdout.write(said)
})

let stopping = false
const stop = (): void => {
  if (stopping) return
  stopping = true
  postgres.kill('SIGINT')
  setTimeout(() => postgres.kill('SIGQUIT'), fastShutdownMillisecondsMax).unref()
  setTimeout(() => postgres.kill('SIGKILL'), fastShutdownMillisecondsMax + immediateShutdownMillisecondsMax).unref()
}

postgres.on('error', (error) => {
  process.stdout.write(`FATAL:  ${error.message}\n`)
  process.exitCode = 127
  process.stdin.destroy()
})
postgres.on('exit', (code) => {
  setTimeout(() => process.exit(stopping ? 0 : (code ?? 1)), lastWordsMillisecondsMax).unref()
})
postgres.on('close', (code) => {
  process.exitCode = stopping ? 0 : (code ?? 1)
  process.stdin.destroy()
})

process.stdin.on('end', stop)
process.stdin.on('close', stop)
process.stdin.on('error', stop)
process.stdin.resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
