import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isExternal, type MenuItem } from '#shell/menu-tree.ts'

type Props = { item: MenuItem; className: string; isActive: boolean; children: ReactNode; label?: string; onClick?: () => void }

/** Where an entry of the menu leads: a screen here, or a page that opens in a tab of its own. */
export function MenuEntryLink({ item, className, isActive, children, label, onClick }: Props) {
  const shared = {
    className,
    'aria-label': label,
    'aria-current': isActive ? ('page' as const) : undefined,
    ...(onClick && { onClick }),
  }
  const to = item.to ?? '/'
  if (item.isApart && isExternal(to))
    return (
      <a href={to} target="_blank" rel="noreferrer" {...shared}>
        {children}
      </a>
    )
  return (
    <Link to={to} search={item.search ?? {}} {...(item.isApart && { target: '_blank' })} {...shared}>
      {children}
    </Link>
  )
}
