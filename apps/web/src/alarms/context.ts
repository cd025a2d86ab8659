import { type ScreenEntry, screen } from '#ui/screen-entry.ts'

/** Screens of the context by the `component` that the menu names. Those of more than one context are put together in `screens`. */
export const screens: Record<string, ScreenEntry> = {
  'alarms/notices': screen({}, async () => (await import('./notice-centre-screen.tsx')).NoticeCentreScreen),
}
