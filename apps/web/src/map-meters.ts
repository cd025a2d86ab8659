import { listMeters } from '@nightflow/schemas/devices/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import type { MapPoint } from '#ui/map/map-geometry.ts'

const rowsPerCall = 500
const callsMax = 40

/** Every meter with a place, page by page; the answer says when there are more than the map takes. */
export const mapMetersQuery = queryOptions({
  queryKey: ['map-meters'],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }): Promise<{ points: MapPoint[]; cut: boolean }> => {
    const points: MapPoint[] = []
    let after = ''
    for (let page = 0; page < callsMax; page += 1) {
      const { rows } = await call(listMeters, { after, limit: rowsPerCall }, signal)
      for (const { number, address, longitude, latitude } of rows) {
        if (longitude !== null && latitude !== null)
          points.push({ id: number, position: [longitude, latitude], label: address ? `${number} · ${address}` : number })
      }
      if (rows.length < rowsPerCall) return { points, cut: false }
      after = rows.at(-1)!.number
    }
    return { points, cut: true }
  },
})
