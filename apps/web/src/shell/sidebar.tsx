import { Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconDropletHalf2Filled, IconExternalLink } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionInfo } from '#session/session-query.ts'
import { activeEntries, firstLeaf } from '#shell/active-entry.ts'
import { MenuEntryLink } from '#shell/menu-entry-link.tsx'
import { MenuIcon } from '#shell/menu-icon.tsx'
import { MenuLabel } from '#shell/menu-label.tsx'
import { useMenu } from '#shell/menu-query.ts'
import type { MenuItem } from '#shell/menu-tree.ts'
import { useShellSettings } from '#shell/shell-settings.ts'
import { homePath } from '#shell/use-place.ts'

/** The menu of the person, in the server's order; one directory open at a time. Folded, it shows icons alone. */
export function Sidebar({ isFolded }: { isFolded: boolean }) {
  const { t } = useTranslation('shell')
  const { items } = useMenu()
  const { pathname } = useLocation()
  const { sidebarLogo } = useShellSettings()
  const way = activeEntries(items, pathname)
  const activeTop = way[0]?.key
  const [open, setOpen] = useState(activeTop)
  useEffect(() => setOpen(activeTop), [activeTop])
  const home: MenuItem = { key: homePath, title: t('home'), icon: 'home', to: homePath, children: [] }
  const row = (item: MenuItem) =>
    item.children.length === 0 ? (
      <Leaf key={item.key} item={item} isActive={item.key === (way.at(-1)?.key ?? pathname)} isFolded={isFolded} />
    ) : (
      <Directory
        key={item.key}
        item={item}
        active={way.map(({ key }) => key)}
        isFolded={isFolded}
        isOpen={open === item.key}
        onToggle={() => setOpen(open === item.key ? undefined : item.key)}
      />
    )
  return (
    <>
      {sidebarLogo && <Logo isFolded={isFolded} />}
      <nav className="nf-side-scroll" aria-label={t('navigation')}>
        <ul className="nf-side-list">{[home, ...items].map(row)}</ul>
      </nav>
    </>
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
      <Tooltip label={item.title} disabled={!isFolded} position="right">
        <span>
          <MenuEntryLink item={item} className="nf-side-entry" isActive={isActive} {...((isFolded || item.isApart) && { label })}>
            <MenuIcon name={item.icon} />
            {!isFolded && <MenuLabel title={item.title} />}
            {!isFolded && item.isApart && <IconExternalLink size={14} aria-hidden />}
          </MenuEntryLink>
        </span>
      </Tooltip>
    </li>
  )
}

type DirectoryProps = { item: MenuItem; active: readonly string[]; isFolded: boolean; isOpen: boolean; onToggle: () => void }

function Directory({ item, active, isFolded, isOpen, onToggle }: DirectoryProps) {
  if (isFolded) return <FoldedDirectory item={item} active={active} />
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
      {isOpen && (
        <ul className="nf-side-list nf-side-below">
          {item.children.map((child) => (
            // Entries below a child are in the strip above the screen.
            <Leaf
              key={child.key}
              item={{ ...firstLeaf(child), title: child.title, icon: child.icon }}
              isActive={active.includes(child.key)}
              isFolded={false}
            />
          ))}
        </ul>
      )}
    </li>
  )
}

function FoldedDirectory({ item, active }: { item: MenuItem; active: readonly string[] }) {
  return (
    <li>
      <Menu position="right-start" trigger="click-hover" openDelay={80} withinPortal>
        <Menu.Target>
          <UnstyledButton className="nf-side-entry" data-within={active.includes(item.key) || undefined} aria-label={item.title}>
            <MenuIcon name={item.icon} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{item.title}</Menu.Label>
          {item.children.map((child) => (
            <Menu.Item
              key={child.key}
              leftSection={<MenuIcon name={child.icon} />}
              renderRoot={({ className, children, ref: _, ...rest }) => (
                <span {...rest}>
                  <MenuEntryLink item={firstLeaf(child)} className={className} isActive={active.includes(child.key)}>
                    {children}
                  </MenuEntryLink>
                </span>
              )}
            >
              {child.title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
