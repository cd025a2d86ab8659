/** Whether a place is inside a closed ring of longitudes and latitudes: a line from it eastward crosses the ring an odd number of times. */
export const withinBoundary = (
  { longitude, latitude }: { longitude: number; latitude: number },
  ring: readonly (readonly [number, number])[],
): boolean => {
  let isInside = false
  for (let at = 1; at < ring.length; at += 1) {
    const [x0, y0] = ring[at - 1]!
    const [x1, y1] = ring[at]!
    const crosses = y0 > latitude !== y1 > latitude && longitude < x0 + ((latitude - y0) / (y1 - y0)) * (x1 - x0)
    if (crosses) isInside = !isInside
  }
  return isInside
}
