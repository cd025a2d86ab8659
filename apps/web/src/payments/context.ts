import type { ScreenEntry } from '#ui/screen-entry.ts'

/** Screens of the context by the `component` that the menu names. */
export const screens: Record<string, ScreenEntry> = {}
