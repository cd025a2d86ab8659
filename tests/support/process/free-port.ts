import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports: no outgoing connection takes one of these while its owner is stopped. */
const [lowest, highest] = [15_000, 32_000]
const triesMax = 100
const given = new Set<number>()

/** A port to be listened on now, and again after a restart; every call answers another one. */
export const freePort = async (host: '127.0.0.1' | 'localhost'): Promise<number> => {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const port = randomInt(lowest, highest)
    if (given.has(port) || !(await isFree(port, host))) continue
    given.add(port)
    return port
  }
  throw new Error(`none of ${triesMax} ports from ${lowest} to ${highest} is free`)
}

const isFree = (port: number, host: string): Promise<boolean> =>
  new Promise((answer) => {
    const server = createServer().once('error', () => answer(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => answer(true)))
  })
