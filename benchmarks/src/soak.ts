import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { pageLimits } from '@nightflow/projections/views/views-builder'
import type { Pool } from 'pg'
import { withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { forkAsStarted } from './fork-as-started.ts'
import { framesOf, readingsPerFrame, registerMeters } from './frames.ts'
import { type Fsync, measureFsync } from './fsync.ts'
import type { PreparedRequest } from './http-load.ts'
import { columnsRequestOf, connections, createGateways } from './ingest.ts'
import { type Acknowledged, sendPaced } from './paced-load.ts'
import type { ProjectorReport } from './projector-process.ts'

const lagSecondsMax = 2
/** So many frames may wait for the read models while the rate is learnt: pages are full then, one being folded while the next one comes together. */
const waitingFramesMax = 2 * pageLimits.limit
const drainSecondsMax = 120
const memorySamples = 120
const hoursWithoutEnd = 1_000_000

/**
 * Gateways send at half the rate that the service keeps up, taking frames and projecting them at the same time, for the given minutes. The figure is the
 * 99th percentile of the seconds from a frame's acknowledgement until the read models have it, its limit 2 s. Memory must stay as it was after
 * the first fifth, and no request may fail.
 */
export const benchSoak = ({ isQuick, minutes, meters }: BenchOptions) =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const fsync = await measureFsync()
    const service = await startService(pool, connectionString, meters)
    try {
      // First until there are rows to change and to clear away: a service that has just begun takes more than it can take for long.
      await service.sendWhileKeptUp(isQuick ? 10 : 30)
      const framesPerSecond = (await service.sendWhileKeptUp(isQuick ? 15 : 45)) / 2
      // Half of nothing would be kept up by anybody.
      if (framesPerSecond === 0)
        throw new Error(
          `nothing of ${meters} meters came to the read models while the rate was learnt: ask with fewer meters or for longer`,
        )
      await service.drain()
      console.log(`${Math.round(framesPerSecond * readingsPerFrame)} readings/s are half of what it keeps up`)
      service.forget()
      const memory = watchMemory(service, (minutes * 60_000) / memorySamples)
      const sent = await service.send(framesPerSecond, minutes * 60)
      await service.drain()
      return {
        name: 'soak',
        ...resultOf(service, { sent, framesPerSecond, memory: await memory.stop(), fsync }),
        minutes,
        meters,
        unit: 's',
      }
    } finally {
      await service.stop()
    }
  })

type Sent = Awaited<ReturnType<typeof sendPaced>>
type Memory = { ingest: number[]; projector: number[] }

const resultOf = (service: Service, measured: { sent: Sent; framesPerSecond: number; memory: Memory; fsync: Fsync }) => {
  const { sent, framesPerSecond, memory, fsync } = measured
  const lag = service.lagMilliseconds.toSorted((a, b) => a - b)
  const acknowledged = service.acknowledgeMilliseconds.toSorted((a, b) => a - b)
  const percentile = (values: readonly number[], share: number) => values[Math.min(values.length - 1, Math.floor(values.length * share))]!
  if (sent.firstError) console.error(`of ${sent.sent} requests ${sent.errors} failed, the first with ${sent.firstError}`)
  for (const failure of service.failures) console.error(`the projector failed: ${failure}`)
  const growth = { ingest: growthOf(memory.ingest), projector: growthOf(memory.projector) }
  return {
    figure: percentile(lag, 0.99) / 1000,
    limit: lagSecondsMax,
    ratio: percentile(lag, 0.99) / 1000 / lagSecondsMax,
    lagSecondsMedian: percentile(lag, 0.5) / 1000,
    lagSecondsMax: lag.at(-1)! / 1000,
    lagSecondsP99ByFifth: byFifth(service.lagMilliseconds).map(
      (part) =>
        percentile(
          part.toSorted((a, b) => a - b),
          0.99,
        ) / 1000,
    ),
    longestPageSeconds: service.longestPageMilliseconds / 1000,
    readingsPerSecondAsked: Math.round(framesPerSecond * readingsPerFrame),
    readingsPerSecond: Math.round((sent.sent * readingsPerFrame) / sent.seconds),
    errors: sent.errors + service.failures.length,
    ratioMemory: Math.max(growth.ingest, growth.projector),
    memoryMegabytes: { ingest: tellTale(memory.ingest), projector: tellTale(memory.projector) },
    acknowledgeP99Milliseconds: percentile(acknowledged, 0.99),
    fsyncMilliseconds: fsync.milliseconds,
    ratioAcknowledge: percentile(acknowledged, 0.99) / fsync.milliseconds,
  }
}

const megabyte = 1024 * 1024
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
/** Mean memory of the last fifth over that of the second; in the first, caches fill. */
const growthOf = (samples: readonly number[]): number => {
  const fifth = Math.floor(samples.length / 5)
  return fifth === 0 ? Number.NaN : mean(samples.slice(-fifth)) / mean(samples.slice(fifth, 2 * fifth))
}
/** In the order in which frames reached the read models: shows whether a lag grew, or was one bad moment. */
const byFifth = (values: readonly number[]): number[][] =>
  [0, 1, 2, 3, 4].map((fifth) => values.slice(Math.floor((values.length * fifth) / 5), Math.floor((values.length * (fifth + 1)) / 5)))

