import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { Instant, MeterNumber, TimeZone } from '../shared/values.ts'

/** A communication module, or the concentrator in its stead, with the time of its link to the meter. */
const ModuleLink = z.object({
  from: Instant,
  to: Instant.nullable(),
  imei: z.string().nullable(),
  sim: z.string().nullable(),
  concentratorNo: z.string().nullable(),
})

/** A meter at a place: from when to when, with the registers at both ends. `to` is null while it counts. */
export const PlacedMeter = z.object({
  number: MeterNumber,
  from: Instant,
  to: Instant.nullable(),
  firstLitres: z.number().nullable(),
  lastLitres: z.number().nullable(),
  /** Where the registers come from: an event states them, or the reading next to that end does. */
  isFirstStated: z.boolean(),
  isLastStated: z.boolean(),
  modules: z.array(ModuleLink),
})
export type PlacedMeter = z.infer<typeof PlacedMeter>

/** What counted at an instant; `number` is null where no meter was in the pipe. */
const CountedAt = z.object({
  at: Instant,
  number: MeterNumber.nullable(),
  registerLitres: z.number().nullable(),
  readAt: Instant.nullable(),
  module: ModuleLink.nullable(),
})

export const MeterPlaces = z.object({
  /** The number of the first meter of the place. */
  servicePoint: MeterNumber,
  timeZone: TimeZone,
  /** Oldest first. */
  meters: z.array(PlacedMeter),
  counted: CountedAt.nullable(),
})
export type MeterPlaces = z.infer<typeof MeterPlaces>

export const findMeterPlaces = endpoint({
  method: 'GET',
  path: '/api/v1/meters/:number/places',
  permission: 'devices:meter:read',
  summary:
    'The service point of a meter: the meters that replaced each other there, with dates, registers and modules; with `at`, which register counted',
  request: z.object({ number: MeterNumber, at: Instant.optional() }),
  response: MeterPlaces,
})
