/** [longitude, latitude] */
export type Place = [longitude: number, latitude: number]
/** An open ring of corners in counter-clockwise order; every polygon here is convex, which keeps nesting and splitting exact. */
export type ConvexPolygon = Place[]

export const closedRing = (polygon: ConvexPolygon): Place[] =>
  [...polygon, polygon[0]!].map(([x, y]) => [Number(x.toFixed(6)), Number(y.toFixed(6))])

/** A town-like outline: corners on an ellipse, each at its own angle. `radius` in degrees of longitude. */
export function outline(centre: Place, radius: Place, corners: number, draw: () => number): ConvexPolygon {
  return Array.from({ length: corners }, (_, corner) => {
    const angle = ((corner + 0.15 + 0.7 * draw()) / corners) * 2 * Math.PI
    return [centre[0] + radius[0] * Math.cos(angle), centre[1] + radius[1] * Math.sin(angle)]
  })
}

export function area(polygon: ConvexPolygon): number {
  let twice = 0
  polygon.forEach(([x, y], index) => {
    const [nextX, nextY] = polygon[(index + 1) % polygon.length]!
    twice += x * nextY - nextX * y
  })
  return twice / 2
}

export function centroid(polygon: ConvexPolygon): Place {
  const sum = polygon.reduce<Place>((total, [x, y]) => [total[0] + x, total[1] + y], [0, 0])
  return [sum[0] / polygon.length, sum[1] / polygon.length]
}

/** The polygon drawn towards its centre: inside the original, since it is convex. */
export function shrunk(polygon: ConvexPolygon, factor: number): ConvexPolygon {
  const [centreX, centreY] = centroid(polygon)
  return polygon.map(([x, y]) => [centreX + (x - centreX) * factor, centreY + (y - centreY) * factor])
}

/** The part of a polygon on the left of the line through `at` in direction `along` (Sutherland-Hodgman). */
function leftOf(polygon: ConvexPolygon, at: Place, along: Place): ConvexPolygon {
  const side = ([x, y]: Place) => along[0] * (y - at[1]) - along[1] * (x - at[0])
  const kept: ConvexPolygon = []
  polygon.forEach((corner, index) => {
    const next = polygon[(index + 1) % polygon.length]!
    const here = side(corner)
    const there = side(next)
    if (here >= 0) kept.push(corner)
    if (here > 0 !== there > 0 && here !== there) {
      const share = here / (here - there)
      kept.push([corner[0] + (next[0] - corner[0]) * share, corner[1] + (next[1] - corner[1]) * share])
    }
  })
  return kept
}

/** Cuts a polygon into parts whose areas are in the given proportion, by parallel streets at an angle. */
export function split(polygon: ConvexPolygon, shares: number[], angle: number): ConvexPolygon[] {
  if (shares.length <= 1) return [polygon]
  const [first, ...others] = shares
  const wanted = (area(polygon) * first!) / shares.reduce((sum, share) => sum + share, 0)
  const along: Place = [Math.cos(angle), Math.sin(angle)]
  const across: Place = [-along[1], along[0]]
  const distances = polygon.map(([x, y]) => x * across[0] + y * across[1])
  let low = Math.min(...distances)
  let high = Math.max(...distances)
  const at = (distance: number): Place => [across[0] * distance, across[1] * distance]
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (area(leftOf(polygon, at(middle), along)) > wanted) low = middle
    else high = middle
  }
  const part = leftOf(polygon, at(low), along)
  const rest = leftOf(polygon, at(low), [-along[0], -along[1]])
  return [part, ...split(rest, others, angle)]
}

export const contains = (polygon: ConvexPolygon, [x, y]: Place): boolean =>
  polygon.every(([fromX, fromY], index) => {
    const [toX, toY] = polygon[(index + 1) % polygon.length]!
    return (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX) >= 0
  })

/** A place inside, evenly spread: draws in the surrounding rectangle until one falls inside (bounded; then the centre). */
export function placeInside(polygon: ConvexPolygon, draw: () => number): Place {
  const longitudes = polygon.map(([x]) => x)
  const latitudes = polygon.map(([, y]) => y)
  const [west, east, south, north] = [Math.min(...longitudes), Math.max(...longitudes), Math.min(...latitudes), Math.max(...latitudes)]
  for (let attempt = 0; attempt < 64; attempt++) {
    const place: Place = [west + (east - west) * draw(), south + (north - south) * draw()]
    if (contains(polygon, place)) return place
  }
  return centroid(polygon)
}
