import type { FrameAcknowledged, ReadingsReported, RejectedReading } from '@nightflow/schemas/metering/report-readings'
import { type Gateway, type KeepFrame, writeFrame } from '../shared/accept-frame.ts'
import { checkReadingObjects } from '../shared/check-readings.ts'
import { describeValue } from '../shared/describe-value.ts'
import type { TwoWayMeters } from '../shared/two-way-meters.ts'
import type { MappedReading } from './apply-mapping.ts'
import type { Signals } from './signal-strength.ts'

export type MappedFrame = {
  gateway: Gateway
  frameId: string
  source: ReadingsReported['source']
  rows: readonly MappedReading[]
  duplicates: number
  signals?: Signals
  /** Epoch milliseconds: when the network heard it, and when we did. */
  sentAt: number
  receivedAt: number
  /** The body as it came. */
  raw: string
  /** Position of the frame that was set aside and is read again. */
  retryOf?: number
}

/**
 * Checks mapped readings by the rules of a gateway's frame and stores them as one frame. A reading whose mapping was refused is listed with the
 * rejected ones, by its index in `rows`.
 */
export const acceptMappedReadings = async (
  keepFrame: KeepFrame,
  frame: MappedFrame,
  twoWayMeters: TwoWayMeters,
): Promise<FrameAcknowledged> => {
  const places: number[] = []
  const readings: unknown[] = []
  const refused: RejectedReading[] = []
  for (const [index, row] of frame.rows.entries()) {
    if ('reading' in row) {
      places.push(index)
      readings.push(row.reading)
    } else refused.push(rejectedReading(index, row.refusal))
  }
  const first = checkReadingObjects(readings, frame.receivedAt)
  const twoWay = await twoWayMeters.amongRejected(frame.gateway.tenant, first.rejected)
  const { columns, rejected } = twoWay ? checkReadingObjects(readings, frame.receivedAt, twoWay) : first
  const all = [...refused, ...rejected.map((reading) => ({ ...reading, index: places[reading.index]! }))]
  const written = writeFrame({
    gateway: frame.gateway,
    frameId: frame.frameId,
    source: frame.source,
    sentAt: frame.sentAt,
    receivedAt: frame.receivedAt,
    columns,
    rejected: all.sort((left, right) => left.index - right.index),
    duplicates: frame.duplicates,
    signals: columns.meters.flatMap((meter) => {
      const decibelMilliwatt = frame.signals?.get(meter)
      return decibelMilliwatt === undefined ? [] : [{ meter, decibelMilliwatt }]
    }),
    raw: frame.raw,
    ...(frame.retryOf !== undefined && { retryOf: frame.retryOf }),
  })
  return keepFrame(frame.gateway, written)
}

const rejectedReading = (
  index: number,
  { reason, field, value }: Extract<MappedReading, { refusal: unknown }>['refusal'],
): RejectedReading => ({
  index,
  reason,
  ...(field !== undefined && { field: describeValue(field) }),
  ...(value !== undefined && { value: describeValue(value) }),
})
