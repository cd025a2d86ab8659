import type { Position, RecordedEvent as ServerEvent } from '@eventstore/db-client'

/**
 * The server places a record at (commit, prepare), both offsets in its transaction file. Every event of this log commits itself (there are
 * no explicit transactions in the gRPC protocol), so that both are the offset of its own record: one number, unique, in the order of
 * commits, with gaps. As an offset in bytes it stays below 2^53 until the file has nine petabytes.
 */
export const positionOf = (event: Pick<ServerEvent, 'id' | 'streamId' | 'position'>): number => {
  const { position } = event
  if (!position || position.commit > BigInt(Number.MAX_SAFE_INTEGER) || position.commit !== position.prepare)
    throw new Error(
      `event ${event.id} in stream "${event.streamId}" has no position of its own: EventStoreDB 23.10 or later is needed, and events that commit themselves`,
    )
  return Number(position.commit)
}

/** The place on the server after which events lie beyond `position`. 0 is before the first. */
export const placeOf = (position: number): Position | 'start' =>
  position === 0 ? 'start' : { commit: BigInt(position), prepare: BigInt(position) }
