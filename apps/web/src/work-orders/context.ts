import { type ScreenEntry, screen } from '#ui/screen-entry.ts'

/** Screens of the context by the `component` that the menu names. */
export const screens: Record<string, ScreenEntry> = {
  'work-orders/board': screen({}, async () => (await import('./board-screen.tsx')).BoardScreen),
}
