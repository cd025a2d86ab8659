import { listMeters } from '@nightflow/schemas/devices/endpoints'
import { listPlacesOnDay, placesPerCallMax } from '@nightflow/schemas/devices/meter-places'
import type { MeterStatus } from '@nightflow/schemas/devices/meters'
import { PressureState } from '@nightflow/schemas/devices/pressure-meter'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { gaugeColours, meterColours } from '#leakage/meter-colours.ts'
import type { MapPoint } from '#ui/map/map-geometry.ts'

const metersMax = 20_000
const rowsPerCall = 500

type Placed = { status?: MeterStatus; number: string; address: string | null; longitude: number | null; latitude: number | null }
type MapMeters = { points: MapPoint[]; cut: boolean }

/** Meters with a place, page by page; the answer says when there are more than the map takes. */
const collect = async (perCall: number, page: (after: string) => Promise<readonly Placed[]>): Promise<MapMeters> => {
  const points: MapPoint[] = []
  let after = ''
  for (let read = 0; read < metersMax; read += perCall) {
    const rows = await page(after)
    for (const { number, address, longitude, latitude, status } of rows) {
      if (longitude !== null && latitude !== null)
        points.push({
          id: number,
          position: [longitude, latitude],
          label: address ? `${number} · ${address}` : number,
          ...(status && { colour: meterColours[status] }),
        })
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

const gaugesMax = 200
const page = { pageNum: 1, pageSize: gaugesMax }
type Write = (value: number | null) => string
const pressureColours = {
  [PressureState.enum.normal]: gaugeColours.normal,
  [PressureState.enum.alarm]: gaugeColours.alarm,
  [PressureState.enum.unknown]: gaugeColours.unknown,
}
const kilopascalsPerMetre = 9.80665

/** Flow meters or pressure meters of the network, each with its latest value beside it. */
export const mapGaugesQuery = (figure: 'flow' | 'pressure') =>
  queryOptions({
    queryKey: ['map-gauges', figure],
    refetchInterval: 60_000,
    queryFn: ({ signal }): Promise<Gauge[]> => (figure === 'flow' ? flowGauges(signal) : pressureGauges(signal)),
  })

type Gauge = { number: string; place: string; position: [number, number]; value: number | null; colour: string }

const flowGauges = async (signal: AbortSignal): Promise<Gauge[]> => {
  const { rows } = await call(resourceCalls.flowMeters.list, page, signal)
  return rows.flatMap(({ meterAddress, installationPosition, longitude, latitude, flowLitresPerHour }) =>
    longitude === null || latitude === null
      ? []
      : [
          {
            ...{
              number: meterAddress,
              place: installationPosition,
              position: [longitude, latitude] as [number, number],
              value: flowLitresPerHour,
            },
            colour: flowLitresPerHour === null ? gaugeColours.unknown : gaugeColours.normal,
          },
        ],
  )
}

const pressureGauges = async (signal: AbortSignal): Promise<Gauge[]> => {
  const { rows } = await call(resourceCalls.pressureMeters.list, page, signal)
  return rows.map(({ deviceNumber, monitoringSite, longitude, latitude, pressureKilopascal, pressureState }) => ({
    ...{ number: deviceNumber, place: monitoringSite, position: [longitude, latitude] as [number, number] },
    ...{ value: pressureKilopascal === null ? null : pressureKilopascal / kilopascalsPerMetre, colour: pressureColours[pressureState] },
  }))
}

/** As points of the map that write their value. */
export const gaugePoints = (gauges: readonly Gauge[], write: Write): MapPoint[] =>
  gauges.map(({ number, place, position, value, colour }) => {
    const name = write(value)
    return { id: number, position, colour, name, label: `${place} · ${name}` }
  })
