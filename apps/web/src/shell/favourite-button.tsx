import { ActionIcon } from '@mantine/core'
import { favouritesMax } from '@nightflow/schemas/platform/preferences'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#session/preferences.ts'
import { activeEntries } from '#shell/active-entry.ts'
import { useMenu } from '#shell/menu-query.ts'
import { LateTooltip } from '#ui/late-tooltip.tsx'

/** Puts the shown screen at the top of the menu, or takes it away from there; of a screen that the menu has. */
export function FavouriteButton() {
  const { t } = useTranslation('shell')
  const { items } = useMenu()
  const { pathname } = useLocation()
  const [{ favourites = [] }, change] = usePreferences()
  const entry = activeEntries(items, pathname).at(-1)
  if (entry?.to === undefined) return null
  const address = entry.to
  if (!/^\/[\w/-]*$/.test(address)) return null
  const isFavourite = favourites.includes(address)
  const isFull = !isFavourite && favourites.length >= favouritesMax
  const label = isFull
    ? t('favourites.full', { count: favouritesMax })
    : t(isFavourite ? 'favourites.remove' : 'favourites.add', { title: entry.title })
  const toggled = isFavourite ? favourites.filter((other) => other !== address) : [...favourites, address]
  const Star = isFavourite ? IconStarFilled : IconStar
  return (
    <LateTooltip label={label} openDelay={400}>
      <ActionIcon
        variant="subtle"
        color={isFavourite ? 'yellow.8' : 'gray'}
        visibleFrom="sm"
        aria-label={label}
        aria-pressed={isFavourite}
        aria-disabled={isFull || undefined}
        onClick={() => !isFull && change({ favourites: toggled })}
      >
        <Star size={16} aria-hidden />
      </ActionIcon>
    </LateTooltip>
  )
}
