import { z } from 'zod'

const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (zone: string): Intl.DateTimeFormat => {
  const known = formatters.get(zone)
  if (known) return known
  const [numeric, twoDigits] = ['numeric', '2-digit'] as const
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: numeric,
    month: twoDigits,
    day: twoDigits,
    hour: twoDigits,
    minute: twoDigits,
    second: twoDigits,
  })
  formatters.set(zone, made)
  return made
}

/** An instant as `YYYY-MM-DD HH:mm:ss` of the zone; what is no instant stays. */
const localTime = (instant: string, zone: string): string => {
  const at = Date.parse(instant)
  return Number.isNaN(at) ? instant : formatterOf(zone).format(at)
}

/** The same answer with every field that its schema declares as an instant written as local time of the zone. Fields of no schema stay. */
export const withLocalTimes = (schema: z.core.$ZodType, value: unknown, zone: string): unknown => {
  if (value === null || value === undefined) return value
  if (schema instanceof z.ZodISODateTime) return typeof value === 'string' ? localTime(value, zone) : value
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault || schema instanceof z.ZodLazy)
    return withLocalTimes(schema.unwrap(), value, zone)
  if (schema instanceof z.ZodUnion) return schema.options.reduce((told: unknown, option) => withLocalTimes(option, told, zone), value)
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.map((each) => withLocalTimes(schema.element, each, zone))
  if (schema instanceof z.ZodObject && typeof value === 'object' && !Array.isArray(value)) {
    const told = Object.entries(schema.shape).flatMap(([field, inner]) => {
      const given: unknown = Reflect.get(value, field)
      return given === undefined || given === null ? [] : [[field, withLocalTimes(inner, given, zone)]]
    })
    return { ...value, ...Object.fromEntries(told) }
  }
  return value
}
