import type { Gateway, Meter, Reporting, Zone } from './city-model.ts'
import { cascades, mixes, type ZonePlan } from './city-plan.ts'
import { byQuarter, type CustomerClass, type CustomerClassName, customerClasses, pressureByHour } from './customer-classes.ts'
import { type LocalDays, localDaysOf } from './local-days.ts'
import { type ConvexPolygon, closedRing, outline, placeInside, shrunk, split } from './polygon.ts'
import { chanceSequence, topics } from './seeded-chance.ts'
import { type Truth, truthOf } from './truth.ts'
import { type Water, waterOf } from './water.ts'

export type City = {
  seed: number
  timeZone: string
  days: LocalDays
  zones: Zone[]
  /** Customers and outlets first, inlets last. */
  meters: Meter[]
  gateways: Gateway[]
  water: Water
  truth: Truth
}

/** Largest plausible flow (Q4, ISO 4064) of the sizes that are built in, litres an hour. */
const maximumFlowByCaliber: Record<number, number> = {
  15: 3_125,
  20: 5_000,
  25: 7_875,
  32: 12_500,
  40: 20_000,
  50: 31_250,
  80: 78_750,
  100: 125_000,
  150: 312_500,
  200: 500_000,
  250: 787_500,
  300: 1_250_000,
}

const defaultMeters = 2_200
const gatewaysPerCascade = 4

/**
 * Builds the utility. The same seed and zone always give the same city, to the byte; `meters` is roughly how many customers it has
 * (2,200 when absent). Nothing of the water is computed yet: `city.water` does that for any hour.
 * `exchangesFrom` (epoch milliseconds): from then on the hotels' meters go to the test bench every four weeks and others take their
 * place; never when absent. A service refuses replacements from before a meter was registered, hence the choice.
 */
export function buildCity(order: { seed: number; timeZone: string; meters?: number; exchangesFrom?: number }): City {
  const { seed, timeZone, meters = defaultMeters, exchangesFrom = Number.POSITIVE_INFINITY } = order
  const zones: Zone[] = []
  const built: Meter[] = []
  const inlets: Meter[] = []
  const gateways = gatewaysOf()
  cascades.forEach((cascade, cascadeIndex) => {
    const draw = chanceSequence(seed, topics.boundary * 100 + cascadeIndex)
    const polygon = outline([...cascade.centre], [...cascade.radius], cascade.corners, draw)
    const addZone = (plan: ZonePlan, within: ConvexPolygon, parent: Zone | null): Zone => {
      const zone = emptyZone(plan, within, parent, zones.length)
      zones.push(zone)
      built.push(
        ...customersOf({ seed, plan, zone, within, cascadeIndex, count: Math.max(3, Math.round(meters * plan.share)), from: built.length }),
      )
      inlets.push(...inletsOf(plan, zone, within, cascadeIndex))
      const children = plan.children ?? []
      const parts = split(
        shrunk(within, 0.9),
        children.map((child) => totalShare(child)),
        draw() * Math.PI,
      )
      children.forEach((child, position) => {
        const part = parts[position]
        if (part) zone.subtree.push(...addZone(child, shrunk(part, 0.96), zone).subtree)
      })
      return zone
    }
    addZone(cascade.root, polygon, null)
  })
  sizeLeakage(zones, built)
  const all = [...built, ...inlets].map((meter, index) => ({ ...meter, index }))
  const days = localDaysOf(timeZone)
  const water = waterOf({ seed, days, zones, meters: all, exchangesFrom })
  return { seed, timeZone, days, zones, meters: all, gateways, water, truth: truthOf({ days, zones, meters: all, water }) }
}

const totalShare = (plan: ZonePlan): number => plan.share + (plan.children ?? []).reduce((sum, child) => sum + totalShare(child), 0)

function gatewaysOf(): Gateway[] {
  return cascades.flatMap((cascade, cascadeIndex) =>
    Array.from({ length: gatewaysPerCascade }, (_, position) => {
      const index = cascadeIndex * gatewaysPerCascade + position
      const radio = position === gatewaysPerCascade - 1 ? 'nb' : 'lora'
      return {
        index,
        name: `${cascade.root.id}-${radio}-${position + 1}`,
        body: position === 0 ? ('objects' as const) : ('columns' as const),
        gzip: position === 2,
      }
    }),
  )
}

