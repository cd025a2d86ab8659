import { type AppendExpectedRevision, ErrorType, MaxAppendSizeExceededError, NO_STREAM } from '@eventstore/db-client'
import { chainHash, emptyHash } from '../chain.ts'
import type { PendingAppend } from '../encode-append.ts'
import type { AppendResult } from '../event-log.ts'
import { AppendTooLarge, EventIdTaken, EventLogOverloaded } from '../event-log-errors.ts'
import type { StreamHead } from '../stream-check.ts'
import type { StreamHeads } from '../stream-heads.ts'
import { type Connection, pause, pauseAfter } from './connection.ts'
import type { EventClaims } from './event-claims.ts'
import { isOfType } from './passing-errors.ts'
import { readStreamHead, readStreamPage } from './read-stream.ts'
import { eventToWrite, type StoredEvent, serverStreamOf } from './stored-event.ts'

// "Any" has no meaning for a chain: one writer has to be first. After this many lost races the stream is too busy for one more writer.
const roundsMaximum = 50
const newsPageEvents = 1000

/** Stores one append; the caller sees to it that no other append of this process is under way on the same stream. */
export const createAppendStore = (connection: Connection, heads: StreamHeads, claims: EventClaims) => {
  const store = async (append: PendingAppend): Promise<AppendResult> => {
    const { stream, expectedVersion } = append
    const ids = append.events.map((one) => one.id)
    let head = await believedHead(append)
    if (!fits(append, head)) head = await freshHead(stream)
    if (!fits(append, head)) return repeatOf(append, (await claims.find(ids)).events) ?? { status: 'conflict', actualVersion: head.version }

    let claimedAfter = head.version
    if (!(await claims.claim(ids, stream, head.version))) {
      // The head is read before the search, so that the search reaches at least as far: what is not found is not below the head.
      head = await freshHead(stream)
      const { events, open } = await claims.find(ids)
      const repeat = repeatOf(append, events)
      if (repeat) return repeat
      for (const [id, claim] of open) {
        if (claim.stream !== stream)
          throw new EventIdTaken(`event id ${id} for ${stream} was begun in ${claim.stream}: repeat that append or take another id`)
        claimedAfter = Math.max(claimedAfter, claim.afterVersion)
      }
    }

    for (let round = 1; round <= roundsMaximum; round += 1) {
      if (!fits(append, head)) return { status: 'conflict', actualVersion: head.version }
      // Written below the version that its claim names, the event would not be found again.
      if (head.version < claimedAfter) throw shrunk(append.stream, claimedAfter, head.version)
      const result = await write(append, head)
      if (result) return result
      const news = await readNews(stream, head.version)
      const repeat = repeatOf(append, news.events)
      if (repeat) return repeat
      head = news.head
      if (round > 2) await pause(Math.random() * pauseAfter(Math.min(round, 4)))
    }
    throw new EventLogOverloaded(
      `${stream} was appended to by others ${roundsMaximum} times while ${expectedVersion === 'any' ? 'an append' : 'this'} waited: send less to it at once`,
    )
  }

  const believedHead = async ({ stream, expectedVersion }: PendingAppend): Promise<StreamHead> =>
    heads.get(stream) ?? (expectedVersion === 0 ? { version: 0, hash: emptyHash } : freshHead(stream))

  const freshHead = async (stream: string): Promise<StreamHead> => {
    const head = await readStreamHead(connection, stream)
    heads.replace(stream, head)
    return head
  }

  /** Events that others appended after a version, and the head. */
  const readNews = async (stream: string, afterVersion: number): Promise<{ events: Map<string, StoredEvent>; head: StreamHead }> => {
    const events = new Map<string, StoredEvent>()
    let head: StreamHead | undefined
    for (let after = afterVersion; ; ) {
      const page = await readStreamPage(connection, stream, after, newsPageEvents)
      for (const event of page) events.set(event.id, event)
      const last = page.at(-1)
      if (last) {
        head = { version: last.version, hash: last.hash }
        heads.replace(stream, head)
        after = last.version
      }
      // Nothing new although the server holds another head: the belief was ahead of the log, as after a restored backup.
      if (page.length < newsPageEvents) return { events, head: head ?? (await freshHead(stream)) }
    }
  }

  /** Writes behind `head`; `undefined` when the stream's head is another by now. */
  const write = async (append: PendingAppend, head: StreamHead): Promise<AppendResult | undefined> => {
    let next = head
    const events = append.events.map((encoded) => {
      const version = next.version + 1
      next = { version, hash: chainHash(next.hash, version, encoded.digest) }
      return eventToWrite(encoded, next.hash)
    })
    const expectedRevision: AppendExpectedRevision = head.version === 0 ? NO_STREAM : BigInt(head.version - 1)
    try {
      // Repeated after a lost answer it is the same write to the server: with an explicit revision it compares the ids behind it.
      const written = await connection.run(() =>
        connection.client.appendToStream(serverStreamOf(append.stream), events, { expectedRevision, credentials: connection.credentials }),
      )
      if (Number(written.nextExpectedRevision) + 1 !== next.version)
        throw new Error(
          `${append.stream} was deleted on the server and goes on at version ${written.nextExpectedRevision + 1n}: its chain is broken, run verify`,
        )
      heads.advance(append.stream, next)
      const answered = events.length === 1 ? Number(written.position?.commit) : Number.NaN
      const position = Number.isSafeInteger(answered) ? answered : await placeAt(append.stream, next.version)
      return { status: 'appended', position, version: next.version }
    } catch (error) {
      if (isOfType(error, ErrorType.WRONG_EXPECTED_VERSION)) return undefined
      // The server takes less than its connection string says.
      throw error instanceof MaxAppendSizeExceededError
        ? new AppendTooLarge(append.stream, append.bytes, error.maxAppendSize, { cause: error })
        : error
    }
  }

  // Of several events the server answers the place of its commit, which need not be that of the last event; of a write that it
  // recognised as repeated it may answer none.
  const placeAt = async (stream: string, version: number): Promise<number> => {
    const [event] = await readStreamPage(connection, stream, version - 1, 1)
    if (!event) throw new Error(`version ${version} of ${stream} was written and cannot be read: run verify`)
    return event.position
  }

  return store
}

const fits = ({ expectedVersion }: PendingAppend, head: StreamHead): boolean =>
  expectedVersion === 'any' || expectedVersion === head.version

/** The answer when all events are in the log already, `undefined` when none is. Throws when only a part is. */
const repeatOf = (append: PendingAppend, events: ReadonlyMap<string, StoredEvent>): AppendResult | undefined => {
  const known = append.events.map((one) => events.get(one.id)).filter((event) => event !== undefined)
  const last = known.at(-1)
  if (!last) return undefined
  if (known.length < append.events.length)
    throw new EventIdTaken(
      `${known.length} of ${append.events.length} events for ${append.stream} are already in the log: an append is repeated whole or not at all`,
    )
  return { status: 'repeated', position: last.position, version: last.version }
}

const shrunk = (stream: string, knownVersion: number, version: number): Error =>
  new Error(
    `${stream} had ${knownVersion} events and ends at ${version} now: after a backup was restored, restart whatever writes to the log; if none was, run verify`,
  )
