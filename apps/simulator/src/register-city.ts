import type { MeterDetails } from '@nightflow/schemas/devices/register-meter'
import { callBackOffice } from './call-back-office.ts'
import { callNightflow, ServiceRefusal } from './call-nightflow.ts'
import type { City } from './city.ts'
import { type CityLayer, layersOf } from './city-layers.ts'
import type { Meter, Zone } from './city-model.ts'
import { firstDay } from './faults.ts'
import { exchangedNumber } from './meter-readings.ts'
import { registerDevices } from './register-devices.ts'
import { registerGroups } from './register-groups.ts'
import { chance, topics } from './seeded-chance.ts'

/** How the schemas are sent: defaults may be left out. */
type Sent<Value> = { [Key in keyof Value as Value[Key] extends undefined ? never : Key]?: Value[Key] }

export type Registered = {
  /** New ones; on a second run none. */
  metersRegistered: number
  /** Refusals of the service, with their reason. Empty in a healthy run. */
  refused: { what: string; code: string }[]
}

const metersPerRequest = 1_000
/** Figures are given when this share of the customers' hours is known; the rest is scaled and marked as estimated. */
const minimumCoverage = 0.9

/**
 * Makes the city known to the service: its meters, groups, partitions, summary meters, sub-meters, thresholds and exchanges of meters up to `now`.
 * Run again it changes nothing. A few meters report without being registered, on purpose.
 */
