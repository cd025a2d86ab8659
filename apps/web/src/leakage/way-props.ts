import type { MeterFit } from '@nightflow/schemas/leakage/meter-check'
import type { MemberDays } from '@nightflow/schemas/leakage/partition'
import type { ChosenMeters } from '#leakage/chosen-meters.ts'

export type Role = 'summary' | 'sub'

/** Properties of each way of choosing: the point, and the selection that its meters go into. */
export type WayProps = {
  id: string
  role: Role
  days: MemberDays
  meters: ChosenMeters
  onMeters: (meters: ChosenMeters) => void
  /** Adds meters that were looked up; those that do not fit are shown with the reason. */
  onFits: (fits: readonly MeterFit[]) => void
}
