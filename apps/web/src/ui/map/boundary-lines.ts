import type { LngLat } from '#ui/map/map-geometry.ts'

type Ring = LngLat[]

/** A boundary as people type it: a corner on each line, longitude and latitude. The closing corner is left out. */
export const linesOfBoundary = (boundary: readonly LngLat[] | null): string =>
  (boundary ?? [])
    .slice(0, -1)
    .map(([longitude, latitude]) => `${longitude} ${latitude}`)
    .join('\n')

/** The closed ring of the corners typed; null where nothing is typed, undefined where it is no boundary. */
export const boundaryOf = (lines: string): Ring | null | undefined => {
  const typed = lines.split('\n').filter((line) => line.trim() !== '')
  if (typed.length === 0) return null
  const corners = typed.map((line) =>
    line
      .trim()
      .split(/[\s,;]+/)
      .map(Number),
  )
  const isCorner = (corner: number[]): corner is [number, number] =>
    corner.length === 2 && Math.abs(corner[0]!) <= 180 && Math.abs(corner[1]!) <= 90
  if (!corners.every(isCorner)) return undefined
  const [first, last] = [corners[0]!, corners.at(-1)!]
  const ring = first[0] === last[0] && first[1] === last[1] ? corners : [...corners, first]
  return ring.length >= 4 && ring.length <= 2000 ? ring : undefined
}
