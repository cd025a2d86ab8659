import type { ScreenEntry } from '#ui/screen-entry.ts'
import { listScreen } from '#ui/table/list-screen.ts'

/** Screens of the context by the `component` that the menu names. Those of more than one context are put together in `screens`. */
export const screens: Record<string, ScreenEntry> = {
  'metering/meter-health': listScreen(async () => (await import('./meter-health-screen.tsx')).MeterHealthScreen),
  'metering/manual-readings': listScreen(async () => (await import('./manual-reading-screen.tsx')).ManualReadingScreen),
  'metering/walk-by': listScreen(async () => (await import('./walk-by-screen.tsx')).WalkByScreen),
}
