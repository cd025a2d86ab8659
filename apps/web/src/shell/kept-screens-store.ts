import { useSyncExternalStore } from 'react'

/** Paths of the open tabs, and how often each was refreshed: a refreshed screen begins anew. */
type Tabs = { paths: readonly string[]; refreshes: Readonly<Record<string, number>> }

let tabs: Tabs = { paths: [], refreshes: {} }
const listeners = new Set<() => void>()

const become = (next: Tabs): void => {
  tabs = next
  for (const listener of listeners) listener()
}

/** The tabs that are open now; screens of others are not kept. */
export const keepScreensOf = (paths: readonly string[]): void =>
  become({ paths, refreshes: Object.fromEntries(Object.entries(tabs.refreshes).filter(([path]) => paths.includes(path))) })

export const beginScreenAnew = (path: string): void =>
  become({ ...tabs, refreshes: { ...tabs.refreshes, [path]: (tabs.refreshes[path] ?? 0) + 1 } })

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTabs = (): Tabs => useSyncExternalStore(subscribe, () => tabs)
