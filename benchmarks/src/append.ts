import type { EventLog } from '@nightflow/event-log/event-log'
import { personalEventLog } from '@nightflow/event-log/personal-event-log'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import type { Pool } from 'pg'
import { median, withBenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './bench-options.ts'
import { openEmmettPeer } from './emmett-peer.ts'
import { timeProjection } from './time-projection.ts'
import { eventsPerOperation, newEventOf, type ValveEvent, valveOperation, valveStream } from './valve-events.ts'

const writerCounts = [1, 8, 32] as const

type Append = (stream: string, expectedVersion: number, events: ValveEvent[]) => Promise<unknown>

/**
 * Business events, one an append, each with the version that its writer expects: our log and the peer's in turn on the same server, in
 * one database, with the same events and the same durability. And the read model of valve operations from them, ours with all other
 * read models beside it.
 */
export const benchAppend = async ({ isQuick }: BenchOptions) => {
  const appended = await compareAppends(isQuick ? 2 : 5, isQuick ? 0.7 : 2)
  const projected = await compareProjections(isQuick ? 2000 : 5000)
  return { name: 'append', ...appended, ...projected, unit: 'events/s' }
}

type Stores = { log: EventLog; pool: Pool; peer: Awaited<ReturnType<typeof openEmmettPeer>>; appendToLog: Append }

const withStores = <Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> =>
  withBenchDatabase(async ({ pool, connectionString }) => {
    const log = personalEventLog(createPostgresEventLog({ pool, connectionString }), pool)
    const peer = await openEmmettPeer(connectionString, Math.max(...writerCounts))
    const appendToLog: Append = async (stream, expectedVersion, events) => {
      const { status } = await log.append(stream, expectedVersion, events.map(newEventOf))
      if (status !== 'appended') throw new Error(`an append to ${stream} was answered "${status}"`)
    }
    try {
      return await work({ log, pool, peer, appendToLog })
    } finally {
      await peer.close()
      await log.close()
    }
  })

const compareAppends = (rounds: number, seconds: number) =>
  withStores(async ({ peer, appendToLog }) => {
    for (const append of [appendToLog, peer.append]) await appendFor(0.5, 8, append)
    const measured = writerCounts.map((writers) => ({ writers, figures: [] as number[], limits: [] as number[] }))
    for (let round = 0; round < rounds; round++) {
      for (const { writers, figures, limits } of measured) {
        figures.push(await appendFor(seconds, writers, appendToLog))
        limits.push(await appendFor(seconds, writers, peer.append))
      }
      const latest = measured.map(({ writers, figures, limits }) => `${writers}: ${whole(figures.at(-1)!)} (${whole(limits.at(-1)!)})`)
      console.log(`round ${round + 1}: events/s by writers, the peer's in brackets, ${latest.join(', ')}`)
    }
    const [one, eight, many] = measured.map(({ figures, limits }) => ({
      figure: whole(median(figures)),
      limit: whole(median(limits)),
      ratio: median(figures.map((figure, round) => figure / limits[round]!)),
    })) as [Compared, Compared, Compared]
    return {
      ...many,
      ratioToEmmett1: one.ratio,
      ratioToEmmett8: eight.ratio,
      ratioToEmmett32: many.ratio,
      figure1: one.figure,
      limit1: one.limit,
      figure8: eight.figure,
      limit8: eight.limit,
    }
  })

type Compared = { figure: number; limit: number; ratio: number }
const whole = Math.round

const compareProjections = (operations: number) =>
  withStores(async ({ log, pool, peer, appendToLog }) => {
    for (let index = 0; index < operations; index++) {
      const number = String(10_000_000 + index)
      const events = valveOperation(number)
      await Promise.all([appendToLog(valveStream(number), 0, events), peer.append(valveStream(number), 0, events)])
    }
    const figures: number[] = []
    for (let round = 0; round < 3; round++) figures.push((operations * eventsPerOperation) / (await timeProjection(pool, log, 0)))
    const figure = median(figures)
    const limit = await peer.project()
    console.log(`projection of single events: ${whole(figure)} events/s, the peer's ${whole(limit)}`)
    return { figureProjection: whole(figure), limitProjection: whole(limit), ratioProjection: figure / limit }
  })

/** Events a second of so many writers, each waiting for its answer before it goes on; every operation is a stream of its own. */
const appendFor = async (seconds: number, writers: number, append: Append): Promise<number> => {
  const started = performance.now()
  const until = started + seconds * 1000
  let events = 0
  const write = async (): Promise<void> => {
    while (performance.now() < until) {
      const number = crypto.randomUUID()
      for (const [version, event] of valveOperation(number).entries()) {
        await append(valveStream(number), version, [event])
        events += 1
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  if (events < eventsPerOperation) throw new Error(`${events} events within ${seconds} s`)
  return events / ((performance.now() - started) / 1000)
}
