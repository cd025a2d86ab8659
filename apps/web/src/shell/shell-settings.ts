import { useSyncExternalStore } from 'react'
import { z } from 'zod'

/** How a person likes the shell; kept in this browser alone. */
export type ShellSettings = {
  /** Absent: the tenant's own colour. */
  themeColour?: string | undefined
  tagsView: boolean
  fixedHeader: boolean
  sidebarLogo: boolean
}

export const themePresets = ['#1890ff', '#304156', '#11a983', '#13c2c2', '#6959cd', '#f5222d', '#d46b08', '#b8860b'] as const

const storageKey = 'layout-setting'
const defaults: ShellSettings = { tagsView: false, fixedHeader: false, sidebarLogo: true }
const Stored = z.object({
  themeColour: z.enum(themePresets).optional().catch(undefined),
  tagsView: z.boolean().catch(defaults.tagsView),
  fixedHeader: z.boolean().catch(defaults.fixedHeader),
  sidebarLogo: z.boolean().catch(defaults.sidebarLogo),
})

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const read = (): ShellSettings => {
  try {
    return Stored.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
  } catch {
    return defaults
  }
}

let current: ShellSettings | undefined
const snapshot = (): ShellSettings => {
  current ??= read()
  return current
}

export function changeShellSettings(change: Partial<ShellSettings>): void {
  current = { ...snapshot(), ...change }
  localStorage.setItem(storageKey, JSON.stringify(current))
  for (const listener of listeners) listener()
}

/** Resets the shell to its defaults. */
export function resetShellSettings(): void {
  changeShellSettings({ ...defaults, themeColour: undefined })
  localStorage.removeItem(storageKey)
}

export const useShellSettings = (): ShellSettings => useSyncExternalStore(subscribe, snapshot)
