import { Button, Text } from '@mantine/core'
import type { HomeTiles } from '@nightflow/schemas/platform/preferences'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import type { Permission } from '@nightflow/schemas/shared/permissions'
import { IconAdjustments } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#api/lazy-part.ts'
import type { UsageChoice } from '#dashboard/usage-choice.ts'
import { LateMenu } from '#session/late-menu.tsx'
import { usePreferences } from '#session/preferences.ts'
import { useMay, useSessionInfo } from '#session/session-query.ts'
import { firstLeaf } from '#shell/active-entry.ts'
import { MenuEntryLink } from '#shell/menu-entry-link.tsx'
import { useMenu } from '#shell/menu-query.ts'
import type { MenuItem } from '#shell/menu-tree.ts'
import { Page } from '#ui/page.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { type Tile as HomeTile, homeTiles } from './home/home-tiles.tsx'
import { inKeptOrder, untouchedTiles } from './home/kept-tiles.ts'
import type { TileProps } from './home/tile-props.ts'
import { TileSkeleton, TilesSkeleton } from './home/tiles-skeleton.tsx'
import { useInSightComplete, useWasInSight } from './home/waiting-tiles.ts'
import '#dashboard/dashboard.css'

const ArrangeTiles = lazyPart(async () => (await import('./home/arrange-tiles.tsx')).ArrangeTiles, [])
const OperatorTile = lazyPart(async () => (await import('./home/operator-tile.tsx')).OperatorTile, ['audit'])

/** The start page: the work of the person's role. A person without figures finds the way to the screens. */
export function HomeScreen({ search, onSearch }: ScreenProps<Partial<UsageChoice>>) {
  const { t } = useTranslation('shell')
  const dashboard = useTranslation('dashboard').t
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
          <LateMenu
            role="dialog"
            button={
              <Button size="xs" variant="default" leftSection={<IconAdjustments size={14} aria-hidden />}>
                {dashboard('home.arrange')}
              </Button>
            }
          >
            {(button) => <ArrangeTiles button={button} names={names} kept={kept} onKeep={keep} />}
          </LateMenu>
        )
      }
    >
      <Suspense fallback={<TilesSkeleton />}>
        <Tiles names={shown} search={search} onSearch={onSearch} />
        {maySeeTenants && (
          <div className="nf-home-tile" data-tile="operator">
            <Suspense fallback={<TileSkeleton />}>
              <OperatorTile />
            </Suspense>
          </div>
        )}
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

/** The way of a new utility is above all other tiles: until it is known whether there is one, their place is not known. */
const first = 'setup'

/** Tiles from top to bottom; neighbours that are half as wide are beside each other. */
function Tiles({ names, ...props }: Omit<TileProps, 'onKnown' | 'isComplete'> & { names: readonly string[] }) {
  const isRestWanted = useInSightComplete()
  const [isFirstKnown, setFirstKnown] = useState(false)
  const isWaiting = names[0] === first && !isFirstKnown
  const rows: HomeTile[][] = []
  for (const tile of names.flatMap((name) => homeTiles.filter((each) => each.name === name))) {
    const last = rows.at(-1)
    if (tile.isHalf && last?.length === 1 && last[0]!.isHalf) last.push(tile)
    else rows.push([tile])
  }
  return (
    <>
      {rows.slice(0, isWaiting ? 1 : undefined).map((row) => (
        <div key={row[0]!.name} className={row.length > 1 ? 'nf-board-columns' : undefined}>
          {row.map((tile) => (
            <TilePlace key={tile.name} tile={tile} isComplete={isRestWanted} {...props} onKnown={() => setFirstKnown(true)} />
          ))}
        </div>
      ))}
      {isWaiting && <TilesSkeleton />}
    </>
  )
}

/** A tile is loaded when its place is in sight, or when those in sight are complete. */
function TilePlace({ tile: { name, Tile }, ...props }: TileProps & { tile: HomeTile }) {
  const place = useRef<HTMLDivElement>(null)
  const wasInSight = useWasInSight(place)
  const isFirst = name === first
  const isWanted = wasInSight || props.isComplete || isFirst
  return (
    <div ref={place} className="nf-home-tile" data-tile={name} data-seen={wasInSight || undefined}>
      {isWanted ? (
        <Suspense fallback={!isFirst && <TileSkeleton />}>
          <Tile {...props} />
        </Suspense>
      ) : (
        // Below what is in sight nothing waits.
        <TileSkeleton isBusy={wasInSight === undefined} />
      )}
    </div>
  )
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
