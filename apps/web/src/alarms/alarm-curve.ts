import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import type { MeterReadingRow, MeterVolumeRow } from '@nightflow/schemas/metering/readings'
import { instantOf } from '#ui/local-days.ts'

/** A figure over time as a chart draws it: epoch seconds, and values and threshold in `unit`; null is unknown. */
export type AlarmCurve = {
  times: number[]
  values: (number | null)[]
  unit: string
  threshold: number | null
  decimals: number
  /** Values that are estimated in part. */
  estimated?: boolean[]
}

type Threshold = Pick<AlarmRow, 'eventType' | 'threshold'>

const scaled = (value: number | null, factor: number): number | null => (value === null ? null : value * factor)

/** Leakage rate in percent, night minimum flow in cubic metres an hour or KL ratio, whichever the alarm is about, day by day. */
export const nightFlowCurve = (
  { eventType, threshold }: Threshold,
  rows: readonly NightFlowRow[],
  timeZone: string,
  units: { flow: string },
): AlarmCurve => {
  const times = rows.map(({ date }) => instantOf(date, 12, timeZone) / 1000)
  const isOfSupply = eventType !== 'partition-leakage'
  const curve = (values: (number | null)[], factor: number, unit: string, decimals: number): AlarmCurve => ({
    times,
    estimated: rows.map((row) => row.estimated && !(isOfSupply && row.supplyEstimatedLitres === 0)),
    values: values.map((value) => scaled(value, factor)),
    unit,
    threshold: scaled(threshold, factor),
    decimals,
  })
  if (eventType === 'partition-leakage')
    return curve(
      rows.map((row) => row.leakageRate),
      100,
      '%',
      1,
    )
  if (eventType === 'partition-kl')
    return curve(
      rows.map((row) => row.klRatio),
      1,
      '',
      2,
    )
  return curve(
    rows.map((row) => row.nightMinimumFlowLitresPerHour),
    1 / 1000,
    units.flow,
    2,
  )
}

/** Hourly volumes in litres, as far as they have passed. */
export const volumeCurve = (rows: readonly MeterVolumeRow[]): AlarmCurve => {
  const passed = rows.filter(({ from }) => Date.parse(from) <= Date.now())
  return {
    times: passed.map(({ from }) => Date.parse(from) / 1000 + 1800),
    values: passed.map(({ volumeLitres }) => volumeLitres),
    unit: 'L',
    threshold: null,
    decimals: 1,
  }
}

/** Battery voltage in volts where readings report it. */
export const batteryCurve = ({ threshold }: Threshold, rows: readonly MeterReadingRow[]): AlarmCurve => {
  const reported = rows.filter(({ batteryMillivolt }) => batteryMillivolt !== null)
  return {
    times: reported.map(({ at }) => Date.parse(at) / 1000),
    values: reported.map(({ batteryMillivolt }) => scaled(batteryMillivolt, 1 / 1000)),
    unit: 'V',
    threshold: scaled(threshold, 1 / 1000),
    decimals: 2,
  }
}

/** Pressure in kilopascals where readings report it. An abrupt change has no threshold on the same scale. */
export const pressureCurve = ({ eventType, threshold }: Threshold, rows: readonly MeterReadingRow[]): AlarmCurve => {
  const reported = rows.filter(({ pressureKilopascal }) => pressureKilopascal !== null)
  return {
    times: reported.map(({ at }) => Date.parse(at) / 1000),
    values: reported.map(({ pressureKilopascal }) => pressureKilopascal),
    unit: 'kPa',
    threshold: eventType === 'pressure-abrupt' ? null : threshold,
    decimals: 1,
  }
}
