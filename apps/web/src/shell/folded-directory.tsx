import { Menu, UnstyledButton } from '@mantine/core'
import { Fragment } from 'react'
import { firstLeaf } from '#shell/active-entry.ts'
import { MenuEntryLink } from '#shell/menu-entry-link.tsx'
import { isJob } from '#shell/menu-groups.ts'
import { MenuIcon } from '#shell/menu-icon.tsx'
import type { MenuItem } from '#shell/menu-tree.ts'

/** A job of the folded menu: its icon, and its screens beside it. */
export function FoldedDirectory({ item, active }: { item: MenuItem; active: readonly string[] }) {
  const sections = isJob(item) ? item.children : [item]
  return (
    <li>
      <Menu position="right-start" trigger="click-hover" openDelay={80} withinPortal>
        <Menu.Target>
          <UnstyledButton className="nf-side-entry" data-within={active.includes(item.key) || undefined} aria-label={item.title}>
            <MenuIcon name={item.icon} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown mah="90vh" style={{ overflowY: 'auto' }}>
          {sections.map((section) => (
            <Fragment key={section.key}>
              <Menu.Label>{section.title}</Menu.Label>
              {(section.children.length > 0 ? section.children : [section]).map((child) => (
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
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