/** The value at the end of each fifth. */
const tellTale = (samples: readonly number[]): number[] =>
  [1, 2, 3, 4, 5].map((fifth) => Math.round((samples[Math.ceil((samples.length * fifth) / 5) - 1] ?? 0) / megabyte))

type Service = Awaited<ReturnType<typeof startService>>

/** Ingest and projector, each a process of its own, and a load that knows when each of its frames is in the read models. */
const startService = async (pool: Pool, connectionString: string, meters: number) => {
  const log = createPostgresEventLog({ pool, connectionString })
  await registerMeters(log, 50, meters)
  await log.close()
  const keys = await createGateways(pool)
  const environment = { BENCH_DATABASE_URL: connectionString }
  const ingest = forkAsStarted('./ingest-server.ts', environment)
  const projector = forkAsStarted('./projector-process.ts', environment)
  const [port] = (await once(ingest, 'message')) as [number]
  const frames = framesOf('50x10', hoursWithoutEnd, meters)
  let frame = 0
  const next = (): PreparedRequest => {
    frame += 1
    const columns = frames.next().value!
    // The ingest endpoint rejects readings of the future. A run is months of the readings of few meters.
    if (columns.at.at(-1)! > Date.now())
      throw new Error(`the readings of ${meters} meters have come up to the present: ask for more --meters`)
    return columnsRequestOf(columns, `soak-${frame}`, keys[frame % keys.length]!)
  }
  const service = {
    ingest,
    projector,
    failures: [] as string[],
    /** Distinguishes a slow page from a wait between pages. */
    longestPageMilliseconds: 0,
    lagMilliseconds: [] as number[],
    acknowledgeMilliseconds: [] as number[],
    send: (perSecond: number, seconds: number) => sendPaced({ port, connections, perSecond, seconds, next, onAcknowledged }),
    /** As fast as it can, and no faster than the read models can follow; answers how many frames a second reached them. */
    sendWhileKeptUp: async (seconds: number): Promise<number> => {
      const before = service.lagMilliseconds.length
      const isHeldBack = () => waiting.length > waitingFramesMax
      const sent = await sendPaced({ port, connections, perSecond: Number.POSITIVE_INFINITY, seconds, next, onAcknowledged, isHeldBack })
      return (service.lagMilliseconds.length - before) / sent.seconds
    },
    /** Seconds until the read models have everything that was acknowledged. */
    drain: async (): Promise<number> => {
      const started = performance.now()
      while (waiting.length > 0) {
        if (performance.now() - started > drainSecondsMax * 1000)
          throw new Error(`${waiting.length} frames are not in the read models after ${drainSecondsMax} s`)
        await sleep(5)
      }
      return (performance.now() - started) / 1000
    },
    forget: () => {
      service.lagMilliseconds.length = 0
      service.acknowledgeMilliseconds.length = 0
      service.longestPageMilliseconds = 0
    },
    stop: async () => {
      const ended = [ingest, projector].filter(({ exitCode }) => exitCode === null).map((child) => once(child, 'exit'))
      for (const child of [ingest, projector]) if (child.connected) child.disconnect()
      await Promise.all(ended)
    },
  }
  /** Acknowledged and not yet in the read models, about in the order of their positions. */
  let waiting: Acknowledged[] = []
  let viewsPosition = 0
  const onAcknowledged = (acknowledged: Acknowledged): void => {
    service.acknowledgeMilliseconds.push(acknowledged.milliseconds)
    if (acknowledged.position <= viewsPosition) service.lagMilliseconds.push(0)
    else waiting.push(acknowledged)
  }
  projector.on('message', (report: ProjectorReport) => {
    if ('failure' in report && report.failure !== undefined) service.failures.push(report.failure)
    if (!('position' in report)) return
    viewsPosition = report.position
    service.longestPageMilliseconds = Math.max(service.longestPageMilliseconds, report.milliseconds)
    const now = performance.now()
    for (const { position, at } of waiting) if (position <= viewsPosition) service.lagMilliseconds.push(now - at)
    waiting = waiting.filter(({ position }) => position > viewsPosition)
  })
  return service
}

const watchMemory = ({ ingest, projector }: Service, everyMilliseconds: number) => {
  const memory: Memory = { ingest: [], projector: [] }
  const listen = (child: ChildProcess, samples: number[]) => {
    const hear = (message: unknown) => {
      if (typeof message === 'object' && message !== null && 'rss' in message) samples.push(message.rss as number)
    }
    child.on('message', hear)
    return () => child.off('message', hear)
  }
  const leave = [listen(ingest, memory.ingest), listen(projector, memory.projector)]
  const timer = setInterval(() => {
    for (const child of [ingest, projector]) if (child.connected) child.send('memory')
  }, everyMilliseconds)
  return {
    stop: async (): Promise<Memory> => {
      clearInterval(timer)
      await sleep(200)
      for (const end of leave) end()
      return memory
    },
  }
}
