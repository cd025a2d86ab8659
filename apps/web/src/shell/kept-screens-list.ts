import type { ScreenEntry } from '#ui/screen-entry.ts'
import type { ListSearch } from '#ui/table/list-search.ts'

/** A screen at a path, with what its address said last. */
export type ShownScreen = { path: string; entry: ScreenEntry; search: ListSearch; params: Record<string, string> }
/** `visit` grows with each visit. */
export type KeptScreen = ShownScreen & { visit: number }

/** Screens kept at once, the shown one included. More would hold too many rows and nodes in memory. */
export const keptMax = 8

/**
 * The kept screens after a visit, in the order of their first visits: a node that moves within the page would lose its scroll position. Screens
 * whose tabs are closed leave, and beyond the maximum the one that was visited longest ago.
 */
export const keepScreen = (kept: readonly KeptScreen[], shown: ShownScreen, openPaths: readonly string[]): KeptScreen[] => {
  const visit = Math.max(0, ...kept.map((screen) => screen.visit)) + 1
  const open = kept.filter(({ path }) => path === shown.path || openPaths.includes(path))
  const known = open.findIndex(({ path }) => path === shown.path)
  const next = known >= 0 ? open.with(known, { ...shown, visit }) : [...open, { ...shown, visit }]
  if (next.length <= keptMax) return next
  const oldest = Math.min(...next.map((screen) => screen.visit))
  return next.filter((screen) => screen.visit !== oldest)
}
