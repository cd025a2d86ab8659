import { flowMeterDecider, mapDeviceDecider, pressureMeterDecider } from '@nightflow/domain/devices/field-device-deciders'
import { judgedReadings, judgePressure, type PressureLimits, pressureDays, thinnedReadings } from '@nightflow/domain/devices/pressure-state'
import { rejectRange } from '@nightflow/domain/shared/day-range'
import { calendarOf, dateOfDay } from '@nightflow/domain/shared/local-time'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { flowMeters } from '@nightflow/projections/devices/flow-meters'
import { mapDevices } from '@nightflow/projections/devices/map-devices'
import { findNewestReadings, readPressures } from '@nightflow/projections/devices/newest-readings'
import { pressureMeters } from '@nightflow/projections/devices/pressure-meters'
import { readHistory } from '@nightflow/projections/projector/entity-history'
import {
  analysePressure,
  analysisDaysMax,
  listDeviceHistory,
  listFlowMeterHistory,
  listPressureMeterHistory,
} from '@nightflow/schemas/devices/device-calls'
import type { MeterDetails } from '@nightflow/schemas/devices/register-meter'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import type { PoolClient } from 'pg'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { recordedRoutes } from '../resource/recorded-routes.ts'
import { registerMeters } from './register-meters.ts'

const flowStore = recordedStoreOf(resources.flowMeters)
const pressureStore = recordedStoreOf(resources.pressureMeters)
const deviceStore = recordedStoreOf(resources.mapDevices)

/** Readings are kept of registered meters, so that the device's number becomes one. A meter that has the number already is the device's. */
const register = async (details: Omit<MeterDetails, 'hasValve'>, context: RequestContext): Promise<number> => {
  const registered = await registerMeters({ meters: [{ ...details, hasValve: false }] }, context)
  // A device states no meter type.
  return isRejection(registered) ? 0 : registered.response.position
}

type FlowMeter = RowOf<typeof resources.flowMeters>
type PressureMeter = RowOf<typeof resources.pressureMeters>

const noFigures = {
  ...{ collectTime: null, reportTime: null, flowLitresPerHour: null, forwardLitres: null },
  ...{ reverseLitres: null, pressureKilopascal: null, batteryMillivolt: null, signalDecibelMilliwatt: null },
}

const withNewestFlow = async (rows: readonly FlowMeter[], database: PoolClient): Promise<FlowMeter[]> => {
  const newest = await findNewestReadings(
    database,
    rows.map(({ meterAddress }) => meterAddress),
  )
  return rows.map((row) => {
    const { pressures: _, ...figures } = newest.get(row.meterAddress) ?? { ...noFigures, pressures: [] }
    return { ...row, ...figures }
  })
}

const limitsOf = (meter: PressureMeter): PressureLimits => ({
  upper: meter.upperLimitKilopascal,
  lower: meter.lowerLimitKilopascal,
  abruptChange: meter.abruptChangeKilopascal,
})

const withPressure = async (rows: readonly PressureMeter[], database: PoolClient): Promise<PressureMeter[]> => {
  const newest = await findNewestReadings(
    database,
    rows.map(({ deviceNumber }) => deviceNumber),
  )
  return rows.map((row) => {
    const judged = judgePressure(limitsOf(row), newest.get(row.deviceNumber)?.pressures ?? [], Date.now())
    return {
      ...row,
      pressureKilopascal: judged.newest?.kilopascal ?? null,
      collectTime: judged.newest && new Date(judged.newest.at).toISOString(),
      pressureState: judged.state,
      deviations: judged.deviations,
    }
  })
}

export const fieldDeviceResourceRoutes = [
  ...recordedRoutes(resourceCalls.flowMeters, flowStore, {
    decider: flowMeterDecider,
    key: 'meterAddress',
    enrich: withNewestFlow,
    afterwards: ({ meterAddress, installationPosition, caliberMillimetres, longitude, latitude }, context) =>
      register(
        {
          number: meterAddress,
          address: installationPosition,
          ...(caliberMillimetres !== null && { caliberMillimetres }),
          ...(longitude !== null && latitude !== null && { longitude, latitude }),
        },
        context,
      ),
  }),
  ...recordedRoutes(resourceCalls.pressureMeters, pressureStore, {
    decider: pressureMeterDecider,
    key: 'deviceNumber',
    enrich: withPressure,
    afterwards: ({ deviceNumber, monitoringSite, address, longitude, latitude }, context) =>
      register({ number: deviceNumber, name: monitoringSite, address, longitude, latitude }, context),
  }),
  ...recordedRoutes(resourceCalls.mapDevices, deviceStore, { decider: mapDeviceDecider, key: 'deviceNo' }),
]

/** Points of a chart. */
const trendMax = 2000

const analyse = async (
  { pressureMeterId, from, to }: RequestOf<typeof analysePressure>,
  { read }: RequestContext,
): Promise<ResponseOf<typeof analysePressure> | Rejection | undefined> => {
  const rejection = rejectRange(from, to, analysisDaysMax)
  if (rejection) return rejection
  return read(async (database) => {
    const meter = await pressureStore.find(database, pressureMeterId)
    const found = meter && (await readPressures(database, { number: meter.deviceNumber, from, to }))
    if (!found) return undefined
    const { timeZone, readings } = found
    const [judged] = await withPressure([meter], database)
    const trend = thinnedReadings(judgedReadings(limitsOf(meter), readings), trendMax)
    return {
      timeZone,
      state: judged!.pressureState,
      deviations: judged!.deviations,
      isThinned: trend.length < readings.length,
      trend: trend.map(({ at, ...reading }) => ({ at: new Date(at).toISOString(), ...reading })),
      days: pressureDays(limitsOf(meter), readings, calendarOf(timeZone)).map(({ day, ...figures }) => ({
        day: dateOfDay(day),
        ...figures,
      })),
    }
  })
}

const older = pagesAfter(500, ({ position }) => ({ before: position as number }))

export const fieldDeviceRoutes: readonly Route[] = [
  ask(analysePressure, analyse),
  ask(
    listFlowMeterHistory,
    ({ flowMeterId, ...page }, { read }) =>
      read(async (database) => {
        const row = await flowStore.find(database, flowMeterId)
        return row && readHistory(database, flowMeters.entity, { meterAddress: row.meterAddress }, page)
      }),
    older,
  ),
  ask(
    listPressureMeterHistory,
    ({ pressureMeterId, ...page }, { read }) =>
      read(async (database) => {
        const row = await pressureStore.find(database, pressureMeterId)
        return row && readHistory(database, pressureMeters.entity, { deviceNumber: row.deviceNumber }, page)
      }),
    older,
  ),
  ask(
    listDeviceHistory,
    ({ deviceId, ...page }, { read }) =>
      read(async (database) => {
        const row = await deviceStore.find(database, deviceId)
        return row && readHistory(database, mapDevices.entity, { deviceNo: row.deviceNo }, page)
      }),
    older,
  ),
]
