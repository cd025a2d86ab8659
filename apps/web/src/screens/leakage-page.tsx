import { type LeakageChoice, LeakageScreen } from '#leakage/leakage-screen.tsx'
import { useMay } from '#session/session-query.ts'
import type { ScreenProps } from '#ui/screen-entry.ts'

export function Leakage({ search, onSearch }: ScreenProps<LeakageChoice>) {
  const mayManage = useMay('leakage:partition:manage')
  const change = (next: LeakageChoice) => onSearch(next, { resetScroll: next.partition !== undefined })
  return <LeakageScreen choice={search} onChoice={change} mayManage={mayManage} />
}
