import type { MeterRegistered } from '@nightflow/schemas/devices/register-meter'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

/** A time in a pipe, with the registers at both ends where an event states them. */
const Service = z.object({
  from: z.string(),
  to: z.string().nullable(),
  firstLitres: z.number().nullable(),
  lastLitres: z.number().nullable(),
})
type Service = z.infer<typeof Service>
const Module = z.object({ from: z.string(), to: z.string().nullable(), imei: z.string().nullable(), sim: z.string().nullable() })
const Place = z.object({
  from: z.string(),
  to: z.string().nullable(),
  address: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
})
const Association = z.object({ from: z.string(), to: z.string().nullable(), concentratorNo: z.string() })

const row = z.object({
  number: z.string(),
  replaces: z.string().nullable(),
  replacedBy: z.string().nullable(),
  services: z.array(Service),
  modules: z.array(Module),
  places: z.array(Place),
  concentrators: z.array(Association),
})
type Row = z.infer<typeof row>

const unknown = (number: string): Row => ({
  ...{ number, replaces: null, replacedBy: null },
  ...{ services: [], modules: [], places: [], concentrators: [] },
})

/** When each meter counted at a place, and through which module it reported. Meters that replaced each other are one service point. */
export const placedMeters = defineEntity({
  name: 'devices/placed-meters',
  version: 3,
  table: 'placed_meters',
  key: ['number'],
  row,
  shardedBy: 'number',
  // Each meter of an event has all of its links in its own row, so that events of other streams may come before its registration.
  keysOf: ({ type, data }) => {
    const numbers =
      type === 'devices.MeterReplaced' ? [data.number, data.replacedBy] : Array.isArray(data.meters) ? data.meters : [data.number]
    return numbers.map((number) => ({ number: number as string }))
  },
  evolve: {
    'devices.MeterRegistered': (seen, { data }) => registered(seen ?? unknown(data.number), data),
    'devices.MeterDetailsChanged': (seen, { data }) =>
      seen && withFirst(withPlace(withModule(seen, data, data.changedAt), data, data.changedAt), data.initialRegisterLitres),
    'devices.MeterReplaced': (seen, { data }, { number }) => {
      const meter = seen ?? unknown(number as string)
      const { replacedBy, replacedAt, finalLitres, initialLitres } = data
      if (number === data.number) return { ...ended(meter, replacedAt, finalLitres), replacedBy }
      return { ...begun(meter, replacedAt, initialLitres), replaces: data.number }
    },
    // A meter that is in a pipe does not come into storage, except by the registration itself: then it was in none.
    'devices.MeterStored': (seen) => seen && { ...seen, services: seen.services.filter(({ to }) => to !== null) },
    'devices.MeterInstalled': (seen, { data }) => seen && (lastOpen(seen) ? seen : begun(seen, data.happenedAt, null)),
    'devices.MeterRemoved': (seen, { data }) => seen && ended(seen, data.happenedAt, null),
    'devices.MeterMovedOut': (seen, { data }) => seen && ended(seen, data.movedAt, null),
    'devices.MeterMovedBack': (seen, { data }) => seen && (data.state === 'installed' ? begun(seen, data.movedAt, null) : seen),
    'devices.MeterMoveReturned': (seen, { data }) => seen && (data.state === 'installed' ? reopened(seen) : seen),
    'devices.ConcentratorMetersAssociated': (seen, { data: { concentratorNo, at } }, { number }) => {
      const meter = seen ?? unknown(number as string)
      return { ...meter, concentrators: [...meter.concentrators, { from: at, to: null, concentratorNo }] }
    },
    'devices.ConcentratorMetersDissociated': (seen, { data: { concentratorNo, at } }) =>
      seen && {
        ...seen,
        concentrators: seen.concentrators.map((each) =>
          each.to === null && each.concentratorNo === concentratorNo ? { ...each, to: at } : each,
        ),
      },
  },
})

const lastOpen = ({ services }: Row): Service | undefined => services.findLast(({ to }) => to === null)

const registered = (meter: Row, data: MeterRegistered): Row => {
  const { registeredAt, installedAt = registeredAt, initialRegisterLitres } = data
  const from = earlier(installedAt, registeredAt)
  const seen = withPlace(withModule(meter, data, registeredAt), data, from)
  return lastOpen(seen) || seen.replacedBy !== null ? seen : begun(seen, from, initialRegisterLitres ?? null)
}

const earlier = (one: string, other: string): string => (Date.parse(one) < Date.parse(other) ? one : other)

/** A replacement states when the meter began at the place: it counts from then on, however early it was registered. */
const begun = (meter: Row, from: string, firstLitres: number | null): Row => ({
  ...meter,
  services: [...meter.services.filter(({ to }) => to !== null), { from, to: null, firstLitres, lastLitres: null }],
})

const ended = (meter: Row, to: string, lastLitres: number | null): Row => ({
  ...meter,
  services: meter.services.map((service) => (service.to === null ? { ...service, to, lastLitres } : service)),
})

const reopened = (meter: Row): Row => ({
  ...meter,
  services: meter.services.map((service, index) => (index === meter.services.length - 1 ? { ...service, to: null } : service)),
})

/** The initial register is stated of the device; a replacement states it of the place. */
const withFirst = (meter: Row, initialLitres: number | undefined): Row =>
  meter.replaces !== null || initialLitres === undefined
    ? meter
    : { ...meter, services: meter.services.map((service, index) => (index === 0 ? { ...service, firstLitres: initialLitres } : service)) }

type Stated = { imei?: string | undefined; sim?: string | undefined }

const withModule = (meter: Row, { imei = undefined, sim = undefined }: Stated, at: string): Row => {
  const last = meter.modules.at(-1)
  const isSame = (last?.to === null ? last.imei : null) === (imei ?? null) && (last?.to === null ? last.sim : null) === (sim ?? null)
  if (isSame) return meter
  const before = meter.modules.map((module) => (module.to === null ? { ...module, to: at } : module))
  const isNone = imei === undefined && sim === undefined
  return { ...meter, modules: isNone ? before : [...before, { from: at, to: null, imei: imei ?? null, sim: sim ?? null }] }
}

type Placed = { address?: string | undefined; longitude?: number | undefined; latitude?: number | undefined }

const withPlace = (meter: Row, { address = undefined, longitude = undefined, latitude = undefined }: Placed, at: string): Row => {
  const place = { address: address ?? null, longitude: longitude ?? null, latitude: latitude ?? null }
  const last = meter.places.at(-1)
  const present = last?.to === null ? last : { address: null, longitude: null, latitude: null }
  const isSame = present.address === place.address && present.longitude === place.longitude && present.latitude === place.latitude
  if (isSame) return meter
  const before = meter.places.map((each) => (each.to === null ? { ...each, to: at } : each))
  const isNone = place.address === null && place.longitude === null && place.latitude === null
  return { ...meter, places: isNone ? before : [...before, { from: at, to: null, ...place }] }
}
