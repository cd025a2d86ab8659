import type { Infrastructure } from '@nightflow/schemas/leakage/infrastructure'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { NightBalance, WaterBalance } from '@nightflow/schemas/leakage/water-balance'
import type { RegulatorClasses } from '@nightflow/schemas/shared/regulator-classes'
import type { NightUse } from './night-use.ts'

/** Pressures of an area's sensors in metres of water: the mean of each hour of the day over the month, and of each night at its minimum, by local day. */
export type MeasuredPressure = { sensors: number; hours: readonly number[]; nights: ReadonlyMap<number, number> }

/** All that is known of a metering point and month. */
export type MonthInput = {
  point: Pick<WaterBalance, 'partitionId' | 'name' | 'level' | 'timeZone' | 'month' | 'from' | 'to'>
  /** Every day of the month. */
  rows: readonly NightFlowRow[]
  nights: readonly NightUse[]
  billedLitres: number | null
  /** Customers' meters with a bill of the month, of all of the point; null where no meter is a customer's. */
  billedMeterShare: number | null
  infrastructure: ({ from: string } & Infrastructure) | null
  pressure: MeasuredPressure | null
  /** Currency of a cubic metre. */
  pricePerCubicMetre: number | undefined
  targetPressureMetres?: number | undefined
  /** Ends of the classes of regulators; the usual ones unless set. */
  classes?: RegulatorClasses | undefined
  exceptional: Pick<NightBalance, 'exceptionalNight' | 'exceptionalUse' | 'exceptionalUsers'>
}
