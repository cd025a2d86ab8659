import type { City } from './city.ts'
import { closedRing, type Place } from './polygon.ts'

/** A city besides its network: the river through it, and the buildings of its customers. */

const riverSteps = 48
const bends = 2.5
/** Half the width of the river, and how far its bends swing out, as shares of the city's height. */
const halfWidth = 0.012
const swing = 0.16

/** From the west to the east, beyond the edges of the city. */
export function riverOf(city: City): Place[] {
  const corners = city.zones.flatMap(({ boundary }) => boundary)
  const [longitudes, latitudes] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)]
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  const height = north - south
  const bank = (side: number): Place[] =>
    Array.from({ length: riverSteps + 1 }, (_, step) => {
      const along = step / riverSteps
      const y = south + height * (0.5 + swing * Math.sin(along * bends * 2 * Math.PI) + side * halfWidth * (1 + along))
      return [west - 0.05 * (east - west) + 1.1 * (east - west) * along, y]
    })
  return closedRing([...bank(1), ...bank(-1).reverse()])
}

/** The map of a large city has the first of its buildings: a browser draws them without trouble. */
const buildingsMax = 20_000
/** Half the sides of a house in degrees of latitude: about seven by five metres. */
const halfSides = [0.000063, 0.000045] as const

/** One list of houses for each zone, by its index: a house at the meter of each customer. */
export function buildingsOf(city: City): Map<number, Place[][]> {
  const customers = city.meters.filter(({ role, registered }) => role === 'sub' && registered).slice(0, buildingsMax)
  const houses = customers.map(({ zone, longitude, latitude }) => ({ zone, ring: houseAt([longitude, latitude], zone) }))
  return new Map([...Map.groupBy(houses, ({ zone }) => zone)].map(([zone, inZone]) => [zone, inZone.map(({ ring }) => ring)]))
}

/** Houses of a zone are turned alike. */
function houseAt([x, y]: Place, zone: number): Place[] {
  const [cos, sin] = [Math.cos(zone * 0.7), Math.sin(zone * 0.7)]
  const stretch = 1 / Math.cos((y * Math.PI) / 180)
  const [wide, deep] = halfSides
  const corners: readonly Place[] = [
    [-wide, -deep],
    [wide, -deep],
    [wide, deep],
    [-wide, deep],
  ]
  return closedRing(corners.map(([right, up]): Place => [x + (right * cos - up * sin) * stretch, y + right * sin + up * cos]))
}
