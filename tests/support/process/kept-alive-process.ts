import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { launchServer, waitUntil } from './server-process.ts'

/** The delay of a restart in production (Compose, systemd). */
const restartMilliseconds = 200

export type KeptAliveProcess = {
  name: string
  baseUrl: string
  pid(): number
  starts(): number
  /** SIGKILL; it is started again as Compose would do it. */
  kill(): Promise<void>
  isReady(): Promise<boolean>
  stop(): Promise<void>
  /** Output of all its lives, the last 20,000 characters. */
  output(): string
}

/** Runs a server process and starts it again whenever it ends, always on the same port. */
export const keepAlive = async (
  name: string,
  flags: readonly string[],
  environment: Record<string, string> = {},
  within: readonly string[] = [],
): Promise<KeptAliveProcess> => {
  const port = await freePort('localhost')
  const baseUrl = `http://localhost:${port}`
  let said = ''
  let starts = 0
  let isStopping = false
  const launch = () => {
    starts += 1
    const launched = launchServer([...flags, '--port', String(port)], environment, { within })
    launched.ended.then(async () => {
      said = (said + launched.output()).slice(-20_000)
      await sleep(restartMilliseconds)
      if (!isStopping) current = launch()
    })
    return launched
  }
  let current = launch()
  return {
    name,
    baseUrl,
    pid: () => current.child.pid ?? 0,
    starts: () => starts,
    kill: async () => {
      const victim = current
      victim.child.kill('SIGKILL')
      await victim.ended
    },
    isReady: async () =>
      (await fetch(`${baseUrl}/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined))?.ok ?? false,
    stop: async () => {
      isStopping = true
      current.child.kill('SIGTERM')
      await current.ended
    },
    output: () => (said + current.output()).slice(-20_000),
  }
}

/** Waits until all are ready; says which is not and what it said. */
export const waitUntilReady = async (processes: readonly KeptAliveProcess[], millisecondsMax = 180_000): Promise<void> => {
  const deadline = Date.now() + millisecondsMax
  for (const process of processes) {
    if (await waitUntil(process.isReady, Math.max(0, deadline - Date.now()))) continue
    throw new Error(`${process.name} was not ready within ${millisecondsMax / 1000} s without hands:\n${process.output()}`)
  }
}
