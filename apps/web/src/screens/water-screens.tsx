import type { DetectionRow } from '@nightflow/schemas/leakage/detection'
import { DetectionsScreen } from '#leakage/detections-screen.tsx'
import { type TimeTravelChoice, TimeTravelScreen } from '#leakage/time-travel-screen.tsx'
import { type WaterBalanceChoice, WaterBalanceScreen } from '#leakage/water-balance-screen.tsx'
import { useMay } from '#session/session-query.ts'
import type { DayRangeChoice } from '#ui/day-range.ts'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { CaseFromDetection } from '#work-orders/case-from-detection.tsx'

/** Screens are put together here: contexts do not know one another. */

export function TimeTravel({ search, onSearch }: ScreenProps<TimeTravelChoice>) {
  return <TimeTravelScreen choice={search} onChoice={(next) => onSearch(next, { resetScroll: false })} />
}

const caseOf = (detection: DetectionRow) => <CaseFromDetection detection={detection} />

export function Detections({ search, onSearch }: ScreenProps<DayRangeChoice>) {
  return <DetectionsScreen choice={search} onChoice={(next) => onSearch(next, { resetScroll: false })} rowTool={caseOf} />
}

export function WaterBalance({ search, onSearch }: ScreenProps<WaterBalanceChoice>) {
  const mayManage = useMay('leakage:partition:manage')
  return <WaterBalanceScreen choice={search} onChoice={(next) => onSearch(next, { resetScroll: false })} mayManage={mayManage} />
}
