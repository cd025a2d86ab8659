import type { ScreenEntry } from '#ui/screen-entry.ts'
import { listScreen } from '#ui/table/list-screen.ts'

/** Screens of the context by the `component` that the menu names. Those of more than one context are put together in `screens`. */
export const screens: Record<string, ScreenEntry> = {
  'customers/accounts': listScreen(async () => (await import('./accounts-screen.tsx')).AccountsScreen),
}
