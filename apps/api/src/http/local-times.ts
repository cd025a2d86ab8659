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

const instants = new WeakMap<z.core.$ZodType, boolean>()

/** Whether anything in a schema is an instant: thousands of rows without any are not walked. */
const hasInstant = (schema: z.core.$ZodType): boolean => {
  const known = instants.get(schema)
  if (known !== undefined) return known
  // A schema that holds itself is walked.
  instants.set(schema, true)
  const found = findInstant(schema)
  instants.set(schema, found)
  return found
}

const findInstant = (schema: z.core.$ZodType): boolean => {
  if (schema instanceof z.ZodISODateTime) return true
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault || schema instanceof z.ZodLazy)
    return hasInstant(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.some(hasInstant)
  if (schema instanceof z.ZodArray) return hasInstant(schema.element)
  return schema instanceof z.ZodObject && Object.values(schema.shape).some((field) => hasInstant(field as z.core.$ZodType))
}

/** The same answer with every field that its schema declares as an instant written as local time of the zone. Fields of no schema stay. */
export const withLocalTimes = (schema: z.core.$ZodType, value: unknown, zone: string): unknown => {
  if (value === null || value === undefined || !hasInstant(schema)) return value
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
