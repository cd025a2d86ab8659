import type { ScreenEntry } from '#ui/screen-entry.ts'
import { listScreen } from '#ui/table/list-screen.ts'

/** Screens of the context by the `component` that the menu names. */
export const screens: Record<string, ScreenEntry> = {
  'system/settings/index': listScreen(async () => (await import('./settings-screen.tsx')).SettingsScreen),
  'system/dict/data': listScreen(async () => (await import('./dictionary-entries-screen.tsx')).DictionaryEntriesScreen),
}
