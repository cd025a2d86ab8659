import { useMemo } from 'react'
import { postpaid, recharges } from '#billing/money-report-resources.tsx'
import { dailyUse, groupUse, intervalUse } from '#dashboard/use-report-resources.tsx'
import { useMeterLists } from '#devices/use-meter-lists.ts'
import { ResourceScreen, screenOf } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'

/** Screens are put together here: contexts do not know one another. */

export function IntervalUse({ search, onSearch }: ScreenProps) {
  const { groups } = useMeterLists()
  const resource = useMemo(() => intervalUse(groups), [groups])
  return <ResourceScreen resource={resource} search={search} onSearch={onSearch} />
}

export function DailyUse({ search, onSearch }: ScreenProps) {
  const { groups } = useMeterLists()
  const resource = useMemo(() => dailyUse(groups), [groups])
  return <ResourceScreen resource={resource} search={search} onSearch={onSearch} />
}

export const GroupUse = screenOf(groupUse)
export const Recharges = screenOf(recharges)
export const Postpaid = screenOf(postpaid)
