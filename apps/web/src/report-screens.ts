import { reports } from '@nightflow/schemas/reports'
import { reportNames } from '@nightflow/schemas/shared/report-names'
import type { ScreenEntry } from '#ui/screen-entry.ts'
import { listScreen } from '#ui/table/list-screen.ts'

/** Screens of reports by the `component` of their menu entry. */
export const reportScreens: Record<string, ScreenEntry> = Object.fromEntries(
  reportNames.map((name) => [
    reports[name].menu.component,
    listScreen(async () => (await import('./screens/derived-report.tsx')).derivedReport(name)),
  ]),
)
