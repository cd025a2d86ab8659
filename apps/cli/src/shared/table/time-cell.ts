/** Which number of 03/04/2024 is the day. */
export type DateOrder = 'day-first' | 'month-first'

/** A wall clock as epoch milliseconds as if it were UTC; `offsetMinutes` where the cell names its offset from UTC. */
export type ReadTime = { local: number; offsetMinutes?: number }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const timePart = String.raw`(?:[T, ]+(?:at )?(?<hour>\d{1,2})[:.h时](?<minute>\d{2})(?:[:.分](?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?[分秒]?(?: ?(?<half>[ap])\.?m\.?)?)?(?: ?(?<zone>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?`
const yearFirst = new RegExp(String.raw`^(?<year>\d{4})[-/.年](?<month>\d{1,2})[-/.月](?<day>\d{1,2})日?${timePart}$`, 'i')
const yearLast = new RegExp(String.raw`^(?<first>\d{1,2})(?<mark>[-/.])(?<second0>\d{1,2})[-/.](?<year>\d{4}|\d{2})${timePart}$`, 'i')
const monthNamed = new RegExp(String.raw`^(?<day>\d{1,2})[- ](?<name>[a-z]{3})[a-z]*\.?[- ,]+(?<year>\d{4}|\d{2})${timePart}$`, 'i')
const compact =
  /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?:[T ]?(?<hour>\d{2}):?(?<minute>\d{2})(?::?(?<second>\d{2}))?)?(?<zone>Z)?$/

type Groups = { [name: string]: string | undefined }

const offsetOf = (zone: string | undefined): number | undefined => {
  if (zone === undefined) return undefined
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (!match) return 0
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0))
}

const hourOf = (groups: Groups): number => {
  const hour = Number(groups.hour ?? 0)
  if (groups.half === undefined) return hour
  if (hour < 1 || hour > 12) return Number.NaN
  return (hour % 12) + (groups.half.toLowerCase() === 'p' ? 12 : 0)
}

const timeOf = (groups: Groups, yearText: string | undefined, month: number, day: number): ReadTime | undefined => {
  const year = Number(yearText) + (yearText?.length === 2 ? 2000 : 0)
  const hour = hourOf(groups)
  const minute = Number(groups.minute ?? 0)
  const second = Number(groups.second ?? 0)
  const date = new Date(Date.UTC(year, month - 1, day))
  const dayExists = date.getUTCDate() === day && date.getUTCMonth() === month - 1
  // 24:00 is how many loggers write the midnight that ends a day.
  const clockExists = (hour < 24 || (hour === 24 && minute === 0 && second === 0)) && minute < 60 && second < 60
  if (!dayExists || !clockExists) return undefined
  const milliseconds = Math.round(Number(`0.${groups.fraction ?? 0}`) * 1000)
  const local = date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds
  const offsetMinutes = offsetOf(groups.zone)
  return offsetMinutes === undefined ? { local } : { local, offsetMinutes }
}

/** True where only the order distinguishes day and month of this text: 03/04/2024, not 03.04.2024. */
export const orderedParts = (text: string): { first: number; second: number } | undefined => {
  const groups = yearLast.exec(text)?.groups
  return groups && groups.mark !== '.' ? { first: Number(groups.first), second: Number(groups.second0) } : undefined
}

/**
 * A time as loggers, SCADA systems and spreadsheet programs write it: ISO 8601, 2024/05/01 0:15, 01.05.2024 00:15:00, 01/05/24 12:15 AM,
 * 01-May-2024 00:15, 2024年5月1日 0:15, 202405010015, epoch seconds or milliseconds. `order` decides 03/04/2024. Undefined for what is no such
 * time, such as the 31st of February.
 */
export const parseTime = (text: string, order: DateOrder): ReadTime | undefined => {
  let groups = yearFirst.exec(text)?.groups
  if (groups) return timeOf(groups, groups.year, Number(groups.month), Number(groups.day))
  groups = yearLast.exec(text)?.groups
  if (groups) {
    const dayFirst = groups.mark === '.' || order === 'day-first'
    const [day, month] = dayFirst ? [groups.first, groups.second0] : [groups.second0, groups.first]
    return timeOf(groups, groups.year, Number(month), Number(day))
  }
  // Ten digits that begin with 1 are seconds since 1970 up to the year 2033; twelve or fourteen digits are a date.
  if (/^1\d{9}(\d{3})?$/.test(text)) return { local: text.length === 10 ? Number(text) * 1000 : Number(text), offsetMinutes: 0 }
  groups = compact.exec(text)?.groups
  if (groups) return timeOf(groups, groups.year, Number(groups.month), Number(groups.day))
  groups = monthNamed.exec(text)?.groups
  if (!groups) return undefined
  return timeOf(groups, groups.year, months.indexOf((groups.name ?? '').toLowerCase()) + 1, Number(groups.day))
}
