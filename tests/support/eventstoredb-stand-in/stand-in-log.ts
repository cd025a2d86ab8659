import { randomUUID } from 'node:crypto'

/** One record of the stand-in's transaction file. `createdTicks` counts 100 ns since 1970, as the server's `created` does. */
export type StandInRecord = {
  position: number
  stream: string
  revision: number
  id: string
  type: string
  contentType: string
  data: Uint8Array
  metadata: Uint8Array
  createdTicks: bigint
}

export type ProposedRecord = Pick<StandInRecord, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>
export type ExpectedRevision = 'any' | 'no-stream' | 'stream-exists' | number
export type Written = { revision: number; position: number } | { wrongRevision: number | undefined } | 'too-large' | 'full'

/** As the server's default is; the memory is bounded because this is a test's process. */
export const standInLimits = { appendBytesMax: 1024 * 1024, records: 300_000, bytes: 512 * 1024 * 1024, rememberedIds: 100 } as const

// Overhead of a record in the file. Its only use is that positions have gaps, as the server's have.
const recordOverheadBytes = 87

/**
 * The transaction file of the stand-in: records in the order of commits, positions with gaps, streams without. It answers expected
 * revisions and repeated ids by the rules of the server (`IndexWriter.CheckCommit`): with an explicit revision ids are compared with
 * what is stored behind it, with `any` only the last few ids are remembered.
 */
export const createStandInLog = (appendBytesMax: number = standInLimits.appendBytesMax) => {
  const records: StandInRecord[] = []
  const streams = new Map<string, StandInRecord[]>()
  const rememberedIds = new Map<string, StandInRecord>()
  const waiting = new Set<() => void>()
  let nextPosition = 0
  let bytes = 0
  let lastTicks = 0n

  const put = (stream: string, { id, type, contentType, data, metadata }: ProposedRecord, createdTicks: bigint): StandInRecord => {
    const ofStream = streams.get(stream) ?? []
    const record = {
      id,
      type,
      contentType,
      data,
      metadata,
      createdTicks,
      stream,
      position: nextPosition,
      revision: (ofStream.at(-1)?.revision ?? -1) + 1,
    }
    nextPosition += recordOverheadBytes + stream.length + type.length + data.byteLength + metadata.byteLength
    bytes += data.byteLength + metadata.byteLength
    streams.set(stream, ofStream)
    ofStream.push(record)
    records.push(record)
    rememberedIds.set(`${stream} ${id}`, record)
    const oldest = rememberedIds.keys().next()
    if (rememberedIds.size > standInLimits.rememberedIds && !oldest.done) rememberedIds.delete(oldest.value)
    return record
  }

  /** The place of a write that is already there, by the server's rules. */
  const repeated = (stream: string, expected: ExpectedRevision, proposed: readonly ProposedRecord[]): StandInRecord | undefined => {
    const stored =
      expected === 'any' || expected === 'stream-exists'
        ? proposed.map(({ id }) => rememberedIds.get(`${stream} ${id}`))
        : (streams.get(stream) ?? []).slice(expected === 'no-stream' ? 0 : expected + 1).slice(0, proposed.length)
    return proposed.every(({ id }, index) => stored[index]?.id === id) ? stored.at(-1) : undefined
  }

  const write = (stream: string, expected: ExpectedRevision, proposed: readonly ProposedRecord[]): Written => {
    const size = proposed.reduce((sum, one) => sum + one.data.byteLength + one.metadata.byteLength + one.type.length * 2, 0)
    if (size > appendBytesMax) return 'too-large'
    if (records.length + proposed.length > standInLimits.records || bytes + size > standInLimits.bytes) return 'full'
    const earlier = repeated(stream, expected, proposed)
    if (earlier) return { revision: earlier.revision, position: earlier.position }
    const current = streams.get(stream)?.at(-1)?.revision ?? -1
    const wanted = expected === 'no-stream' ? -1 : expected
    const fits = wanted === 'any' || (wanted === 'stream-exists' ? current >= 0 : wanted === current)
    if (!fits) return { wrongRevision: current < 0 ? undefined : current }
    const now = BigInt(Date.now()) * 10_000n
    lastTicks = now > lastTicks ? now : lastTicks
    const [last] = proposed.map((one) => put(stream, one, lastTicks)).slice(-1)
    for (const wake of [...waiting]) wake()
    return { revision: last!.revision, position: last!.position }
  }

  // A server writes records of its own, the first at position 0.
  const nothing = new Uint8Array(0)
  put('$settings', { id: randomUUID(), type: '$stand-in', contentType: 'application/octet-stream', data: nothing, metadata: nothing }, 0n)

  return {
    /** The server's MaxAppendSize. */
    appendBytesMax,
    write,
    records: records as readonly StandInRecord[],
    ofStream: (stream: string): readonly StandInRecord[] | undefined => streams.get(stream),
    endPosition: (): number => nextPosition,
    /** Resolves at the next write, or when cancelled. */
    nextWrite: (signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const wake = (): void => {
          waiting.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        waiting.add(wake)
        signal.addEventListener('abort', wake)
        if (signal.aborted) wake()
      }),
    /** Tampering that needs access to the server's files: alters a record, or takes records away. */
    alter: (stream: string, revision: number, change: Partial<ProposedRecord>): void => {
      Object.assign(streams.get(stream)![revision]!, change)
    },
    remove: (stream: string, fromRevision: number, count: number): void => {
      for (const gone of streams.get(stream)!.splice(fromRevision, count)) records.splice(records.indexOf(gone), 1)
    },
  }
}

export type StandInLog = ReturnType<typeof createStandInLog>
