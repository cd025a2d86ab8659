import { ErrorType } from '@eventstore/db-client'
import type { BrokenLink } from '../event-log.ts'
import { checkStream, type StreamHead } from '../stream-check.ts'
import type { Connection } from './connection.ts'
import { isOfType } from './passing-errors.ts'
import type { PositionMarks } from './position-marks.ts'
import { readAllPage } from './read-all.ts'
import { readStreamHead, readStreamPage } from './read-stream.ts'
import type { StoredEvent } from './stored-event.ts'

// Streams whose chains are followed in one passage through the log, about 300 bytes each; more streams are checked in several passages.
const defaultStreamsAtOnce = 200_000
const headsAtOnce = 16
const pageEvents = 1000

type Check = { state: ReturnType<typeof checkStream>; broken: boolean; events: number }
/** The streams whose number is `remainder` when divided by `divisor`. */
type Share = { remainder: number; divisor: number }

/**
 * Holds every event up to `untilPosition` against its chain, and every stream of the log against what the server returns for that
 * stream. The server keeps no head of a stream beside its events, so a tail that was cut out of all its files leaves no trace here.
 */
export async function* verifyLog(
  connection: Connection,
  marks: PositionMarks,
  untilPosition: number,
  options: { onProgress?: ((doneEvents: number) => void) | undefined; streamsAtOnce?: number } = {},
): AsyncGenerator<BrokenLink> {
  const { onProgress, streamsAtOnce = defaultStreamsAtOnce } = options
  let done = 0
  const shares: Share[] = [{ remainder: 0, divisor: 1 }]
  // A broken stream that was reported before its share is divided is followed to its end, and not reported again in the pass over the other half.
  const reported = new Set<string>()
  for (let share = shares.pop(); share; share = shares.pop()) {
    const checks = new Map<string, Check>()
    for (let after = 0; ; ) {
      const page = await readAllPage(connection, marks, after, { untilPosition, limit: pageEvents })
      for (const event of page) {
        const known = checks.get(event.stream)
        if (!known && (!isIn(share, event.stream) || reported.has(event.stream))) continue
        const check = known ?? { state: checkStream(event.stream), broken: false, events: 0 }
        checks.set(event.stream, check)
        const links = check.state.next(checkedEventOf(event))
        check.broken ||= links.length > 0
        check.events += 1
        done += 1
        yield* links
      }
      while (checks.size > streamsAtOnce + reported.size) {
        const { kept, droppedEvents } = halve(share, checks, shares, reported)
        share = kept
        done -= droppedEvents
      }
      onProgress?.(done)
      const last = page.at(-1)
      if (!last) break
      after = last.position
    }
    yield* finishAll(connection, checks)
  }
}

/** The check of one stream, as the server gives it. */
export async function* verifyStream(
  connection: Connection,
  stream: string,
  onProgress: (doneEvents: number) => void = () => undefined,
): AsyncGenerator<BrokenLink> {
  const state = checkStream(stream)
  let done = 0
  for (let after = 0; ; ) {
    const page = await readStreamPage(connection, stream, after, pageEvents)
    for (const event of page) yield* state.next(checkedEventOf(event))
    done += page.length
    onProgress(done)
    const last = page.at(-1)
    if (!last) return
    after = last.version
  }
}

/** Keeps half of a share for this passage and leaves the other half to a later one. */
const halve = ({ remainder, divisor }: Share, checks: Map<string, Check>, shares: Share[], reported: Set<string>) => {
  const kept = { remainder, divisor: divisor * 2 }
  shares.push({ remainder: remainder + divisor, divisor: divisor * 2 })
  let droppedEvents = 0
  for (const [stream, check] of checks) {
    if (isIn(kept, stream)) continue
    if (check.broken) reported.add(stream)
    else if (checks.delete(stream)) droppedEvents += check.events
  }
  return { kept, droppedEvents }
}

const isIn = ({ remainder, divisor }: Share, stream: string): boolean => divisor === 1 || numberOf(stream) % divisor === remainder

/** FNV-1a, 32 bits: it only has to spread names evenly. */
const numberOf = (stream: string): number => {
  let number = 0x811c9dc5
  for (let index = 0; index < stream.length; index += 1) number = Math.imul(number ^ stream.charCodeAt(index), 0x01000193)
  return number >>> 0
}

async function* finishAll(connection: Connection, checks: ReadonlyMap<string, Check>): AsyncGenerator<BrokenLink> {
  const streams = [...checks]
  for (let index = 0; index < streams.length; index += headsAtOnce) {
    const links = await Promise.all(
      streams.slice(index, index + headsAtOnce).map(([stream, { state }]) => finish(connection, stream, state)),
    )
    for (const ofStream of links) yield* ofStream
  }
}

/** Checks the ends of the stream: it starts at its first version and ends no earlier than the log. */
const finish = async (connection: Connection, stream: string, state: Check['state']): Promise<BrokenLink[]> => {
  const [first, head] = await Promise.all([firstVersionOf(connection, stream), headOf(connection, stream)])
  const differs: BrokenLink = { stream, version: state.version(), position: 0, problem: 'head-differs' }
  if (!head || head.version < state.version() || first !== 1) return [differs]
  // Grown meanwhile: the hash of now says nothing about the version that was seen.
  return head.version > state.version() ? [] : state.finish(head)
}

const headOf = (connection: Connection, stream: string): Promise<StreamHead | undefined> =>
  unlessDeleted(() => readStreamHead(connection, stream))

const firstVersionOf = (connection: Connection, stream: string): Promise<number | undefined> =>
  unlessDeleted(async () => (await readStreamPage(connection, stream, 0, 1))[0]?.version)

const unlessDeleted = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (isOfType(error, ErrorType.STREAM_DELETED)) return undefined
    throw error
  }
}

const checkedEventOf = ({ stream, version, position, hash, digest }: StoredEvent) => ({ stream, version, position, hash, digest: digest() })
