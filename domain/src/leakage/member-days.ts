import type { MemberDays } from '@nightflow/schemas/leakage/partition'

/** Dates of ISO 8601 are in the order of their texts. */
const first = ''
const last = '\u{10ffff}'

/** Is there a day that both have? `from` counts, `to` does not. */
export const overlap = (one: MemberDays, other: MemberDays): boolean =>
  (one.from ?? first) < (other.to ?? last) && (other.from ?? first) < (one.to ?? last)

export const isSameDays = (one: MemberDays, other: MemberDays): boolean => one.from === other.from && one.to === other.to

export const isReversed = ({ from, to }: MemberDays): boolean => from !== undefined && to !== undefined && to <= from

export const hasBounds = ({ from, to }: MemberDays): boolean => from !== undefined || to !== undefined

/** Without the bounds that are absent, as events have them. */
export const daysOf = ({ from, to }: MemberDays): MemberDays => ({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) })

/** The rest of some days where they end on the day `to` at the latest; undefined where there is none. */
export const endedOn = <Days extends MemberDays>(days: Days, to: string): Days | undefined => {
  if (days.from !== undefined && days.from >= to) return undefined
  return days.to !== undefined && days.to <= to ? days : { ...days, to }
}

/** The bounds for a message. A day that is absent is an ellipsis. */
export const writtenDays = ({ from, to }: MemberDays) => ({ from: from ?? '…', to: to ?? '…' })
