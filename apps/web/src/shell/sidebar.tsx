import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconDots, IconDropletHalf2Filled, IconExternalLink } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#api/lazy-part.ts'
import { homePath } from '#session/home-path.ts'
import { usePreferences } from '#session/preferences.ts'
import { useSessionInfo } from '#session/session-query.ts'
import { activeEntries, firstLeaf } from '#shell/active-entry.ts'
import { MenuEntryLink } from '#shell/menu-entry-link.tsx'
import { byJob, entriesAt, inSight, isJob } from '#shell/menu-groups.ts'
import { MenuIcon } from '#shell/menu-icon.tsx'
import { MenuLabel } from '#shell/menu-label.tsx'
import { useMenu } from '#shell/menu-query.ts'
import type { MenuItem } from '#shell/menu-tree.ts'
import { useShellSettings } from '#shell/shell-settings.ts'
import { LateTooltip } from '#ui/late-tooltip.tsx'

const FoldedDirectory = lazyPart(async () => (await import('#shell/folded-directory.tsx')).FoldedDirectory, [])

/** The menu of the person by jobs, favourites first; at each level one directory is open. Folded, it shows icons alone. */
export function Sidebar({ isFolded }: { isFolded: boolean }) {
  const { t } = useTranslation('shell')
  const { items } = useMenu()
  const { pathname } = useLocation()
  const { sidebarLogo } = useShellSettings()
  const [{ favourites = [] }] = usePreferences()
  const jobs = byJob(items, (job) => t(`group.${job}`))
  const home: MenuItem = { key: homePath, title: t('home'), icon: 'home', to: homePath, children: [] }
  const starred = entriesAt(items, favourites)
  return (
    <>
      {sidebarLogo && <Logo isFolded={isFolded} />}
      <nav className="nf-side-scroll" aria-label={t('navigation')}>
        <ul className="nf-side-list">
          <Leaf item={home} isActive={pathname === homePath} isFolded={isFolded} />
        </ul>
        {starred.length > 0 && (
          <ul className="nf-side-list nf-side-favourites" aria-label={t('favourites.title')}>
            {starred.map((item) => (
              <Leaf key={item.key} item={item} isActive={false} isFolded={isFolded} />
            ))}
          </ul>
        )}
        <Entries items={jobs} pathname={pathname} isFolded={isFolded} />
      </nav>
    </>
  )
}

/** The entries of one level. Another screen opens the directory that it is in. */
function Entries({
  items,
  pathname,
  isFolded,
  isBelow = false,
}: {
  items: readonly MenuItem[]
  pathname: string
  isFolded: boolean
  isBelow?: boolean
}) {
  const way = activeEntries(items, pathname).map(({ key }) => key)
  const first = isBelow ? items.find(({ children }) => children.length > 0)?.key : undefined
  const [open, setOpen] = useState(way[0] ?? first)
  useEffect(() => {
    if (way[0] !== undefined) setOpen(way[0])
  }, [way[0]])
  return (
    <ul className={isBelow ? 'nf-side-list nf-side-below' : 'nf-side-list'}>
      {items.map((item) =>
        item.children.length === 0 ? (
          <Leaf key={item.key} item={item} isActive={item.key === way.at(-1)} isFolded={isFolded} />
        ) : (
          <Directory
            key={item.key}
            {...{ item, pathname, isFolded }}
            active={way}
            isOpen={open === item.key}
            onToggle={() => setOpen(open === item.key ? undefined : item.key)}
          />
        ),
      )}
    </ul>
  )
}

function Logo({ isFolded }: { isFolded: boolean }) {
  const { tenant } = useSessionInfo()
  return (
    <Link to={homePath} className="nf-side-logo" aria-label={tenant.tenantName}>
      {tenant.logoUrl ? (
        <img src={tenant.logoUrl} alt="" width={28} height={28} />
      ) : (
        <IconDropletHalf2Filled size={26} color="var(--mantine-primary-color-filled)" aria-hidden />
      )}
      {!isFolded && <span className="nf-side-tenant">{tenant.tenantName}</span>}
    </Link>
  )
}

function Leaf({ item, isActive, isFolded }: { item: MenuItem; isActive: boolean; isFolded: boolean }) {
  const { t } = useTranslation('shell')
  const label = item.isApart ? t('opensApart', { title: item.title }) : item.title
  return (
    <li>
      <LateTooltip label={item.title} disabled={!isFolded} position="right">
        <span>
          <MenuEntryLink item={item} className="nf-side-entry" isActive={isActive} {...((isFolded || item.isApart) && { label })}>
            <MenuIcon name={item.icon} />
            {!isFolded && <MenuLabel title={item.title} />}
            {!isFolded && item.isApart && <IconExternalLink size={14} aria-hidden />}
          </MenuEntryLink>
        </span>
      </LateTooltip>
    </li>
  )
}

type DirectoryProps = {
  item: MenuItem
  active: readonly string[]
  pathname: string
  isFolded: boolean
  isOpen: boolean
  onToggle: () => void
}

/** A job with its directories, or a directory with its screens. */
function Directory({ item, active, pathname, isFolded, isOpen, onToggle }: DirectoryProps) {
  if (isFolded)
    return (
      <Suspense>
        <FoldedDirectory item={item} active={active} />
      </Suspense>
    )
  return (
    <li>
      <UnstyledButton
        className="nf-side-entry"
        data-within={active.includes(item.key) || undefined}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <MenuIcon name={item.icon} />
        <MenuLabel title={item.title} />
        <IconChevronDown size={15} className="nf-side-chevron" data-open={isOpen || undefined} aria-hidden />
      </UnstyledButton>
      {isOpen &&
        (isJob(item) ? (
          <Entries items={item.children} pathname={pathname} isFolded={false} isBelow />
        ) : (
          <Screens items={item.children} active={active} />
        ))}
    </li>
  )
}

/** Screens of a directory. Entries below a screen are in the strip above it. */
function Screens({ items, active }: { items: readonly MenuItem[]; active: readonly string[] }) {
  const { t } = useTranslation('shell')
  const [isWhole, setIsWhole] = useState(false)
  const few = inSight(items, active)
  const shown = isWhole ? items : few
  return (
    <ul className="nf-side-list nf-side-below">
      {shown.map((child) => (
        <Leaf
          key={child.key}
          item={{ ...firstLeaf(child), title: child.title, icon: child.icon }}
          isActive={active.includes(child.key)}
          isFolded={false}
        />
      ))}
      {few.length < items.length && (
        <li>
          <UnstyledButton className="nf-side-entry nf-dimmed" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            <IconDots size={18} aria-hidden />
            {isWhole ? t('fewerEntries') : t('moreEntries', { count: items.length - few.length })}
          </UnstyledButton>
        </li>
      )}
    </ul>
  )
}
