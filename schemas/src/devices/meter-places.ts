import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { Instant, LocalDate, MeterNumber, TimeZone } from '../shared/values.ts'

/** A communication module, or the concentrator in its stead, with the time of its link to the meter. */
const ModuleLink = z.object({
  from: Instant,
  to: Instant.nullable(),
  imei: z.string().nullable(),
  sim: z.string().nullable(),
  concentratorNo: z.string().nullable(),
})

/** Where the meter was, as its details said at that time. */
const PlaceLink = z.object({
  from: Instant,
  to: Instant.nullable(),
  address: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
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
  /** Of this time at the service point, oldest first; more than one where the details were changed. */
  places: z.array(PlaceLink),
})
export type PlacedMeter = z.infer<typeof PlacedMeter>

/** The meter that counted at an instant; `number` is null where no meter was in the pipe. */
const CountedAt = z.object({
  at: Instant,
  number: MeterNumber.nullable(),
  registerLitres: z.number().nullable(),
  readAt: Instant.nullable(),
  module: ModuleLink.nullable(),
  place: PlaceLink.nullable(),
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
    'The service point of a meter: the meters that replaced each other there, with dates, registers, modules and addresses; with `at`, which register counted, and where',
  request: z.object({ number: MeterNumber, at: Instant.optional() }),
  response: MeterPlaces,
})

const PlaceOnDay = z.object({ number: MeterNumber, address: z.string().nullable(), longitude: z.number(), latitude: z.number() })
export type PlaceOnDay = z.infer<typeof PlaceOnDay>

/** Places of one call: small rows, so that a map of 20,000 meters takes ten calls. */
export const placesPerCallMax = 2000

export const listPlacesOnDay = endpoint({
  method: 'GET',
  path: '/api/v1/meter-places',
  permission: 'devices:meter:read',
  summary:
    'Where meters were at the end of a local day: those in a pipe then that have a position, with the address and position of that day, by number; page on with `after`',
  request: z.object({
    day: LocalDate,
    /** The last number of the page before. */
    after: text(64).default(''),
    limit: typedNumber().int().min(1).max(placesPerCallMax).default(500),
  }),
  response: z.object({ rows: z.array(PlaceOnDay) }),
  row: PlaceOnDay,
})
