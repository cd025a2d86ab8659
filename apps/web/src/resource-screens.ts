import { resources } from '@nightflow/schemas/resources'
import type { MenuPlace } from '@nightflow/schemas/shared/resource'
import type { ComponentType } from 'react'
import type { ScreenEntry, ScreenProps } from '#ui/screen-entry.ts'
import { listScreen } from '#ui/table/list-screen.ts'

/** Override files: `<context>/<name>-resource.tsx` exports as `Screen` the screen with what the declaration of that name cannot say. */
const overrides = import.meta.glob<{ Screen?: ComponentType<ScreenProps> }>('./*/*-resource.tsx')
const overrideOf = (name: string) => {
  const file = `/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-resource.tsx`
  return Object.entries(overrides).find(([path]) => path.endsWith(file))?.[1]
}

const loadScreen = async (key: keyof typeof resources, name: string) => {
  const own = await overrideOf(name)?.()
  return own?.Screen ?? (await import('./screens/derived-screen.tsx')).derivedScreen(key)
}

/** Screens of resources by the `component` of their menu entry. */
export const resourceScreens: Record<string, ScreenEntry> = Object.fromEntries(
  Object.entries(resources).flatMap(([key, { name, menu }]: [string, { name: string; menu?: MenuPlace }]) =>
    menu ? [[menu.component, listScreen(() => loadScreen(key as keyof typeof resources, name))]] : [],
  ),
)
