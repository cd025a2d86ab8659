import { type ScreenEntry, screen, word } from '#ui/screen-entry.ts'
import { listScreen } from '#ui/table/list-screen.ts'

/** Screens of the context by the `component` that the menu names. Those of more than one context are put together in `screens`. */
export const screens: Record<string, ScreenEntry> = {
  'devices/valves': listScreen(async () => (await import('./valve-operations-screen.tsx')).ValveOperationsScreen),
  'devices/key-updates': listScreen(async () => (await import('./key-updates-screen.tsx')).KeyUpdatesScreen),
  'devices/meter-replacements': listScreen(async () => (await import('./meter-replacements-screen.tsx')).MeterReplacementsScreen),
  'devices/device-screen': screen({ type: word, device: word }, async () => (await import('./device-screen.tsx')).DeviceScreen),
  'tenants/meter-moves': listScreen(async () => (await import('./meter-moves-screen.tsx')).MeterMovesScreen),
}
