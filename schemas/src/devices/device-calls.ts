import { z } from 'zod'
import { dayRange } from '../shared/day-range.ts'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'
import { historyCallOf } from '../shared/recorded-calls.ts'
import { Instant, TimeZone } from '../shared/values.ts'
import { flowMeters } from './flow-meter.ts'
import { mapDevices } from './map-device.ts'
import { PressureDeviation, PressureState, pressureMeters } from './pressure-meter.ts'

export const listFlowMeterHistory = historyCallOf(flowMeters, '/api/v1/flow-meters')
export const listPressureMeterHistory = historyCallOf(pressureMeters, '/api/v1/pressure-meters')
export const listDeviceHistory = historyCallOf(mapDevices, '/api/v1/devices')

/** Days of one analysis: a sensor may report every minute. */
export const analysisDaysMax = 31

const PressureDay = z.object({
  day: z.iso.date(),
  minimum: z.number(),
  mean: z.number(),
  maximum: z.number(),
  readings: z.int(),
  /** Readings outside of the limits of now, and those after an abrupt change. */
  above: z.int(),
  below: z.int(),
  abrupt: z.int(),
})

/** The single-point analysis. Where a range has more readings than a chart shows, each stretch of it has its lowest and its highest. */
export const analysePressure = endpoint({
  method: 'GET',
  path: '/api/v1/pressure-meters/:pressureMeterId/analysis',
  permission: 'devices:pressureMeter:query',
  summary: `Pressure of one meter: its trend, and the lowest, mean and highest of each day; at most ${analysisDaysMax} days`,
  request: z.object({ pressureMeterId: RowId, ...dayRange }),
  response: z.object({
    timeZone: TimeZone,
    state: PressureState,
    deviations: z.array(PressureDeviation),
    isThinned: z.boolean(),
    trend: z.array(z.object({ at: Instant, kilopascal: z.number(), deviations: z.array(PressureDeviation) })),
    days: z.array(PressureDay),
  }),
})
