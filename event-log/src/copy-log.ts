import type { EventLog, RecordedEvent } from './event-log.ts'

const frameType = 'metering.ReadingsReported'
const page = { limit: 1000, maximumBytes: 16 * 1024 * 1024 } as const

/** How far a copy has come: to be handed to the next one. Holds the last event of every stream, about 200 bytes each. */
export type Copied = { position: number; events: number; ends: Map<string, { version: number; hash: Uint8Array }> }

export const nothingCopied = (): Copied => ({ position: 0, events: 0, ends: new Map() })

/**
 * Appends to `to` what `from` holds after `copied.position`, in its order and under the same ids, so that a copy that was broken off is
 * begun again and stores nothing twice. Versions and hash chains come out as they are; positions and times of recording are new ones.
 * Between two decisions frames of different gateways go over together: read models do not depend on their order.
 *
 * @throws Error when `to` holds other events in one of these streams.
 */
export const copyLog = async (from: EventLog, to: EventLog, copied: Copied, onProgress: (events: number) => void): Promise<void> => {
  for (;;) {
    const events = await from.readAll(copied.position, page)
    const last = events.at(-1)
    if (!last) return
    for (const run of runsOf(events)) {
      const streams = Map.groupBy(run, ({ stream }) => stream).values()
      await Promise.all([...streams].map((ofStream) => copyInOrder(to, ofStream)))
    }
    for (const { stream, version, hash } of events) copied.ends.set(stream, { version, hash })
    copied.position = last.position
    copied.events += events.length
    onProgress(copied.events)
  }
}

export type TooLargeEvent = { stream: string; version: number; bytes: number }

/** The events of `from` that `to` does not take: found in one reading, where a copy would come to them after hours. */
export const findTooLarge = async (from: EventLog, to: EventLog, onProgress: (position: number) => void): Promise<TooLargeEvent[]> => {
  const found: TooLargeEvent[] = []
  for (let after = 0; ; ) {
    const events = await from.readAll(after, page)
    const last = events.at(-1)
    if (!last) return found
    for (const event of events) {
      const bytes = to.bytesOf(event)
      if (bytes > to.appendBytesMax) found.push({ stream: event.stream, version: event.version, bytes })
    }
    after = last.position
    onProgress(after)
  }
}

/** Holds the end of every chain that was copied against its copy; answers the streams that differ. */
export const differingCopies = async (to: EventLog, { ends }: Copied): Promise<string[]> => {
  const differing: string[] = []
  for (const [stream, { version, hash }] of ends) {
    const [copy] = await to.readStream(stream, { afterVersion: version - 1, limit: 1 })
    if (!copy || Buffer.compare(copy.hash, hash) !== 0) differing.push(stream)
  }
  return differing
}

/** Cuts a page so that each decision is alone and consecutive frames are together. */
const runsOf = (events: readonly RecordedEvent[]): RecordedEvent[][] => {
  const runs: RecordedEvent[][] = []
  for (const event of events) {
    const run = runs.at(-1)
    if (run && event.type === frameType && run[0]?.type === frameType) run.push(event)
    else runs.push([event])
  }
  return runs
}

const copyInOrder = async (to: EventLog, events: readonly RecordedEvent[]): Promise<void> => {
  for (const { id, type, schemaVersion, data, packed, metadata, stream, version } of events) {
    const result = await to.append(stream, version - 1, [{ id, type, schemaVersion, data, metadata, ...(packed && { packed }) }])
    if (result.status === 'conflict' || result.version !== version)
      throw new Error(`${stream} has other events there than here from version ${version} on: it is not a copy of this log`)
  }
}
