import { randomUUID } from 'node:crypto'
import { ErrorType, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { isUuid } from '../encode-append.ts'
import type { Connection } from './connection.ts'
import { isOfType } from './passing-errors.ts'
import { collect, readStreamPage } from './read-stream.ts'
import type { StoredEvent } from './stored-event.ts'

// Beside the events' own streams, so that no reader of events meets them.
const claimStreamPrefix = 'nightflow-id/'
const claimType = 'nightflow.EventIdClaimed'

const claimsAtOnce = 32
const scanPageEvents = 100

/** The event with this id is in `stream` behind `afterVersion`, or nowhere. */
type Claim = { stream: string; afterVersion: number }

/**
 * Which event id belongs to which stream. The server finds no event by its id, and recognises a repeated id only where the expected
 * revision is the old one (or, with "any", among the last it remembers). So the log keeps an index of its own: before an event is
 * written, its id is claimed by a stream named after the id, written with "no stream" expected, which exactly one writer gets. Behind the
 * version that the claim names the event is found in few steps. A claim whose event never came (the writer died in between, or lost its
 * race) stays and means: look, then write.
 */
export const openEventClaims = (connection: Connection) => {
  /** Claims ids; false when one of them was claimed before. The first is claimed alone, so that a repeated append claims nothing else. */
  const claim = async (ids: readonly string[], stream: string, afterVersion: number): Promise<boolean> => {
    const [first, ...others] = ids
    if (!(await claimOne(first!, stream, afterVersion))) return false
    const claimed = await inGroups(others, (id) => claimOne(id, stream, afterVersion))
    return claimed.every((fresh) => fresh)
  }

  const claimOne = async (id: string, stream: string, afterVersion: number): Promise<boolean> => {
    // One id for all attempts: a claim whose answer was lost is recognised by the server as the same.
    const event = jsonEvent({ id: randomUUID(), type: claimType, data: { stream, afterVersion } })
    try {
      await connection.run(() =>
        connection.client.appendToStream(claimStreamPrefix + id, event, {
          expectedRevision: NO_STREAM,
          credentials: connection.credentials,
        }),
      )
      return true
    } catch (error) {
      if (isOfType(error, ErrorType.WRONG_EXPECTED_VERSION)) return false
      throw error
    }
  }

  const readClaim = async (id: string): Promise<Claim | undefined> => {
    const [event] = await connection.run(() => collect(connection.client.readStream(claimStreamPrefix + id, { maxCount: 1 })))
    return event && (event.data as Claim)
  }

  /** Looks for the events behind the claims' versions, up to the stream's end. */
  const scan = async (stream: string, afterVersion: number, ids: ReadonlySet<string>): Promise<StoredEvent[]> => {
    const found: StoredEvent[] = []
    for (let after = afterVersion; ; ) {
      const page = await readStreamPage(connection, stream, after, scanPageEvents)
      found.push(...page.filter((event) => ids.has(event.id)))
      const last = page.at(-1)
      if (!last || page.length < scanPageEvents || found.length === ids.size) return found
      after = last.version
    }
  }

  /** The events with these ids that are in the log, and the claims of those that are claimed and not there. */
  const find = async (ids: readonly string[]): Promise<{ events: Map<string, StoredEvent>; open: Map<string, Claim> }> => {
    const wanted = new Map<string, { afterVersion: number; ids: Set<string> }>()
    const open = new Map<string, Claim>()
    const claims = await inGroups(ids, readClaim)
    ids.forEach((id, index) => {
      const found = claims[index]
      if (!found) return
      open.set(id, found)
      const group = wanted.get(found.stream) ?? { afterVersion: found.afterVersion, ids: new Set() }
      wanted.set(found.stream, {
        afterVersion: Math.min(group.afterVersion, found.afterVersion),
        ids: group.ids.add(id),
      })
    })
    const events = new Map<string, StoredEvent>()
    for (const [stream, group] of wanted)
      for (const event of await scan(stream, group.afterVersion, group.ids)) {
        events.set(event.id, event)
        open.delete(event.id)
      }
    return { events, open }
  }

  return {
    claim,
    find,
    findOne: async (id: string): Promise<StoredEvent | undefined> => {
      const wanted = id.toLowerCase()
      return isUuid(wanted) ? (await find([wanted])).events.get(wanted) : undefined
    },
  }
}

export type EventClaims = ReturnType<typeof openEventClaims>

const inGroups = async <Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = []
  for (let index = 0; index < items.length; index += claimsAtOnce)
    results.push(...(await Promise.all(items.slice(index, index + claimsAtOnce).map(work))))
  return results
}
