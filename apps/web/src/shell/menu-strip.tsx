import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { homePath } from '#session/home-path.ts'
import { activeEntries, firstLeaf } from '#shell/active-entry.ts'
import { MenuEntryLink } from '#shell/menu-entry-link.tsx'
import { useMenu } from '#shell/menu-query.ts'
import type { MenuItem } from '#shell/menu-tree.ts'

const thirdLevelKey = 'thirdLevelMenu'
const entryMax = 100
/** The same each time: what is shown again because nothing changed would be shown without end. */
const none: readonly MenuItem[] = []

/** The second level of the menu beside the shown screen, and the third below it, as tabs. */
export function MenuStrip() {
  const { t } = useTranslation('shell')
  const { items } = useMenu()
  const { pathname } = useLocation()
  const [top, second, third] = activeEntries(items, pathname)
  const thirdLevel = useThirdLevel(pathname, second?.children ?? none)
  const siblings = top?.children ?? []
  if (siblings.length === 0) return null
  return (
    <nav className="nf-strip" aria-label={t('secondLevel')}>
      <Row entries={siblings} active={second?.key} />
      {thirdLevel.length > 0 && <Row entries={thirdLevel} active={third?.key} />}
    </nav>
  )
}

function Row({ entries, active }: { entries: readonly MenuItem[]; active: string | undefined }) {
  const list = useRef<HTMLUListElement>(null)
  // On a telephone the tab of the shown screen may be outside the strip.
  useEffect(() => {
    const tab = active === undefined ? null : list.current?.querySelector('[aria-current=page]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [active])
  return (
    <ul className="nf-strip-row" ref={list}>
      {entries.map((item) => (
        <li key={item.key}>
          <MenuEntryLink item={firstLeaf(item)} className="nf-strip-tab" isActive={item.key === active}>
            {item.title}
          </MenuEntryLink>
        </li>
      ))}
    </ul>
  )
}

const Kept: z.ZodType<MenuItem[]> = z.lazy(() =>
  z.array(z.object({ key: z.string(), title: z.string(), icon: z.string(), to: z.string().optional(), children: Kept })).max(entryMax),
) as z.ZodType<MenuItem[]>

/** Stays while the person is on a screen that the menu does not show, such as a detail; the dashboard begins anew. */
function useThirdLevel(pathname: string, below: readonly MenuItem[]): readonly MenuItem[] {
  const [kept, setKept] = useState<readonly MenuItem[]>(readKept)
  useEffect(() => {
    if (pathname === homePath) {
      sessionStorage.removeItem(thirdLevelKey)
      setKept(none)
    } else if (below.length > 0) {
      sessionStorage.setItem(thirdLevelKey, JSON.stringify(below))
      setKept(below)
    }
  }, [pathname, below])
  if (below.length > 0) return below
  return kept.some((item) => pathname.startsWith(firstLeaf(item).to?.split('/').slice(0, -1).join('/') || '//')) ? kept : []
}

const readKept = (): MenuItem[] => {
  try {
    return Kept.parse(JSON.parse(sessionStorage.getItem(thirdLevelKey) ?? '[]'))
  } catch {
    return []
  }
}
