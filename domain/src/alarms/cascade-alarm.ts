import type { AlarmEvent } from '@nightflow/schemas/alarms/alarm'
import type { CascadeAlarmContent, CascadeAlarmKind, CascadeAlarmRow, Trend } from '@nightflow/schemas/alarms/cascade-alarms'

/** Events of cascades by the type of their alarm. */
export const cascadeEvents = {
  leakage: ['partition-leakage', 'partition-detection'],
  'night-flow': ['partition-night-flow', 'partition-kl'],
} as const satisfies Record<CascadeAlarmKind, readonly AlarmEvent[]>

type Measured = { eventType: AlarmEvent; value: number | null; threshold: number | null; unit: string | null }
type Shown = Pick<CascadeAlarmRow, 'alarmKind' | 'content' | 'value' | 'threshold' | 'unit'>

const litresOfCubicMetre = 1000
const perCent = 100

/** Type, content and value of an alarm of a cascade, in the units of its screens. */
export const cascadeAlarmOf = ({ eventType, value, threshold, unit }: Measured): Shown => {
  const shown = (alarmKind: CascadeAlarmKind, content: CascadeAlarmContent, of: Shown['unit'], times: number): Shown => ({
    ...{ alarmKind, content, unit: of },
    ...{ value: rounded(value, times), threshold: rounded(threshold, times) },
  })
  const volume = unit === 'l/d' ? ('m3/d' as const) : ('m3/h' as const)
  if (eventType === 'partition-kl') return shown('night-flow', 'kl-ratio', 'ratio', 1)
  if (eventType === 'partition-night-flow') return shown('night-flow', 'night-minimum', volume, 1 / litresOfCubicMetre)
  if (eventType === 'partition-detection') return shown('leakage', 'detected-leak', volume, 1 / litresOfCubicMetre)
  const isVolume = unit === 'l/d' || unit === 'l/h'
  return isVolume ? shown('leakage', 'leakage-volume', volume, 1 / litresOfCubicMetre) : shown('leakage', 'leakage-rate', '%', perCent)
}

const decimals = 1e4
const rounded = (value: number | null, times: number): number | null =>
  value === null ? null : Math.round(value * times * decimals) / decimals

/** A change below this share of the mean is steady. */
const steadyShare = 0.05

/** Direction of a figure from its first to its last known day; null with fewer than two. */
export const trendOf = (values: readonly (number | null)[]): Trend | null => {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  const change = known.at(-1)! - known[0]!
  if (Math.abs(change) <= Math.abs(mean) * steadyShare) return 'steady'
  return change > 0 ? 'up' : 'down'
}
