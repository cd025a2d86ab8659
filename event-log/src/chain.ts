import { hash } from 'node:crypto'

/** The parts of an event under its hash: everything but position, time of recording and version (the version joins in `chainHash`). */
export type EventContent = {
  stream: string
  id: string
  type: string
  schemaVersion: number
  tenant: string
  actor: string
  cause: string | undefined
  correlation: string | undefined
  /** The data's exact JSON text as UTF-8: the log stores this text, so that the hash can be computed again from what is stored. */
  data: Uint8Array
  packed: Uint8Array | undefined
}

/** The hash before a stream's first event. */
export const emptyHash: Uint8Array = new Uint8Array(32)

/**
 * The link of one event: SHA-256(previous hash ‖ version as 32 bits, big-endian ‖ SHA-256(content)).
 * The content is hashed on its own because it is known when the event arrives, long before its place in the stream is:
 * only 68 bytes per event are left to hash while other appends wait.
 */
export const chainHash = (previousHash: Uint8Array, version: number, contentDigest: Uint8Array): Uint8Array => {
  const link = Buffer.allocUnsafe(68)
  link.set(previousHash, 0)
  link.writeUInt32BE(version, 32)
  link.set(contentDigest, 36)
  return hash('sha256', link, 'buffer')
}

/**
 * SHA-256 over a JSON array of the event's head, then the data's text, then the packed bytes.
 * The head states both lengths, so no two events share their bytes.
 */
export const digestOfContent = (content: EventContent): Uint8Array => {
  const head = JSON.stringify([
    content.stream,
    content.id,
    content.type,
    content.schemaVersion,
    content.tenant,
    content.actor,
    content.cause ?? null,
    content.correlation ?? null,
    content.data.byteLength,
    content.packed ? content.packed.byteLength : null,
  ])
  const parts = [Buffer.from(head, 'utf8'), content.data]
  if (content.packed) parts.push(content.packed)
  return hash('sha256', Buffer.concat(parts), 'buffer')
}
