import { type ScreenEntry, screen } from '#ui/screen-entry.ts'

/** Screens of the context by the `component` that the menu names. */
export const screens: Record<string, ScreenEntry> = {
  'agents/desk': screen({}, async () => (await import('./sales-desk-screen.tsx')).SalesDeskScreen),
}
