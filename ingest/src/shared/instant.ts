import { DeviceInstant } from '@nightflow/schemas/shared/values'
import { z } from 'zod'

const instantPattern = new RegExp(z.toJSONSchema(DeviceInstant).pattern as string)
const firstInstant = Date.parse('0000-01-01T00:00:00Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')
const daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

/**
 * Epoch milliseconds of an instant as the schema `Instant` allows it; NaN for anything else, and for instants whose UTC form
 * would leave the years 0000 to 9999. Fractions below a millisecond are cut off.
 */
export function parseInstant(text: string): number {
  const fast = parseUtc(text)
  if (!Number.isNaN(fast)) return fast
  if (text.length > 64 || !instantPattern.test(text)) return Number.NaN
  const instant = Date.parse(text)
  return instant >= firstInstant && instant <= lastInstant ? instant : Number.NaN
}

/** `YYYY-MM-DDTHH:MM:SSZ` and the same with three decimals, by position; NaN for every other text, right or wrong. */
function parseUtc(text: string): number {
  const length = text.length
  if (length !== 20 && length !== 24) return Number.NaN
  // 45 is '-', 84 'T', 58 ':', 46 '.', 90 'Z'.
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45 || text.charCodeAt(10) !== 84) return Number.NaN
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58 || text.charCodeAt(length - 1) !== 90) return Number.NaN
  if (length === 24 && text.charCodeAt(19) !== 46) return Number.NaN
  const year = pair(text, 0) * 100 + pair(text, 2)
  const month = pair(text, 5)
  const day = pair(text, 8)
  const hour = pair(text, 11)
  const minute = pair(text, 14)
  const second = pair(text, 17)
  const millisecond = length === 24 ? pair(text, 20) * 10 + digit(text, 22) : 0
  // Written so that NaN, which every wrong digit becomes, fails too.
  if (!(month >= 1 && month <= 12 && day >= 1 && hour < 24 && minute < 60 && second < 60 && millisecond >= 0)) return Number.NaN
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  if (!(day <= (month === 2 ? (isLeap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31))) return Number.NaN
  const days = daysBeforeYear(year) + daysBeforeMonth[month - 1]! + (month > 2 && isLeap ? 1 : 0) + day - 1
  return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + millisecond
}

/** Days from 1970-01-01 to January 1st of a year of the Gregorian calendar. */
const daysBeforeYear = (year: number) => 365 * (year - 1970) + leapDaysBefore(year) - leapDaysBefore1970
const leapDaysBefore = (year: number) => Math.floor((year - 1) / 4) - Math.floor((year - 1) / 100) + Math.floor((year - 1) / 400)
const leapDaysBefore1970 = leapDaysBefore(1970)

const pair = (text: string, place: number) => digit(text, place) * 10 + digit(text, place + 1)
const digit = (text: string, place: number) => {
  const value = text.charCodeAt(place) - 48
  return value >= 0 && value <= 9 ? value : Number.NaN
}