export async function registerCity(order: {
  baseUrl: string
  token: string
  city: City
  now?: number
  signal?: AbortSignal
  /** Meters get their groups elsewhere. */
  isGroupedLater?: boolean
}): Promise<Registered> {
  const { city, now = Date.now() } = order
  const result: Registered = { metersRegistered: 0, refused: [] }
  const send = (method: 'POST' | 'PUT', path: string, body: object) =>
    callNightflow({ method, url: `${order.baseUrl}/api/v1${path}`, bearer: order.token, body: JSON.stringify(body), signal: order.signal })
  const trySending = async (method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> => {
    try {
      return await send(method, path, body)
    } catch (refusal) {
      // Without permission nothing else will work either.
      if (!(refusal instanceof ServiceRefusal) || refusal.status === 401 || refusal.status === 403) throw refusal
      result.refused.push({ what: path, code: refusal.code })
      return undefined
    }
  }
  const exchanges = city.meters.filter((meter) => meter.registered).flatMap((meter) => exchangesOf(city, meter, now))
  const known = [
    ...city.meters.filter((meter) => meter.registered).map((meter) => papersOf(city, meter)),
    ...exchanges.map(({ meter, replacedBy, replacedAt }) => detailsOf(city, meter, replacedBy, replacedAt)),
  ]
  for (let start = 0; start < known.length; start += metersPerRequest) {
    const answer = await send('POST', '/meters', { meters: known.slice(start, start + metersPerRequest) })
    const { registered, refused } = answer as { registered: number; refused: { number: string; code: string }[] }
    result.metersRegistered += registered
    result.refused.push(...refused.map(({ number, code }) => ({ what: `/meters ${number}`, code })))
  }
  // A cascade is one stream: its zones come one after the other, parents first, and the cascades beside each other.
  const cascades = [...Map.groupBy(city.zones, ({ root }) => root).values()]
  await Promise.all(
    cascades.map(async (zones) => {
      for (const zone of zones) await registerZone(city, zone, trySending)
    }),
  )
  await registerDevices(city, async (resource, form) => {
    const url = `${order.baseUrl}/prod-api/business/${resource}`
    const answer = await callNightflow({ method: 'POST', url, bearer: order.token, body: JSON.stringify(form), signal: order.signal })
    // The back office says in its envelope what it refused: what is there already is no news.
    const { code, reason = 'unknown' } = answer as { code: number; reason?: string }
    if (code !== 200 && reason !== 'name-taken') result.refused.push({ what: `/${resource}`, code: reason })
  })
  if (!order.isGroupedLater) await registerGroups(city, callBackOffice(order))
  for (const layer of layersOf(city)) await sendLayer(layer, order, result)
  for (const { meter: _, number, ...exchange } of exchanges) await trySending('POST', `/meters/${number}/replacement`, exchange)
  return result
}

/** A map that cannot be drawn is no reason to have no city. */
async function sendLayer(
  { layerName, layerType, content }: CityLayer,
  { baseUrl, token, signal }: { baseUrl: string; token: string; signal?: AbortSignal },
  { refused }: Registered,
): Promise<void> {
  const body = new FormData()
  body.append('layerName', layerName)
  body.append('layerType', layerType)
  body.append('file', new Blob([JSON.stringify(content)], { type: 'application/geo+json' }), `${layerType}.geojson`)
  try {
    await callNightflow({ url: `${baseUrl}/api/v1/map-layers`, bearer: token, body, signal })
  } catch (refusal) {
    if (!(refusal instanceof ServiceRefusal)) throw refusal
    refused.push({ what: `/map-layers ${layerName}`, code: refusal.code })
  }
}

async function registerZone(
  city: City,
  zone: Zone,
  send: (method: 'POST' | 'PUT', path: string, body: object) => Promise<unknown>,
): Promise<void> {
  const parent = zone.parent === null ? undefined : city.zones[zone.parent]
  await send('POST', '/partitions', {
    partitionId: zone.id,
    name: zone.name,
    ...(parent ? { parentId: parent.id } : { timeZone: city.timeZone }),
    minimumCoverage,
    boundary: zone.boundary,
    leaderName: zone.leader,
    leaderPhone: zone.leaderPhone,
  })
  const own = city.meters.filter((meter) => meter.zone === zone.index && meter.registered)
  for (const { number, role } of own)
    if (role !== 'sub') await send('POST', `/partitions/${zone.id}/summary-meters`, { number, direction: role })
  const numbers = own.filter((meter) => meter.role === 'sub').map((meter) => meter.number)
  for (let start = 0; start < numbers.length; start += metersPerRequest) {
    await send('POST', `/partitions/${zone.id}/sub-meters`, { numbers: numbers.slice(start, start + metersPerRequest) })
  }
  await send('PUT', `/partitions/${zone.id}/thresholds`, zone.thresholds)
}

const yearsInPipeMax = 12

/** Of households one in ten: most papers were lost, as in many utilities. Days before the city's readings then count as unread for few. */
const hasPapers = ({ role, index, caliberMillimetres }: Meter): boolean => role !== 'sub' || caliberMillimetres >= 40 || index % 10 === 0

/** Some years before the water of the city begins: an old utility replaces its meters too late. */
function installedAt({ seed }: City, { index }: Meter): string {
  const days = Math.floor(chance(seed, topics.installation, index) * yearsInPipeMax * 365)
  return new Date((firstDay - days) * 86_400_000).toISOString()
}

/** A meter as it is registered when it goes into the pipe. */
export const papersOf = (city: City, meter: Meter) =>
  detailsOf(city, meter, meter.number, hasPapers(meter) ? installedAt(city, meter) : undefined)

function detailsOf(city: City, meter: Meter, number: string, installedAt: string | undefined): Sent<MeterDetails> & { number: string } {
  return {
    number,
    ...(installedAt && { installedAt }),
    timeZone: city.timeZone,
    name: meter.name,
    address: meter.address,
    caliberMillimetres: meter.caliberMillimetres,
    longitude: meter.longitude,
    latitude: meter.latitude,
    hasValve: meter.hasValve,
    registerWidthLitres: meter.registerWidthLitres,
    maximumFlowLitresPerHour: meter.maximumFlowLitresPerHour,
  }
}

/** Every exchange of a meter up to now: both registers at that moment. */
function exchangesOf(city: City, meter: Meter, now: number) {
  const found = []
  for (let { turn, since } = city.water.turnOf(meter, now); turn > 0; { turn, since } = city.water.turnOf(meter, since - 1)) {
    const litresAt = (instant: number) => Math.floor(city.water.registerMillilitres(meter, instant) / 1000)
    found.unshift({
      meter,
      number: exchangedNumber(meter, turn - 1),
      replacedBy: exchangedNumber(meter, turn),
      replacedAt: new Date(since).toISOString(),
      finalLitres: litresAt(since - 1),
      initialLitres: litresAt(since),
      reason: 'to the test bench',
    })
  }
  return found
}
