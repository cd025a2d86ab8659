import { Text } from '@mantine/core'
import type { HomeTiles } from '@nightflow/schemas/platform/preferences'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import type { Permission } from '@nightflow/schemas/shared/permissions'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#api/lazy-part.ts'
import type { UsageChoice } from '#dashboard/usage-choice.ts'
import { usePreferences } from '#session/preferences.ts'
import { useMay, useSessionInfo } from '#session/session-query.ts'
import { firstLeaf } from '#shell/active-entry.ts'
import { MenuEntryLink } from '#shell/menu-entry-link.tsx'
import { useMenu } from '#shell/menu-query.ts'
import type { MenuItem } from '#shell/menu-tree.ts'
import { Page } from '#ui/page.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useMayDo } from '#ui/use-may-do.ts'
import { homeTiles } from './home/home-tiles.tsx'
import { inKeptOrder, untouchedTiles } from './home/kept-tiles.ts'
import type { TileProps } from './home/tile-props.ts'
import { TilesSkeleton } from './home/tiles-skeleton.tsx'
import '#dashboard/dashboard.css'

const ArrangeTiles = lazyPart(async () => (await import('./home/arrange-tiles.tsx')).ArrangeTiles, [])
const OperatorTile = lazyPart(async () => (await import('./home/operator-tile.tsx')).OperatorTile, ['audit'])

/** The start page: the work of the person's role. A person without figures finds the way to the screens. */
export function HomeScreen({ search, onSearch }: ScreenProps<Partial<UsageChoice>>) {
  const { t } = useTranslation('shell')
  const { tenant, user } = useSessionInfo()
  const { items } = useMenu()
  // The platform's own tenant has no meters: its operators begin with those of all tenants.
  const isPlatform = tenant.code === platformTenant
  const maySeeTenants = useMay('platform:dashboard:read') && isPlatform
  const { names, shown, kept, keep } = useTiles(isPlatform)
  return (
    <Page
      title={t('home')}
      subtitle={t('welcome', { name: user.nickName || user.userName, tenant: tenant.tenantName })}
      tools={
        names.length > 1 && (
          <Suspense fallback={<Skeleton height={30} width={104} />}>
            <ArrangeTiles names={names} kept={kept} onKeep={keep} />
          </Suspense>
        )
      }
    >
      <Suspense fallback={<TilesSkeleton />}>
        <Tiles names={shown} search={search} onSearch={onSearch} />
        {maySeeTenants && <OperatorTile />}
        {shown.length === 0 && (
          <div className="nf-home-places">
            {items.map((item) => (
              <Place key={item.key} item={item} />
            ))}
          </div>
        )}
      </Suspense>
    </Page>
  )
}

/** A person without a counter begins the day with the water. */
const usualOrder = (names: readonly string[]): string[] =>
  names.includes('counter') ? [...names] : [...names.filter((name) => name === 'briefing'), ...names.filter((name) => name !== 'briefing')]

/** The tiles that the person may see, in the person's order, and those of them that are not put away. */
function useTiles(isPlatform: boolean) {
  const mayDo = useMayDo()
  const may = (permission: Permission) => mayDo({ permission })
  const [{ homeTiles: kept = untouchedTiles }, change] = usePreferences()
  const allowed = homeTiles.filter(({ needs, notFor }) => !isPlatform && needs.every(may) && !(notFor && may(notFor)))
  const names = inKeptOrder(usualOrder(allowed.map(({ name }) => name)), kept)
  return {
    names,
    shown: names.filter((name) => !kept.hidden.includes(name)),
    kept,
    keep: (tiles: HomeTiles) => change({ homeTiles: tiles }),
  }
}

/** Tiles from top to bottom; neighbours that are half as wide are beside each other. */
function Tiles({ names, ...props }: TileProps & { names: readonly string[] }) {
  // All at once: one that waits for another before it begins to load would be shown late.
  for (const { name, load } of homeTiles) if (names.includes(name)) void load().catch(() => undefined)
  const rows: (typeof homeTiles)[number][][] = []
  for (const tile of names.flatMap((name) => homeTiles.filter((each) => each.name === name))) {
    const last = rows.at(-1)
    if (tile.isHalf && last?.length === 1 && last[0]!.isHalf) last.push(tile)
    else rows.push([tile])
  }
  return rows.map((row) => (
    <div key={row[0]!.name} className={row.length > 1 ? 'nf-board-columns' : undefined}>
      {row.map(({ name, Tile }) => (
        <div key={name} className="nf-home-tile" data-tile={name}>
          <Tile {...props} />
        </div>
      ))}
    </div>
  ))
}

function Place({ item }: { item: MenuItem }) {
  return (
    <section className="nf-panel nf-home-place">
      <Text component="h2" className="nf-panel-title" m={0}>
        {item.title}
      </Text>
      <ul>
        {(item.children.length > 0 ? item.children : [item]).map((child) => (
          <li key={child.key}>
            <MenuEntryLink item={firstLeaf(child)} className="nf-link" isActive={false}>
              {child.title}
            </MenuEntryLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
