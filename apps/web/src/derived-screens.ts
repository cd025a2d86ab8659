import { reports } from '@nightflow/schemas/reports'
import { resources } from '@nightflow/schemas/resources'
import { reportNames } from '@nightflow/schemas/shared/report-names'
import type { MenuPlace } from '@nightflow/schemas/shared/resource'
import type { ComponentType } from 'react'
import type { ScreenProps } from '#ui/screen-entry.ts'

/** Override files: `<context>/<name>-resource.tsx` exports as `Screen` the screen with what the declaration of that name cannot say. */
const overrides = import.meta.glob<{ Screen?: ComponentType<ScreenProps> }>('./*/*-resource.tsx')
const overrideOf = (name: string) => {
  const file = `/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-resource.tsx`
  return Object.entries(overrides).find(([path]) => path.endsWith(file))?.[1]
}

type Load = () => Promise<ComponentType<ScreenProps>>

const loadResource = async (key: keyof typeof resources, name: string): Promise<ComponentType<ScreenProps>> => {
  const own = await overrideOf(name)?.()
  return own?.Screen ?? (await import('./screens/derived-screen.tsx')).derivedScreen(key)
}

/** Loaders by the `component` of the menu entry of a resource or a report. */
const loaders: Record<string, Load> = {
  ...Object.fromEntries(
    Object.entries(resources).flatMap(([key, { name, menu }]: [string, { name: string; menu?: MenuPlace }]) =>
      menu ? [[menu.component, () => loadResource(key as keyof typeof resources, name)]] : [],
    ),
  ),
  ...Object.fromEntries(
    reportNames.map((name) => [
      reports[name].menu.component,
      async () => (await import('./screens/derived-report.tsx')).derivedReport(name),
    ]),
  ),
}

export const isDerived = (component: string): boolean => component in loaders

/** The screen that a declaration describes; undefined where none does. */
export const findDerived = async (component: string): Promise<ComponentType<ScreenProps> | undefined> => loaders[component]?.()
