import type { ClientBase } from 'pg'
import { chainHash } from '../chain.ts'
import type { EncodedEvent, Settled } from '../encode-append.ts'
import type { StreamHead } from '../stream-check.ts'
import { isUniqueViolation } from './connection-errors.ts'

/** An append with its versions settled; `lastIndex` counts the group's events from 0. */
type Placed = { append: Settled; lastIndex: number; version: number }

export type AppendGroup = {
  placed: Placed[]
  events: { encoded: EncodedEvent; streamIndex: number; version: number; hash: Uint8Array }[]
  streams: { stream: string; tenant: string; known: StreamHead; next: StreamHead }[]
}

/**
 * Chains appends onto the heads given. Those that do not fit their head, or bring an id that is already in the group,
 * come back as `left`: only the log can say what they are.
 */
export const formGroup = (appends: readonly Settled[], headOf: (stream: string) => StreamHead): { group: AppendGroup; left: Settled[] } => {
  const group: AppendGroup = { placed: [], events: [], streams: [] }
  const left: Settled[] = []
  const indexes = new Map<string, number>()
  const ids = new Set<string>()
  for (const append of appends) {
    let index = indexes.get(append.stream)
    const head = index === undefined ? headOf(append.stream) : group.streams[index]!.next
    if ((append.expectedVersion !== 'any' && append.expectedVersion !== head.version) || append.events.some((one) => ids.has(one.id))) {
      left.push(append)
      continue
    }
    if (index === undefined) {
      index = group.streams.push({ stream: append.stream, tenant: append.tenant, known: head, next: head }) - 1
      indexes.set(append.stream, index)
    }
    let next = head
    for (const encoded of append.events) {
      const version = next.version + 1
      next = { version, hash: chainHash(next.hash, version, encoded.digest) }
      group.events.push({ encoded, streamIndex: index + 1, version, hash: next.hash })
      ids.add(encoded.id)
    }
    group.streams[index]!.next = next
    group.placed.push({ append, lastIndex: group.events.length - 1, version: next.version })
  }
  return { group, left }
}

export const parameterTypes =
  'text[],text[],int[],bytea,int[],bytea,uuid[],int[],int[],text[],int[],text[],text[],text[],int[],int[],int[],bytea,bytea'.split(',')
const appendStatement = `select log.append_events(${parameterTypes.map((type, index) => `$${index + 1}::${type}`).join(', ')})::text as first_position`

/** Stores a group. Answers the position of its first event, or `undefined` when a head or an id was not as believed: nothing is stored then. */
export const storeGroup = async (client: ClientBase, group: AppendGroup): Promise<number | undefined> => {
  try {
    const { rows } = await client.query<{ first_position: string | null }>({
      name: 'log-append',
      text: appendStatement,
      values: parametersOf(group),
    })
    const first = rows[0]?.first_position
    return first ? Number(first) : undefined
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

export const parametersOf = ({ events, streams }: AppendGroup): unknown[] => {
  const parts: Uint8Array[] = []
  const offsets: number[] = []
  let offset = 0
  for (const { encoded } of events) {
    offsets.push(offset)
    parts.push(encoded.data)
    offset += encoded.data.byteLength
    if (!encoded.packed) continue
    parts.push(encoded.packed)
    offset += encoded.packed.byteLength
  }
  return [
    streams.map((one) => one.stream),
    streams.map((one) => one.tenant),
    streams.map((one) => one.known.version),
    Buffer.concat(streams.map((one) => one.known.hash)),
    streams.map((one) => one.next.version),
    Buffer.concat(streams.map((one) => one.next.hash)),
    events.map((one) => one.encoded.id),
    events.map((one) => one.streamIndex),
    events.map((one) => one.version),
    events.map((one) => one.encoded.event.type),
    events.map((one) => one.encoded.event.schemaVersion),
    events.map((one) => one.encoded.event.metadata.actor),
    events.map((one) => one.encoded.event.metadata.cause ?? null),
    events.map((one) => one.encoded.event.metadata.correlation ?? null),
    offsets,
    events.map((one) => one.encoded.data.byteLength),
    events.map((one) => one.encoded.packed?.byteLength ?? null),
    Buffer.concat(parts, offset),
    Buffer.concat(events.map((one) => one.hash)),
  ]
}
