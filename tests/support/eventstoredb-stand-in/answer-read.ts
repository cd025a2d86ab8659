import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { type ServerWritableStream, status } from '@grpc/grpc-js'
import { filterOf } from './filter-of.ts'
import type { StandInLog, StandInRecord } from './stand-in-log.ts'

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>

/** A place in the file as the protocol has it; all records of the stand-in commit themselves, so both numbers are the record's. */
type Place = { commit: number; prepare: number }

/** Answers the call `Read`: a stream or all streams, forwards or backwards, once or as a subscription with a filter. */
export const answerRead = async (log: StandInLog, call: ReadCall, sent: () => void): Promise<void> => {
  const options = call.request.getOptions()
  if (!options) return void call.emit('error', { code: status.INVALID_ARGUMENT, details: 'a read holds its options' })
  const abort = new AbortController()
  call.on('cancelled', () => abort.abort())
  call.on('close', () => abort.abort())
  call.on('error', () => abort.abort())

  /** Waits for the client where it does not keep up: nothing is held here for it. */
  const write = async (response: ReadResp): Promise<void> => {
    if (abort.signal.aborted) return
    if (response.hasEvent()) sent()
    if (!call.write(response)) await once(call, 'drain', { signal: abort.signal }).catch(() => undefined)
  }

  if (options.hasSubscription()) await followAll(log, options, write, abort.signal, call)
  else for (const response of options.hasAll() ? pageOfAll(log, options) : pageOfStream(log, options)) await write(response)
  if (!abort.signal.aborted) call.end()
}

function* pageOfStream(log: StandInLog, options: ReadReq.Options): Generator<ReadResp> {
  const stream = options.getStream()!
  const name = Buffer.from(stream.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8')
  const records = log.ofStream(name)
  if (!records || records.length === 0) {
    const missing = new streams.ReadResp.StreamNotFound()
    missing.setStreamIdentifier(stream.getStreamIdentifier())
    yield new streams.ReadResp().setStreamNotFound(missing)
    return
  }
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS
  const from = stream.hasEnd() ? records.at(-1)!.revision : stream.hasStart() ? 0 : Number(stream.getRevision())
  const page = backwards ? records.filter((one) => one.revision <= from).toReversed() : records.filter((one) => one.revision >= from)
  for (const record of page.slice(0, Number(options.getCount()))) yield eventResponse(record)
}

function* pageOfAll(log: StandInLog, options: ReadReq.Options): Generator<ReadResp> {
  const all = options.getAll()!
  const backwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS
  const commit = Number(all.getPosition()?.getCommitPosition() ?? 0)
  const from = all.hasEnd() ? Number.POSITIVE_INFINITY : commit
  let left = Number(options.getCount())
  // Backwards a position is that after a record, forwards that before it: so the server has it.
  const last = log.records.length - 1
  for (let step = 0; step <= last && left > 0; step += 1) {
    const record = log.records[backwards ? last - step : step]!
    if (backwards ? record.position >= from : record.position < from) continue
    left -= 1
    yield eventResponse(record)
  }
}

/** As the server does it: a confirmation, what is there, a checkpoint, "caught up", then what comes; a checkpoint after every so many records looked at. */
const followAll = async (
  log: StandInLog,
  options: ReadReq.Options,
  write: (response: ReadResp) => Promise<void>,
  signal: AbortSignal,
  call: ReadCall,
): Promise<void> => {
  const all = options.getAll()
  if (!all) return void call.emit('error', { code: status.UNIMPLEMENTED, details: 'the stand-in follows all streams, not one' })
  const start: Place = all.hasPosition()
    ? { commit: Number(all.getPosition()!.getCommitPosition()), prepare: Number(all.getPosition()!.getPreparePosition()) }
    : all.hasEnd()
      ? { commit: log.endPosition(), prepare: 0 }
      : { commit: -1, prepare: -1 }
  if (start.commit >= 0 && start.commit < log.endPosition() && !log.records.some((record) => record.position === start.commit))
    return void call.emit('error', { code: status.INVALID_ARGUMENT, details: 'Trying to read from an invalid position.' })
  const confirmation = new streams.ReadResp.SubscriptionConfirmation()
  confirmation.setSubscriptionId(randomUUID())
  await write(new streams.ReadResp().setConfirmation(confirmation))

  const { allows, checkpointEvery } = filterOf(options.getFilter())
  let index = log.records.findIndex((record) => isAfter(record, start))
  if (index < 0) index = log.records.length
  let considered = 0
  let caughtUp = false
  while (!signal.aborted) {
    const record = log.records[index]
    if (!record) {
      if (!caughtUp) {
        await write(checkpointResponse(log.endPosition()))
        await write(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()))
        caughtUp = true
      } else await log.nextWrite(signal)
      continue
    }
    index += 1
    considered += 1
    if (allows(record)) await write(eventResponse(record))
    if (considered % checkpointEvery === 0) await write(checkpointResponse(log.records[index]?.position ?? log.endPosition()))
  }
}

const isAfter = (record: StandInRecord, { commit, prepare }: Place): boolean =>
  record.position > commit || (record.position === commit && record.position > prepare)

/** A checkpoint comes before the next record, which is why its prepare position is 0. */
const checkpointResponse = (commit: number): ReadResp => {
  const checkpoint = new streams.ReadResp.Checkpoint()
  checkpoint.setCommitPosition(String(commit))
  checkpoint.setPreparePosition('0')
  return new streams.ReadResp().setCheckpoint(checkpoint)
}

const eventResponse = (record: StandInRecord): ReadResp => {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
  recorded.setId(new shared.UUID().setString(record.id))
  recorded.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(record.stream, 'utf8'))))
  recorded.setStreamRevision(String(record.revision))
  recorded.setCommitPosition(String(record.position))
  recorded.setPreparePosition(String(record.position))
  recorded.getMetadataMap().set('type', record.type)
  recorded.getMetadataMap().set('content-type', record.contentType)
  recorded.getMetadataMap().set('created', String(record.createdTicks))
  recorded.setCustomMetadata(record.metadata)
  recorded.setData(record.data)
  const event = new streams.ReadResp.ReadEvent()
  event.setEvent(recorded)
  event.setCommitPosition(String(record.position))
  return new streams.ReadResp().setEvent(event)
}
