import type { PlacedCommand } from '@nightflow/schemas/command-places'
import { IconPlus, type IconProps } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useMenu } from '#shell/menu-query.ts'
import { useOpenScreen } from '#shell/screen-link.tsx'
import { iconOfCommand } from '#ui/form/command-icon.tsx'
import { askedWord } from '#ui/resource/asked-command.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

type Placed = { id: string; label: string; within: string; icon: ComponentType<IconProps>; run: () => void }

/** Loaded with the first word that is typed: the declarations are no part of the first screen. */
const placedQuery = {
  queryKey: ['placed-commands'],
  queryFn: async (): Promise<PlacedCommand[]> => (await import('@nightflow/schemas/command-places')).placedCommands(),
  staleTime: Number.POSITIVE_INFINITY,
}

/** Every declared command that the person may give, in words; it opens the list that carries it out, where the row is chosen. */
export function usePlacedCommands(isWanted: boolean): readonly Placed[] {
  const { i18n, t } = useTranslation()
  const { screens } = useMenu()
  const mayDo = useMayDo()
  const openScreen = useOpenScreen()
  const { data = [] } = useQuery({ ...placedQuery, enabled: isWanted })
  return data.flatMap(({ texts, resource, name, icon, endpoint, screen }) => {
    const place = screens.find(({ component }) => component === screen)
    const key = `${texts}:${resource}.${icon ? `command.${name}.short` : name}`
    if (!place || !mayDo(endpoint) || !i18n.exists(key)) return []
    return {
      id: `${resource}.${name}`,
      label: t(key),
      within: place.title,
      icon: icon ? iconOfCommand[icon] : IconPlus,
      run: () => openScreen(screen, { search: { [askedWord]: name } }),
    }
  })
}
