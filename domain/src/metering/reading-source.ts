import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'

/**
 * Where a reading comes from, as a text whose order is the precedence: of two values for an instant the one with the greater source counts.
 *
 * - `''`: a gateway's frame, sent within `freshMilliseconds` of the reading's instant. Costs no byte in a day's row.
 * - `gateway:<seconds>`: a gateway's frame sent later; a later `sentAt` outranks an earlier one.
 * - `import:<UUIDv7>`: an import. The id begins with the time of its declaration, so a later import outranks an earlier one.
 * - `manual:<UUIDv7>`: a manual correction.
 */
export type ReadingSource = string

export const freshMilliseconds = 15 * 60_000

const gatewayPrefix = 'gateway:'

/** Seven digits of base 36 hold seconds up to the year 4453. */
const secondsMax = 36 ** 7 - 1

/** The source of a gateway's readings that were sent later than `freshMilliseconds` after their instant. Epoch milliseconds. */
export const lateSource = (sentAt: number): ReadingSource =>
  `${gatewayPrefix}${Math.min(secondsMax, Math.max(0, Math.floor(sentAt / 1000)))
    .toString(36)
    .padStart(7, '0')}`

export const importSource = (importId: string): ReadingSource => `import:${importId}`

export const manualSource = (correctionId: string): ReadingSource => `manual:${correctionId}`

export const isLate = (source: ReadingSource): boolean => source.startsWith(gatewayPrefix)

/**
 * How the readings of a frame rank. `late` is the source of those before `freshFrom` (epoch milliseconds), `source` of all others. A gateway's
 * clock may run ahead, so a `sentAt` after `receivedAt` counts as `receivedAt`.
 */
export type FrameRank = { source: ReadingSource; late: ReadingSource; freshFrom: number }

export const rankOfFrame = ({ importId, sentAt, receivedAt }: Pick<ReadingsReported, 'importId' | 'sentAt' | 'receivedAt'>): FrameRank => {
  if (importId !== undefined) {
    const source = importSource(importId)
    return { source, late: source, freshFrom: Number.NEGATIVE_INFINITY }
  }
  const sent = Math.min(Date.parse(sentAt), Date.parse(receivedAt))
  return { source: '', late: lateSource(sent), freshFrom: sent - freshMilliseconds }
}
