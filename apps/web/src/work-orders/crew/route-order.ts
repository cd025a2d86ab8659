import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'

export type Placed = BoardOrder & { longitude: number; latitude: number }

export const isPlaced = (order: BoardOrder): order is Placed => order.longitude !== null && order.latitude !== null

/** Longitudes are narrower away from the equator. */
const squaredDistance = (one: Placed, other: Placed): number => {
  const north = one.latitude - other.latitude
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)
  return north * north + east * east
}

/** The orders of a day as a route: it begins with the first, which is the most urgent, and goes on to the nearest each time. */
export const routeOf = (orders: readonly BoardOrder[]): Placed[] => {
  const [first, ...others] = orders.filter(isPlaced)
  if (!first) return []
  const route = [first]
  while (others.length > 0) {
    const here = route.at(-1)!
    const distances = others.map((order) => squaredDistance(here, order))
    route.push(...others.splice(distances.indexOf(Math.min(...distances)), 1))
  }
  return route
}