function emptyZone(plan: ZonePlan, within: ConvexPolygon, parent: Zone | null, index: number): Zone {
  return {
    index,
    id: plan.id,
    name: plan.name,
    level: (parent?.level ?? 0) + 1,
    parent: parent?.index ?? null,
    root: parent?.root ?? index,
    subtree: [index],
    boundary: closedRing(within),
    leader: plan.leader,
    leaderPhone: `571-555-${String(1000 + index * 37)}`,
    backgroundMillilitresPerDay: plan.leakage,
    ordinaryLitresPerHour: 0,
    thresholds: { leakageRate: 1, nightMinimumFlowLitresPerHour: 1, klRatio: 1 },
  }
}

type CustomersToBuild = {
  seed: number
  plan: ZonePlan
  zone: Zone
  within: ConvexPolygon
  cascadeIndex: number
  count: number
  from: number
}

function customersOf({ seed, plan, zone, within, cascadeIndex, count, from }: CustomersToBuild): Meter[] {
  const draw = chanceSequence(seed, topics.customer * 100 + zone.index)
  const drawPlace = chanceSequence(seed, topics.place * 100 + zone.index)
  const landmarks = plan.landmarks ?? []
  const customers = Array.from({ length: count }, (_, serial) => {
    const [className, name] = landmarks[serial] ?? ordinaryCustomer(plan.mix, draw())
    const kind: CustomerClass = customerClasses[className]
    const street = plan.streets[Math.floor(draw() * plan.streets.length)]
    const [longitude, latitude] = placeInside(within, drawPlace)
    const large = kind.caliberMillimetres >= 40
    const millilitresPerDay = Math.round(kind.litresPerDay * (1 + kind.differs * (2 * draw() - 1)) * 1000)
    const registerWidthLitres = className === 'laundry' ? 1_000_000 : 100_000_000
    const meter: Meter = {
      index: from + serial,
      number: `8610${String(zone.index + 1).padStart(2, '0')}${String(serial + 1).padStart(6, '0')}`,
      role: 'sub',
      zone: zone.index,
      gateway: gatewayOf(cascadeIndex, zone.index, serial),
      name,
      address: `${1 + Math.floor(draw() * 180)} ${street}`,
      longitude: Number(longitude.toFixed(6)),
      latitude: Number(latitude.toFixed(6)),
      caliberMillimetres: kind.caliberMillimetres,
      maximumFlowLitresPerHour: maximumFlowByCaliber[kind.caliberMillimetres]!,
      registerWidthLitres,
      hasValve: kind.caliberMillimetres === 15 && draw() < 0.3,
      registered: !(zone.parent === null && serial >= count - 2),
      reporting: reportingOf(large, draw),
      initialMillilitres: Math.floor(draw() * Math.min(registerWidthLitres, 900 * kind.litresPerDay) * 1000),
      use: { customerClass: className, millilitresPerDay },
    }
    return className === 'hotel' ? { ...meter, registered: true, exchanged: { everyDays: 28, offsetDays: (zone.index * 13) % 28 } } : meter
  })
  return plan.outlet ? [...customers, outletOf(plan.outlet, zone, within, cascadeIndex, from + count)] : customers
}

const gatewayOf = (cascadeIndex: number, zone: number, serial: number) =>
  cascadeIndex * gatewaysPerCascade + ((zone + serial) % gatewaysPerCascade)

function ordinaryCustomer(mix: ZonePlan['mix'], drawn: number): readonly [CustomerClassName, string] {
  let left = drawn
  for (const [className, share] of mixes[mix]) {
    left -= share
    if (left < 0) return [className, customerClasses[className].name]
  }
  return ['flat', customerClasses.flat.name]
}

function reportingOf(large: boolean, draw: () => number): Reporting {
  if (large) return { everyMinutes: 15, atMinute: 0, form: 'register', dailyBatch: false }
  const kind = draw()
  const minute = draw()
  if (kind < 0.07) return { everyMinutes: 60, atMinute: 0, form: 'interval', dailyBatch: false }
  if (kind < 0.19) return { everyMinutes: 60, atMinute: 0, form: 'register', dailyBatch: true }
  return { everyMinutes: 60, atMinute: minute < 0.6 ? 0 : 1 + Math.floor(((minute - 0.6) / 0.4) * 59), form: 'register', dailyBatch: false }
}

