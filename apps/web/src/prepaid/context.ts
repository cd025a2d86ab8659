import { type ScreenEntry, screen } from '#ui/screen-entry.ts'

/** Screens of the context by the `component` that the menu names. */
export const screens: Record<string, ScreenEntry> = {
  'prepaid/token-desk': screen({}, async () => (await import('./token-desk-screen.tsx')).TokenDeskScreen),
}
