import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'

/** The first of January, 00:00 UTC, of which year the minutes of a meter's tokens are counted (BD). */
export const baseDateYears = [1993, 2014, 2035] as const
export type BaseDateYear = (typeof baseDateYears)[number]

const minuteMilliseconds = 60_000
const minutesPerDay = 24 * 60
/** 00:01 of every day is reserved: meters refuse it in tokens of a sale, and the vending side skips it. */
const reservedMinute = 1

/** 24 bits: 31 years and 327 days. */
export const tokenIdentifierMax = 0xff_ffff

const baseDateMilliseconds = (baseDate: BaseDateYear): number => Date.UTC(baseDate, 0, 1)

/** The instant of a token in milliseconds since 1970, to the minute. */
export const instantOfToken = (baseDate: BaseDateYear, tokenIdentifier: number): number =>
  baseDateMilliseconds(baseDate) + tokenIdentifier * minuteMilliseconds

/** The last instant of which a base date has a token identifier, in milliseconds since 1970. 1993 ended on 2024-11-24 at 20:15 UTC. */
export const baseDateEnd = (baseDate: BaseDateYear): number => instantOfToken(baseDate, tokenIdentifierMax)

const afterReserved = (minutes: number): number => (minutes % minutesPerDay === reservedMinute ? minutes + 1 : minutes)

/**
 * The identifier of the next token of a meter: whole minutes since the base date, seconds cut off, always above `last`, never the reserved
 * minute. `last` is the highest identifier that the meter was given under the same base date; undefined for its first token.
 */
export const nextTokenIdentifier = (baseDate: BaseDateYear, atMilliseconds: number, last?: number): number | Rejection => {
  const minutes = Math.floor((atMilliseconds - baseDateMilliseconds(baseDate)) / minuteMilliseconds)
  if (minutes < 0) return rejected('sts-before-base-date', { year: baseDate })
  const identifier = afterReserved(Math.max(minutes, (last ?? -1) + 1))
  return identifier <= tokenIdentifierMax ? identifier : rejected('sts-base-date-over', { year: baseDate })
}

/** Whether a meter refuses the token because its key is expired: the upper 8 bits of the identifier are above the key expiry number (KEN). */
export const isAfterKeyExpiry = (tokenIdentifier: number, keyExpiryNumber: number): boolean => tokenIdentifier >>> 16 > keyExpiryNumber
