import { chainHash, emptyHash } from './chain.ts'
import type { BrokenLink } from './event-log.ts'

/** The parts of an event that the check of one stream needs; hashes are compared byte by byte. */
export type CheckedEvent = { stream: string; version: number; position: number; digest: Uint8Array; hash: Uint8Array }
export type StreamHead = { version: number; hash: Uint8Array }

// A version changed to a huge number must not make the check report a billion missing ones.
const missingMaximum = 1000

/**
 * Follows the chain of one stream. An altered event is named once: the next one is held against the hash that is stored
 * and, where only that hash was altered, against the hash that should have been.
 * Missing events have position 0, because nothing is left that knows theirs.
 */
export const checkStream = (stream: string) => {
  let version = 0
  let candidates: Uint8Array[] = [emptyHash]
  let storedHash: Uint8Array = emptyHash

  const missing = (from: number, to: number): BrokenLink[] => {
    const links: BrokenLink[] = []
    for (let absent = from; absent <= to && links.length < missingMaximum; absent += 1)
      links.push({ stream, version: absent, position: 0, problem: 'version-missing' })
    return links
  }

  return {
    version: () => version,
    next: (event: CheckedEvent): BrokenLink[] => {
      const differs: BrokenLink = { stream, version: event.version, position: event.position, problem: 'hash-differs' }
      // A version that was there already: a row was added or its version altered.
      if (event.version <= version) return [differs]
      const gap = missing(version + 1, event.version - 1)
      const computed = candidates.map((previous) => chainHash(previous, event.version, event.digest))
      // After a gap the previous hash is gone with its event; the stored hash is the new beginning.
      const holds = gap.length > 0 || computed.some((hash) => Buffer.compare(hash, event.hash) === 0)
      version = event.version
      storedHash = event.hash
      candidates = holds ? [event.hash] : [event.hash, ...computed]
      return holds ? gap : [...gap, differs]
    },
    /** Compares the end of the chain with the stream's head; `undefined` when the head is gone. */
    finish: (head: StreamHead | undefined): BrokenLink[] => {
      const differs: BrokenLink = { stream, version, position: 0, problem: 'head-differs' }
      if (!head) return [differs]
      if (head.version > version) return missing(version + 1, head.version)
      return head.version < version || Buffer.compare(head.hash, storedHash) !== 0 ? [differs] : []
    },
  }
}
