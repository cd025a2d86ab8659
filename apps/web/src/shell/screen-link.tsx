import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMenu } from '#shell/menu-query.ts'

type Place = { params?: Record<string, string>; search?: Record<string, unknown> }
type Props = Place & { screen: string; className?: string; children: ReactNode; onClick?: (event: { stopPropagation: () => void }) => void }

/**
 * A link to a screen by the name that the menu knows it by (`leakage/index`), because operators choose its place. A person who
 * may not open the screen reads the text without a link.
 */
export function ScreenLink({ screen, params = {}, search = {}, children, className, onClick }: Props) {
  const place = usePlaceOf()(screen)
  if (place === undefined) return <span className={className?.replace('nf-link', '')}>{children}</span>
  return (
    <Link to={place as string} params={params} search={search} className={className} {...(onClick && { onClick })}>
      {children}
    </Link>
  )
}

/** The address of a screen as the router writes it; undefined for who may not open it. */
export const usePlaceOf = (): ((screen: string) => string | undefined) => {
  const { screens } = useMenu()
  return (screen) => screens.find(({ component }) => component === screen)?.path
}

/** Goes to a screen, for what is no link: a mark on a map, a finding. A person who may not open it stays. */
export const useOpenScreen = (): ((screen: string, place?: Place) => void) => {
  const navigate = useNavigate()
  const placeOf = usePlaceOf()
  return (screen, { params = {}, search = {} } = {}) => {
    const to = placeOf(screen)
    if (to !== undefined) void navigate({ to: to as string, params, search })
  }
}
