import type { MapContent, MapLayerType } from '@nightflow/schemas/platform/map-layer'
import type { City } from './city.ts'
import { buildingsOf, riverOf } from './city-ground.ts'
import type { Zone } from './city-model.ts'
import { cascades, type ZonePlan } from './city-plan.ts'
import { type ConvexPolygon, centroid, type Place, shrunk } from './polygon.ts'

/** Map layers of the utility: river and buildings, streets, the mains and pipes below them, valves and hydrants on those. */
export type CityLayer = { layerName: string; layerType: MapLayerType; content: MapContent }

type Line = { name: string; from: Place; to: Place }

const hydrantsPerStreet = 3
/** Streets run this much of a zone's width; beyond it the neighbour's begin. */
const streetsWithin = 0.96
/** Pipes lie beside their street, in degrees: about eight metres. */
const besideStreet = 0.00008

export function layersOf(city: City): CityLayer[] {
  const streets = city.zones.flatMap(streetsOf)
  const mains = city.zones.flatMap((zone) => mainsOf(city, zone))
  const pipes = [...mains, ...streets.map(pipeOf)]
  const valves = pipes.map(({ name, from, to }) => placeOn({ name, from, to }, 0.04, `Valve ${name}`))
  const hydrants = streets.flatMap((street) =>
    Array.from({ length: hydrantsPerStreet }, (_, index) =>
      placeOn(street, (index + 0.5) / hydrantsPerStreet, `Hydrant ${index + 1} ${street.name}`),
    ),
  )
  return [
    { layerName: 'River', layerType: 'river', content: collection([riverFeature(city)]) },
    { layerName: 'Buildings', layerType: 'building', content: collection(buildingFeatures(city)) },
    { layerName: 'Streets', layerType: 'street', content: linesOf(streets) },
    { layerName: 'Pipes', layerType: 'pipe', content: linesOf(pipes) },
    { layerName: 'Valves', layerType: 'valve', content: collection(valves) },
    { layerName: 'Hydrants', layerType: 'hydrant', content: collection(hydrants) },
  ]
}

const planOf = (id: string, plans: readonly ZonePlan[] = cascades.map(({ root }) => root)): ZonePlan | undefined =>
  plans.reduce<ZonePlan | undefined>((found, plan) => found ?? (plan.id === id ? plan : planOf(id, plan.children ?? [])), undefined)

const corners = (zone: Zone): ConvexPolygon => zone.boundary.slice(0, -1)

/** The named streets of a zone, alternately across and along it, from edge to edge. A zone with points below has the streets between those. */
function streetsOf(zone: Zone): Line[] {
  const { streets = [] } = planOf(zone.id) ?? {}
  const within = shrunk(corners(zone), streetsWithin)
  const middle = centroid(within)
  const lanes = Math.ceil(streets.length / 2)
  // Of one zone the grid is turned as its first side runs.
  const [first, second] = [within[0]!, within[1]!]
  const turn = Math.atan2(second[1] - first[1], second[0] - first[0])
  return streets.flatMap((name, index) => {
    const angle = turn + (index % 2) * (Math.PI / 2)
    const direction: Place = [Math.cos(angle), Math.sin(angle)]
    const offset = (Math.floor(index / 2) + 1) / (lanes + 1) - 0.5
    const chord = chordOf(within, middle, direction, offset)
    return chord ? [{ name, from: chord[0], to: chord[1] }] : []
  })
}

/** The part of a line that is inside a polygon. `offset` is the line's distance from the middle as a share of the polygon's breadth. */
function chordOf(polygon: ConvexPolygon, middle: Place, [dx, dy]: Place, offset: number): [Place, Place] | undefined {
  const across = polygon.map(([x, y]) => (x - middle[0]) * -dy + (y - middle[1]) * dx)
  const distance = (Math.max(...across) - Math.min(...across)) * offset
  const crossings: Place[] = []
  polygon.forEach((corner, index) => {
    const next = (index + 1) % polygon.length
    const [here, there] = [across[index]! - distance, across[next]! - distance]
    if (here > 0 === there > 0) return
    const share = here / (here - there)
    crossings.push([corner[0] + (polygon[next]![0] - corner[0]) * share, corner[1] + (polygon[next]![1] - corner[1]) * share])
  })
  return crossings.length === 2 ? [crossings[0]!, crossings[1]!] : undefined
}

const pipeOf = ({ name, from, to }: Line): Line => {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const [x, y] = [(-(to[1] - from[1]) / length) * besideStreet, ((to[0] - from[0]) / length) * besideStreet]
  return { name, from: [from[0] + x, from[1] + y], to: [to[0] + x, to[1] + y] }
}

/** From each inlet to the middle of its zone, and from there to the middles of the zones below. */
function mainsOf(city: City, zone: Zone): Line[] {
  const middle = centroid(corners(zone))
  const inlets = city.meters.filter((meter) => meter.zone === zone.index && meter.role === 'in')
  const below = city.zones.filter(({ parent }) => parent === zone.index)
  return [
    ...inlets.map(({ name, longitude, latitude }) => ({ name: `Main ${name}`, from: [longitude, latitude] as Place, to: middle })),
    ...below.map((child) => ({ name: `Main ${zone.name} – ${child.name}`, from: middle, to: centroid(corners(child)) })),
  ]
}

type Feature = MapContent['features'][number]
const rounded = ([x, y]: Place): Place => [Number(x.toFixed(6)), Number(y.toFixed(6))]
const collection = (features: Feature[]): MapContent => ({ type: 'FeatureCollection', features })
const linesOf = (lines: readonly Line[]): MapContent =>
  collection(
    lines.map(({ name, from, to }) => ({
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: [rounded(from), rounded(to)] },
      properties: { name },
    })),
  )
const riverFeature = (city: City): Feature => ({
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: [riverOf(city).map(rounded)] },
  properties: { name: 'River' },
})
/** All houses of a zone are one feature. */
const buildingFeatures = (city: City): Feature[] =>
  [...buildingsOf(city)].map(([zone, houses]) => ({
    type: 'Feature',
    geometry: { type: 'MultiPolygon', coordinates: houses.map((ring) => [ring.map(rounded)]) },
    properties: { name: city.zones[zone]!.name },
  }))
const placeOn = ({ from, to }: Line, share: number, name: string): Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: rounded([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]) },
  properties: { name },
})
