import { hash } from 'node:crypto'

/**
 * Every event of the log is a trace of its own: its id is the trace's id (both are 16 bytes), and the ids of its spans follow from it.
 * So the projector of another process finds the trace of a frame by the frame's event alone, and nothing has to be carried along.
 */
export const traceIdOf = (eventId: string): string => eventId.replaceAll('-', '').toLowerCase()

/** Each shard of the read models has a span of its own; that of the first one is plain `project`. */
export type SpanName = 'request' | 'keep' | 'append' | 'project' | `project-${number}`

export const spanIdOf = (eventId: string, name: SpanName): string => hash('sha1', `${traceIdOf(eventId)}/${name}`, 'hex').slice(0, 16)

const wholeRange = 2 ** 32

/** The same answer in every process: whether an event is among the share that is traced. */
export const isTraced = (eventId: string, ratio: number): boolean =>
  Number.parseInt(hash('sha1', traceIdOf(eventId), 'hex').slice(0, 8), 16) < ratio * wholeRange
