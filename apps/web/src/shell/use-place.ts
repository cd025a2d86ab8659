import { useLocation, useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { homePath } from '#session/home-path.ts'
import { useMenu } from '#shell/menu-query.ts'
import type { Crumb } from '#shell/menu-tree.ts'

/** Where the person is: the way there, and the name of a tab. Undefined where there is no screen, such as on the way to one. */
export type Place = {
  path: string
  /** Path with filters and selection; undefined while the router is on the way from this screen to another one. */
  href: string | undefined
  title: string
  trail: Crumb[]
  isNotKept: boolean
}

export function usePlace(): Place | undefined {
  const { t } = useTranslation('shell')
  const { screens } = useMenu()
  const { pathname, searchStr } = useLocation()
  const match = useMatches().at(-1)
  const pattern = String(match?.fullPath ?? '')
  // The location changes before the screen does.
  const isReached = match === undefined || plainPath(match.pathname) === plainPath(pathname)
  const at = {
    path: isReached ? pathname : match.pathname,
    href: isReached ? `${pathname}${searchStr}` : undefined,
    isNotKept: false,
  }
  const fixed: Record<string, string> = {
    [homePath]: t('home'),
    '/user/profile': t('profile'),
    '/help': t('help'),
    '/dict/type/data/$dictId': t('dictionaryData'),
  }
  const title = fixed[pattern]
  // The dashboard is shown anew each time.
  if (title !== undefined) return { ...at, title, trail: [{ title }], isNotKept: pattern === homePath }
  const screen = screens.find(({ path }) => path === pattern)
  if (screen === undefined) return undefined
  const values = Object.values((match?.params ?? {}) as Record<string, string>)
  const named = [screen.title, ...values].join(' ')
  return { ...at, title: named, trail: [...screen.trail.slice(0, -1), { title: named }], isNotKept: screen.isNotKept }
}

/** A path without its encoding, so that two spellings of one path are equal. */
const plainPath = (path: string): string => {
  const trimmed = path.replace(/(.)\/$/, '$1')
  try {
    return decodeURIComponent(trimmed)
  } catch {
    return trimmed
  }
}
