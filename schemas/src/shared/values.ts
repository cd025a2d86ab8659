import { z } from 'zod'
import { formatText } from './format-texts.ts'
import { text } from './text.ts'

/** A local calendar day, `YYYY-MM-DD`, of the zone that the surrounding object names. */
export const LocalDate = z.iso.date().refine(isOfKnownYears, formatText('years'))

/** An instant, ISO 8601 with zone. */
export const Instant = z.iso.datetime({ offset: true }).refine(isOfKnownYears, formatText('years'))

/** As a device's clock says it: of any year, because a reading of an impossible time is set aside with its reason and not refused. */
export const DeviceInstant = z.iso.datetime({ offset: true })

/** An instant, or one without a zone, which is local to the tenant. */
export const LocalMoment = z.iso.datetime({ offset: true, local: true }).refine(isOfKnownYears, formatText('years'))

/** Years that every column, calendar and sum of days holds, also with the days beside them. */
function isOfKnownYears(moment: string): boolean {
  // As it is stored, in UTC: an offset may lead into the year before or after.
  const year = new Date(moment).getUTCFullYear()
  // A text that is no date has been refused already.
  return !(year < 1900 || year > 2199)
}

/** A formatter takes long to make, and every row of a tenant names the same zone. Names that exist are kept, up to a limit: each may be
 * written in small and capital letters. */
const timeZonesSeen = new Set<string>()

/** An IANA time zone name such as `Europe/Rome`. */
export const TimeZone = text(64).min(1).refine(isTimeZone, formatText('time-zone'))

function isTimeZone(name: string): boolean {
  // An offset such as +01:00 is a zone to a browser, and to PostgreSQL the zone on the other side of Greenwich.
  if (!/^[A-Za-z]/.test(name)) return false
  if (timeZonesSeen.has(name)) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    return false
  }
  if (timeZonesSeen.size < 1_000) timeZonesSeen.add(name)
  return true
}

/** A tenant's code: it names the tenant in tokens, in streams and in URLs, and never changes. */
export const TenantCode = z.string().regex(/^[a-z][a-z0-9-]{1,31}$/, formatText('tenant-code'))

/** A meter's number as printed on it. Digits by rule of the trade; radio meters carry letters too. */
export const MeterNumber = z.string().regex(/^[0-9A-Za-z][0-9A-Za-z._-]{0,63}$/, formatText('meter-number'))

/** The number of an account: it names the account in its stream and on every bill, and is never given to another one. Not personal. */
export const AccountNo = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-Z][0-9A-Z-]{0,31}$/, formatText('account-no'))

/** A gateway's name, which its tenant chose. */
export const GatewayName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, formatText('gateway-name'))

/** A partition's identifier: a slug that reads well in a URL. */
export const PartitionId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, formatText('partition-id'))

export const Longitude = z.number().min(-180).max(180)
export const Latitude = z.number().min(-90).max(90)

/** A closed ring of [longitude, latitude], first and last point equal, as in GeoJSON. */
export const Boundary = z
  .array(z.tuple([Longitude, Latitude]))
  .min(4, formatText('boundary-lines'))
  .max(2000)