const summaryReporting: Reporting = { everyMinutes: 15, atMinute: 0, form: 'register', dailyBatch: false }

function outletOf(neighbour: string, zone: Zone, within: ConvexPolygon, cascadeIndex: number, index: number): Meter {
  const corner = shrunk(within, 0.97)[1]!
  return {
    index,
    number: `8690${String(zone.index + 1).padStart(2, '0')}09`,
    role: 'out',
    zone: zone.index,
    gateway: gatewayOf(cascadeIndex, zone.index, 1),
    name: `Outlet to ${neighbour}`,
    address: `${zone.name} boundary chamber`,
    longitude: Number(corner[0].toFixed(6)),
    latitude: Number(corner[1].toFixed(6)),
    caliberMillimetres: 150,
    maximumFlowLitresPerHour: maximumFlowByCaliber[150]!,
    registerWidthLitres: 1_000_000_000,
    hasValve: false,
    registered: true,
    reporting: summaryReporting,
    initialMillilitres: 41_000_000_000,
    use: { customerClass: 'export', millilitresPerDay: customerClasses.export.litresPerDay * 1000 },
  }
}

function inletsOf(plan: ZonePlan, zone: Zone, within: ConvexPolygon, cascadeIndex: number): Meter[] {
  const shares = plan.inlets ?? [1]
  const caliberMillimetres = [300, 250, 200, 150][zone.level - 1] ?? 150
  return shares.map((inletShare, position) => {
    const corner = shrunk(within, 0.98)[position * 4]!
    return {
      index: 0,
      number: `8690${String(zone.index + 1).padStart(2, '0')}0${position + 1}`,
      role: 'in',
      zone: zone.index,
      gateway: gatewayOf(cascadeIndex, zone.index, position + 1),
      name: shares.length === 1 ? `${zone.name} inlet` : `${zone.name} inlet ${position + 1}`,
      address: `${zone.name} inlet chamber`,
      longitude: Number(corner[0].toFixed(6)),
      latitude: Number(corner[1].toFixed(6)),
      caliberMillimetres,
      maximumFlowLitresPerHour: maximumFlowByCaliber[caliberMillimetres]!,
      registerWidthLitres: 10_000_000_000,
      hasValve: false,
      registered: true,
      reporting: summaryReporting,
      initialMillilitres: 0,
      inletShare,
    }
  })
}

/** Turns each zone's leakage share into water, and derives what an ordinary day looks like: thresholds are above that. */
function sizeLeakage(zones: Zone[], meters: Meter[]): void {
  const own = zones.map(() => ({ mean: 0, night: 0 }))
  for (const meter of meters) {
    const zone = own[meter.zone]
    if (!zone || !meter.use) continue
    const kind: CustomerClass = customerClasses[meter.use.customerClass]
    const hours = byQuarter(kind.workday)
    const perHour = meter.use.millilitresPerDay / 24_000
    if (meter.role === 'sub') {
      zone.mean += perHour
      zone.night += (perHour * 96 * hours[12]!) / hours.reduce((sum, weight) => sum + weight, 0)
    }
  }
  const below = (zone: Zone, of: (index: number) => number) => zone.subtree.reduce((sum, index) => sum + of(index), 0)
  const shares = zones.map((zone) => zone.backgroundMillilitresPerDay)
  for (const zone of zones)
    zone.backgroundMillilitresPerDay = Math.round(shares[zone.index]! * below(zone, (index) => own[index]!.mean) * 24_000)
  for (const zone of zones) {
    const leakage = below(zone, (index) => zones[index]!.backgroundMillilitresPerDay / 24_000)
    const mean = below(zone, (index) => own[index]!.mean) + leakage
    const night = below(zone, (index) => own[index]!.night) + leakage * pressureByHour[3]!
    zone.ordinaryLitresPerHour = mean
    zone.thresholds = {
      leakageRate: Math.min(0.9, Math.ceil(((leakage * 1.45) / mean) * 200) / 200),
      nightMinimumFlowLitresPerHour: Math.ceil((night * 1.3) / 50) * 50,
      klRatio: Math.min(0.95, Math.ceil(((night * 1.25) / mean) * 100) / 100),
    }
  }
}
