import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { Metadata, type ServerReadableStream, type sendUnaryData, status } from '@grpc/grpc-js'
import type { ExpectedRevision, ProposedRecord, StandInLog } from './stand-in-log.ts'

/** Answers the call `Append`: a header with stream and expected revision, then the events. */
export const answerAppend = (
  log: StandInLog,
  call: ServerReadableStream<AppendReq, AppendResp>,
  answer: sendUnaryData<AppendResp>,
): void => {
  let header: AppendReq.Options | undefined
  const proposed: ProposedRecord[] = []
  call.on('error', () => undefined)
  call.on('data', (request: AppendReq) => {
    header ??= request.getOptions()
    const message = request.getProposedMessage()
    if (!message) return
    proposed.push({
      id: message.getId()?.getString() ?? '',
      type: message.getMetadataMap().get('type') ?? '',
      contentType: message.getMetadataMap().get('content-type') ?? 'application/octet-stream',
      data: message.getData_asU8(),
      metadata: message.getCustomMetadata_asU8(),
    })
  })
  call.on('end', () => {
    // A wire that was cut in the middle ends the messages too; only a moment later the call is known to be cancelled.
    setImmediate(() => {
      if (!call.cancelled && header) answer(...answerTo(log, header, proposed))
    })
  })
}

type Answer = Parameters<sendUnaryData<AppendResp>>

const answerTo = (log: StandInLog, header: AppendReq.Options, proposed: readonly ProposedRecord[]): Answer => {
  const stream = Buffer.from(header.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8')
  const expected = expectedRevisionOf(header)
  const written = log.write(stream, expected, proposed)
  if (written === 'full') return [{ code: status.RESOURCE_EXHAUSTED, details: 'the stand-in holds all it is willing to hold' }]
  if (written === 'too-large') return [tooLarge(log)]
  return [null, 'wrongRevision' in written ? refused(expected, written.wrongRevision) : stored(written)]
}

const expectedRevisionOf = (options: AppendReq.Options): ExpectedRevision => {
  if (options.hasNoStream()) return 'no-stream'
  if (options.hasStreamExists()) return 'stream-exists'
  return options.hasRevision() ? Number(options.getRevision()) : 'any'
}

const stored = ({ revision, position }: { revision: number; position: number }): AppendResp => {
  const success = new streams.AppendResp.Success()
  success.setCurrentRevision(String(revision))
  const place = new streams.AppendResp.Position()
  place.setCommitPosition(String(position))
  place.setPreparePosition(String(position))
  success.setPosition(place)
  return new streams.AppendResp().setSuccess(success)
}

const refused = (expected: ExpectedRevision, current: number | undefined): AppendResp => {
  const wrong = new streams.AppendResp.WrongExpectedVersion()
  if (current === undefined) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(String(current))
  if (expected === 'no-stream') wrong.setExpectedNoStream(new shared.Empty())
  else if (expected === 'stream-exists') wrong.setExpectedStreamExists(new shared.Empty())
  else if (expected === 'any') wrong.setExpectedAny(new shared.Empty())
  else wrong.setExpectedRevision(String(expected))
  return new streams.AppendResp().setWrongExpectedVersion(wrong)
}

const tooLarge = ({ appendBytesMax }: StandInLog) => {
  const metadata = new Metadata()
  metadata.set('exception', 'maximum-append-size-exceeded')
  metadata.set('maximum-append-size', String(appendBytesMax))
  return {
    code: status.INVALID_ARGUMENT,
    details: `Maximum Append Size of ${appendBytesMax} Exceeded.`,
    metadata,
  }
}
