import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { forkAsStarted } from './fork-as-started.ts'
import { appendFrames, eventsOf, framesOf, registerMeters } from './frames.ts'
import { measureHistory } from './history.ts'
import { sendAll } from './http-load.ts'
import { connections, createGateways, requestOf } from './ingest.ts'

const day = 24
const times = 3
/** A day of a thousand meters: what the projector finds while it keeps up, whatever the number of meters. */
const framesPerPage = 50

type Size = { meters: number; ingest: number; project: number; catchUp: number; ingestMegabytes: number; projectMegabytes: number }

/**
 * Whether a reading costs the same when there are a hundred times as many meters, and a question the same when there is twelve times as
 * much history. Each size has the same number of readings, a day of 20 meters in one frame; the fastest of three counts. The figure is
 * the cost of a reading in the projector with the most meters, its limit that with the fewest, both in pages of the same size. In pages
 * as full as they come when it is behind, few meters have the better of it, by nature: many days of a meter stand in one page, and each
 * row is written once. `ratioCatchUp` says by how much.
 */
export const benchScale = async ({ isQuick }: BenchOptions) => {
  const sizes: Size[] = []
  for (const meters of isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000]) {
    const size = await measureSize(meters, ((isQuick ? 10_000 : 100_000) / meters) * day)
    sizes.push(size)
    console.log(
      `${meters} meters: ingest ${Math.round(size.ingest)} readings/s in ${size.ingestMegabytes} MB, projector ${Math.round(size.project)}, behind ${Math.round(size.catchUp)}, in ${size.projectMegabytes} MB`,
    )
  }
  const [least, most] = [sizes[0]!, sizes.at(-1)!]
  const history = await measureHistory(isQuick ? [30, 90] : [30, 90, 365])
  return {
    name: 'scale',
    figure: 1e9 / most.project,
    limit: 1e9 / least.project,
    ratio: least.project / most.project,
    ratioProject: least.project / most.project,
    ratioIngest: least.ingest / most.ingest,
    ratioCatchUp: least.catchUp / most.catchUp,
    sizes: sizes.map((size) => ({
      ...size,
      ingest: Math.round(size.ingest),
      project: Math.round(size.project),
      catchUp: Math.round(size.catchUp),
    })),
    ...history,
    unit: 'ns/reading',
  }
}

const measureSize = (meters: number, hours: number): Promise<Size> =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const log = createPostgresEventLog({ pool, connectionString })
    try {
      await registerMeters(log, 50, meters)
      // The first day of each meter is not counted: it is when the projector gets to know the meter.
      await appendFrames(log, eventsOf('20x24', day, 'first-', meters))
      const structure = await log.head()
      const readings = await appendFrames(log, eventsOf('20x24', hours, '', meters, day))
      const projectOnce = (pages: { eventsPerPage?: number }) =>
        inProcess('./projector-process.ts', { connectionString, once: { structure, times, ...pages } }, async (child) => {
          const [report] = (await once(child, 'message')) as [{ seconds: number; rssMax: number }]
          return report
        })
      const projected = await projectOnce({ eventsPerPage: framesPerPage })
      const caughtUp = await projectOnce({})
      const keys = await createGateways(pool)
      const ingested = await inProcess('./ingest-server.ts', { connectionString }, async (child) => {
        const [port] = (await once(child, 'message')) as [number]
        const seconds = await fastestIngest(port, keys, meters, hours)
        child.send('memory')
        const [{ rssMax }] = (await once(child, 'message')) as [{ rssMax: number }]
        return { seconds, rssMax }
      })
      return {
        meters,
        project: readings / projected.seconds,
        catchUp: readings / caughtUp.seconds,
        projectMegabytes: megabytes(projected.rssMax),
        ingest: readings / ingested.seconds,
        ingestMegabytes: megabytes(ingested.rssMax),
      }
    } finally {
      await log.close()
    }
  })

/** The first round warms up; the fastest of all counts. */
const fastestIngest = async (port: number, keys: readonly string[], meters: number, hours: number): Promise<number> => {
  let fastest = Number.POSITIVE_INFINITY
  for (let time = 0; time < times; time++) {
    let frame = 0
    const requests = Array.from(framesOf('20x24', hours, meters), (columns) =>
      requestOf('columns', columns, `${time}-${frame}`, keys[frame++ % keys.length]!),
    )
    fastest = Math.min(fastest, (await sendAll(port, connections, requests)).seconds)
  }
  return fastest
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)

/** A program of this folder, with its database in the environment, for as long as the work takes. */
const inProcess = async <Result>(
  program: string,
  { connectionString, once }: { connectionString: string; once?: object },
  work: (child: ChildProcess) => Promise<Result>,
): Promise<Result> => {
  const child = forkAsStarted(program, { BENCH_DATABASE_URL: connectionString, ...(once && { BENCH_ONCE: JSON.stringify(once) }) })
  const ended = failWhenEnded(child)
  try {
    return await Promise.race([work(child), ended])
  } finally {
    if (child.connected) child.disconnect()
  }
}

const failWhenEnded = async (child: ChildProcess): Promise<never> => {
  const [code] = (await once(child, 'exit')) as [number | null]
  throw new Error(`a process of the benchmark ended with ${code}`)
}
