import { type ScreenEntry, screen, word } from '#ui/screen-entry.ts'
import { tableSearch } from '#ui/table/table-state.ts'

/** Screens of the context by the `component` that the menu names. Those of more than one context are put together in `screens`. */
export const screens: Record<string, ScreenEntry> = {
  'tenants/board': screen({ tenant: word, ...tableSearch }, async () => (await import('./tenant-board-screen.tsx')).TenantBoardScreen),
}
