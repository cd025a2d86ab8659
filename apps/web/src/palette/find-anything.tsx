import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { IconHistory, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#session/session-query.ts'
import { MenuIcon } from '#shell/menu-icon.tsx'
import { useMenu } from '#shell/menu-query.ts'
import type { MenuItem } from '#shell/menu-tree.ts'
import { useOpenScreen } from '#shell/screen-link.tsx'
import { usePaletteCommands } from './palette-commands.tsx'
import { type Found, useFound } from './palette-found.tsx'
import { ranked } from './palette-rank.ts'
import { keepRecent, type Recent, readRecents } from './palette-recent.ts'
import { usePlacedCommands } from './placed-commands.ts'

/** Every screen of the menu, with its directory. */
const leavesOf = (items: readonly MenuItem[], within = ''): (MenuItem & { within: string })[] =>
  items.flatMap((item) => (item.children.length > 0 ? leavesOf(item.children, item.title) : [{ ...item, within: within || item.title }]))

/** More commands of one word are narrowed by a second. */
const commandsMax = 12

type Ranked = SpotlightActionGroupData['actions'][number] & { rank: number }

/**
 * One box for everything that has a number or a name, and for what can be done from anywhere. People, meters, bills and rounds are searched on the
 * server, partitions, screens and commands in the browser. The group with the best answer comes first, so that Enter opens it; an empty box shows what
 * was used last. Each call opens it, or closes it where it is open.
 */
export function FindAnything({ calls }: { calls: number }) {
  useEffect(() => {
    if (calls > 0) spotlight.toggle()
  }, [calls])
  const { t } = useTranslation('shared')
  const [query, setQuery] = useState('')
  const [search] = useDebouncedValue(query.trim(), 200)
  const wanted = query.trim().toLowerCase()
  const { groups: found, isSearching } = useFound(wanted === '' ? '' : search)
  const { commands, dialog } = usePaletteCommands()
  const screens = useFoundScreens(wanted)
  const [toAction, recents] = useOpening()
  const placed = usePlacedCommands(wanted !== '')
  const foundCommands = ranked(
    [...commands.map((command) => ({ ...command, label: t(`find.command.${command.id}`), within: '' })), ...placed],
    wanted,
    {
      names: ({ label }) => [label],
      beside: ({ within }) => [within],
    },
  )
    .slice(0, commandsMax)
    .map(({ thing, rank }) => ({
      rank,
      id: `command-${thing.id}`,
      label: thing.label,
      ...(thing.within && { description: thing.within }),
      leftSection: <thing.icon size={18} aria-hidden />,
      onClick: thing.run,
    }))
  const groups: { group: string; actions: Ranked[] }[] = [
    ...(wanted === '' ? [{ group: t('find.recent'), actions: recents }] : []),
    ...(wanted === '' ? [{ group: t('find.commands'), actions: foundCommands }] : []),
    ...found.map(({ group, found: those }) => ({ group, actions: those.map(toAction) })),
    { group: t('find.screens'), actions: screens },
    ...(wanted === '' ? [] : [{ group: t('find.commands'), actions: foundCommands }]),
  ]
  const best = (actions: readonly Ranked[]) => Math.min(...actions.map(({ rank }) => rank))
  const shown = groups
    .filter(({ actions }) => actions.length > 0)
    .toSorted((one, other) => (wanted === '' ? 0 : best(one.actions) - best(other.actions)))
    .map(({ group, actions }) => ({ group, actions: actions.map(({ rank: _, ...action }) => action) }))
  return (
    <>
      <Spotlight
        shortcut={null}
        actions={shown}
        filter={(_, actions) => actions}
        query={query}
        onQueryChange={setQuery}
        nothingFound={t(isSearching || search !== query.trim() ? 'find.searching' : 'find.nothing')}
        searchProps={{
          leftSection: <IconSearch size={18} aria-hidden />,
          placeholder: t('find.placeholder'),
          'aria-label': t('find.placeholder'),
          onKeyDown: (event) => {
            // The box itself opens the answer that the arrows have chosen; without a choice Enter takes the best answer.
            if (
              event.key !== 'Enter' ||
              event.nativeEvent.isComposing ||
              document.querySelector('.mantine-Spotlight-action[data-selected]')
            )
              return
            const [first] = shown[0]?.actions ?? []
            if (!first) return
            spotlight.close()
            first.onClick?.(event as never)
          },
        }}
        scrollable
        maxHeight={480}
      />
      {dialog}
    </>
  )
}

function useFoundScreens(wanted: string): Ranked[] {
  const navigate = useNavigate()
  const screens = ranked(leavesOf(useMenu().items), wanted, { names: ({ title }) => [title], beside: ({ within }) => [within] })
  return screens.map(({ thing: { to = '/', title, icon, within, isApart }, rank }) => ({
    rank,
    id: to,
    label: title,
    ...(within !== title && { description: within }),
    onClick: () => (isApart ? void window.open(to, '_blank', 'noopener') : void navigate({ to })),
    leftSection: <MenuIcon name={icon} />,
  }))
}

/** Opens what was found and remembers it; and what was opened last. */
function useOpening(): [(found: Found) => Ranked, Ranked[]] {
  const openScreen = useOpenScreen()
  const session = useSession()
  const [recents, setRecents] = useState(() => readRecents(session))
  const open = (used: Recent) => {
    keepRecent(session, used)
    setRecents(readRecents(session))
    openScreen(used.screen, { ...(used.params && { params: used.params }), ...(used.search && { search: used.search }) })
  }
  const toAction = ({ rank, icon, ...entry }: Found): Ranked => ({
    ...{ rank, id: entry.id, label: entry.label, description: entry.description },
    ...{ leftSection: icon, onClick: () => open(entry) },
  })
  const shown = recents.map((entry) => ({
    ...{ rank: 0, id: `recent-${entry.id}`, label: entry.label, description: entry.description },
    ...{ leftSection: <IconHistory size={18} aria-hidden />, onClick: () => open(entry) },
  }))
  return [toAction, shown]
}
