import { Outlet, useMatches } from '@tanstack/react-router'
import { Activity, useEffect, useState } from 'react'
import { type KeptScreen, keepScreen, type ShownScreen } from '#shell/kept-screens-list.ts'
import { useTabs } from '#shell/kept-screens-store.ts'
import { Screen } from '#shell/screen-host.tsx'
import { useShellSettings } from '#shell/shell-settings.ts'
import { usePlace } from '#shell/use-place.ts'
import type { ScreenEntry } from '#ui/screen-entry.ts'

/**
 * The screen of the address. With tabs, the screens of the other open tabs keep their state and their scroll positions, hidden and without
 * effects: they fetch nothing, and their charts and maps are built again when they are shown.
 */
export function KeptScreens() {
  const { tagsView } = useShellSettings()
  const { paths, refreshes } = useTabs()
  const shown = useShownScreen()
  const [kept, setKept] = useState<readonly KeptScreen[]>([])
  const { path, search } = shown ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: path and search identify what is shown
  useEffect(() => {
    setKept((before) => {
      if (!tagsView) return []
      return shown ? keepScreen(before, shown, paths) : before.filter((other) => paths.includes(other.path))
    })
  }, [path, search, paths, tagsView])
  if (!tagsView) return <Outlet />
  const open = kept.filter((other) => other.path !== path && paths.includes(other.path))
  const known = kept.findIndex((other) => other.path === path)
  // In the order of `kept`, so that no screen moves when another one is shown.
  const before = open.filter((other) => known < 0 || kept.indexOf(other) < known)
  const screens: readonly ShownScreen[] = [...before, ...(shown ? [shown] : []), ...open.filter((other) => !before.includes(other))]
  return (
    <>
      {screens.map((screen) => (
        <Activity key={`${screen.path} ${refreshes[screen.path] ?? 0}`} mode={screen === shown ? 'visible' : 'hidden'}>
          <Screen entry={screen.entry} search={screen.search} params={screen.params} />
        </Activity>
      ))}
      {shown === undefined && <Outlet />}
    </>
  )
}

/** Undefined where the address shows something that is not kept, such as the dashboard. All of it is from the same match of the router. */
const useShownScreen = (): ShownScreen | undefined => {
  const place = usePlace()
  const match = useMatches().at(-1)
  const { entry } = (match?.staticData ?? {}) as { entry?: ScreenEntry }
  if (match === undefined || entry === undefined || place === undefined || place.isNotKept) return undefined
  return {
    path: place.path,
    entry,
    search: match.search as ShownScreen['search'],
    params: match.params as ShownScreen['params'],
  }
}
