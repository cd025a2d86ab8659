import { listMeters } from '@nightflow/schemas/devices/endpoints'
import { listPlacesOnDay, placesPerCallMax } from '@nightflow/schemas/devices/meter-places'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import type { MapPoint } from '#ui/map/map-geometry.ts'

const metersMax = 20_000
const rowsPerCall = 500

type Placed = { number: string; address: string | null; longitude: number | null; latitude: number | null }
type MapMeters = { points: MapPoint[]; cut: boolean }

/** Meters with a place, page by page; the answer says when there are more than the map takes. */
const collect = async (perCall: number, page: (after: string) => Promise<readonly Placed[]>): Promise<MapMeters> => {
  const points: MapPoint[] = []
  let after = ''
  for (let read = 0; read < metersMax; read += perCall) {
    const rows = await page(after)
    for (const { number, address, longitude, latitude } of rows) {
      if (longitude !== null && latitude !== null)
        points.push({ id: number, position: [longitude, latitude], label: address ? `${number} · ${address}` : number })
    }
    if (rows.length < perCall) return { points, cut: false }
    after = rows.at(-1)!.number
  }
  return { points, cut: true }
}

/** Every meter of now, or the meters that were in a pipe on a day, where they were then. */
export const mapMetersQuery = (day: string | undefined) =>
  queryOptions({
    queryKey: ['map-meters', day ?? 'now'],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }): Promise<MapMeters> =>
      day === undefined
        ? collect(rowsPerCall, async (after) => (await call(listMeters, { after, limit: rowsPerCall }, signal)).rows)
        : collect(placesPerCallMax, async (after) => (await call(listPlacesOnDay, { day, after, limit: placesPerCallMax }, signal)).rows),
  })
