import type { Mark } from '@nightflow/schemas/leakage/investigation'

/** The name of a mark in the address. */
export const markKey = (mark: Mark): string => {
  if (mark.kind === 'valve') return `valve-${mark.operationId}`
  return mark.kind === 'exchange' ? `exchange-${mark.meterNo}` : `${mark.kind}-${mark.number}`
}

/** Kinds that go on until they have ended; the others are moments, as is a detection that the flow fell. */
const lasting: readonly Mark['kind'][] = ['detection', 'alarm', 'case', 'order']
type Timed = Pick<Mark, 'kind' | 'at' | 'until'> & { detection?: string }
const goesOn = ({ kind, detection }: Timed): boolean => lasting.includes(kind) && detection !== 'anomaly'

/** Marks of compared days on the time axis of the shown ones, so many days later. */
export const shiftMarks = <Each extends Pick<Mark, 'at' | 'until'>>(marks: readonly Each[], days: number): Each[] => {
  const shifted = (at: string) => new Date(Date.parse(at) + days * 86_400_000).toISOString()
  return marks.map((mark) => ({ ...mark, at: shifted(mark.at), until: mark.until === null ? null : shifted(mark.until) }))
}

export type Place = { left: number; width: number }

/** Where a mark is in a span of time, as shares of it; undefined outside of it. Times are epoch seconds. */
export const placeOf = (mark: Timed, [from, to]: readonly [number, number]): Place | undefined => {
  const start = Date.parse(mark.at) / 1000
  const end = mark.until === null ? (goesOn(mark) ? to : start) : Date.parse(mark.until) / 1000
  if (start > to || end < from) return undefined
  const [first, last] = [Math.max(start, from), Math.min(end, to)]
  return { left: (first - from) / (to - from), width: Math.max(0, last - first) / (to - from) }
}

/** The width of a moment, as a share of the span. */
const momentWidth = 0.012
/** Lines of one lane; further marks are drawn over those of the last one. */
export const linesMax = 4

/** The line of each place within a lane, so that marks that overlap are below one another. Places are in the order of their start. */
export const linesOf = (places: readonly Place[]): number[] => {
  const ends: number[] = []
  return places.map(({ left, width }) => {
    const free = ends.findIndex((end) => end <= left)
    const line = free >= 0 ? free : Math.min(ends.length, linesMax - 1)
    ends[line] = left + Math.max(width, momentWidth)
    return line
  })
}
