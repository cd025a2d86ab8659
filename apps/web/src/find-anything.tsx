import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { listMeters } from '@nightflow/schemas/devices/endpoints'
import { mayDo } from '@nightflow/schemas/shared/permissions'
import { IconDroplet, IconGauge, IconMaximize, IconRefresh, IconSearch, IconUserCircle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { partitionsQuery } from '#leakage/leakage-queries.ts'
import { useSession } from '#session/session-query.ts'
import { MenuIcon } from '#shell/menu-icon.tsx'
import { useMenu } from '#shell/menu-query.ts'
import type { MenuItem } from '#shell/menu-tree.ts'
import { useOpenScreen } from '#shell/screen-link.tsx'
import { ranked } from './palette-rank.ts'

const metersShownMax = 8
const partitionsShownMax = 8

/** Every screen of the menu, with its directory. */
const leavesOf = (items: readonly MenuItem[], within = ''): (MenuItem & { within: string })[] =>
  items.flatMap((item) => (item.children.length > 0 ? leavesOf(item.children, item.title) : [{ ...item, within: within || item.title }]))

const switchFullScreen = () => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())

/** One box for everything that has a number or a name: meters are searched on the server, partitions and screens in the browser. */
export function FindAnything() {
  const { t } = useTranslation('shared')
  const navigate = useNavigate()
  const openScreen = useOpenScreen()
  const session = useSession()
  const [query, setQuery] = useState('')
  const [search] = useDebouncedValue(query.trim(), 200)
  const maySeeMeters = mayDo(session.permissions, 'devices:meter:read', session)
  const maySeePartitions = mayDo(session.permissions, 'leakage:partition:read', session)
  const meters = useQuery({
    queryKey: ['find-meters', search],
    queryFn: ({ signal }) => call(listMeters, { search, limit: metersShownMax }, signal),
    enabled: maySeeMeters && search.length > 0,
    placeholderData: keepPreviousData,
  })
  const partitions = useQuery({ ...partitionsQuery, enabled: maySeePartitions })
  const wanted = query.trim().toLowerCase()
  const screens = ranked(leavesOf(useMenu().items), wanted, { names: ({ title }) => [title], beside: ({ within }) => [within] })
  const foundScreens = screens.map(({ thing: { to = '/', title, icon, within, isApart }, rank }) => ({
    rank,
    id: to,
    label: title,
    ...(within !== title && { description: within }),
    onClick: () => (isApart ? void window.open(to, '_blank', 'noopener') : void navigate({ to })),
    leftSection: <MenuIcon name={icon} />,
  }))
  const partitionsByName = ranked(partitions.data?.rows ?? [], wanted, { names: ({ id, name }) => [name, id] })
  const foundPartitions = partitionsByName.slice(0, partitionsShownMax).map(({ thing: { id, name }, rank }) => ({
    rank,
    id: `partition-${id}`,
    label: name,
    description: t('find.partition'),
    leftSection: <IconDroplet size={18} aria-hidden />,
    onClick: () => openScreen('leakage/index', { search: { partition: id } }),
  }))
  const metersFound = wanted === '' ? [] : (meters.data?.rows ?? [])
  const foundMeters = ranked(metersFound, wanted, {
    names: ({ number, name }) => [number, name ?? ''],
    beside: ({ address }) => [address ?? ''],
  }).map(({ thing: { number, name, address }, rank }) => ({
    rank,
    id: `meter-${number}`,
    label: number,
    description: [name, address].filter(Boolean).join(' · ') || t('find.meter'),
    leftSection: <IconGauge size={18} aria-hidden />,
    onClick: () => openScreen('devices/meter', { params: { number } }),
  }))
  const commands = [
    { id: 'profile', icon: IconUserCircle, run: () => void navigate({ to: '/user/profile' }) },
    { id: 'fullScreen', icon: IconMaximize, run: switchFullScreen },
    { id: 'reload', icon: IconRefresh, run: () => window.location.reload() },
  ]
  const foundCommands = ranked(commands, wanted, { names: ({ id }) => [t(`find.command.${id}`)] }).map(({ thing, rank }) => ({
    rank,
    id: `command-${thing.id}`,
    label: t(`find.command.${thing.id}`),
    leftSection: <thing.icon size={18} aria-hidden />,
    onClick: thing.run,
  }))
  // The group with the best answer comes first, so that Enter opens it.
  const groups: SpotlightActionGroupData[] = [
    { group: t('find.meters'), found: foundMeters },
    { group: t('find.partitions'), found: foundPartitions },
    { group: t('find.screens'), found: foundScreens },
    { group: t('find.commands'), found: foundCommands },
  ]
    .filter(({ found }) => found.length > 0)
    .toSorted((one, other) => (wanted === '' ? 0 : one.found[0]!.rank - other.found[0]!.rank))
    .map(({ group, found }) => ({ group, actions: found.map(({ rank: _, ...action }) => action) }))
  return (
    <Spotlight
      shortcut="mod + K"
      actions={groups}
      filter={(_, actions) => actions}
      query={query}
      onQueryChange={setQuery}
      nothingFound={t(meters.isFetching ? 'find.searching' : 'find.nothing')}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('find.placeholder'),
        'aria-label': t('find.placeholder'),
      }}
      scrollable
      maxHeight={420}
    />
  )
}
