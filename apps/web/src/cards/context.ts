import { type ScreenEntry, screen } from '#ui/screen-entry.ts'

/** Screens of the context by the `component` that the menu names. */
export const screens: Record<string, ScreenEntry> = {
  'cards/desk': screen({}, async () => (await import('./card-desk-screen.tsx')).CardDeskScreen),
}
