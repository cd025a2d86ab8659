import type { Absence } from './volume-rules.ts'

/**
 * A time in which the meter belonged to another tenant. It has no start before the meter first came, and no end while it is away. Its readings do not
 * count, and the frames between the log positions of its two events are claimed by no meter of the tenant.
 */
export type Absent = { from: string | null; until: string | null; fromPosition: number | null; untilPosition: number | null }

/** Absences of a meter by its moves, in their order; only the last one may have no end. */
type Absences = readonly Absent[]

export const leaving = (absences: Absences, movedAt: string, position: number): Absent[] => [
  ...absences,
  { from: movedAt, until: null, fromPosition: position, untilPosition: null },
]

/** The other tenant refused the meter. */
export const staying = (absences: Absences): Absent[] => absences.filter(({ until }) => until !== null)

export const comingBack = (absences: Absences, movedAt: string, position: number): Absent[] =>
  absences.map((each) => (each.until === null ? { ...each, until: movedAt, untilPosition: position } : each))

/** A frame that came before the registration may hold readings of the time since the move: no position ends this absence. */
export const comingFirst = (movedAt: string): Absent => ({ from: null, until: movedAt, fromPosition: null, untilPosition: null })

export const toAbsence = ({ from, until }: Absent): Absence => ({
  from: from === null ? Number.NEGATIVE_INFINITY : Date.parse(from),
  until: until === null ? Number.POSITIVE_INFINITY : Date.parse(until),
})

/** Whether a frame of this position came while the meter belonged to another tenant. */
export const isAwayAt = (absences: Absences, position: number): boolean =>
  absences.some(
    ({ fromPosition, untilPosition }) => fromPosition !== null && position > fromPosition && position <= (untilPosition ?? position),
  )

/** The position of the last return, before which the frames that no meter claims stay unclaimed. */
export const lastReturn = (absences: Absences): number => Math.max(0, ...absences.map(({ untilPosition }) => untilPosition ?? 0))
