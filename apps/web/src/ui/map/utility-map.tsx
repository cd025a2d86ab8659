import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#session/session-query.ts'
import { NetworkMap } from '#ui/map/map.tsx'
import type { MapViewProps } from '#ui/map/map-view.tsx'
import { type KnownLayer, switchLayer, useMapLayers } from '#ui/map/use-map-layers.ts'

const background = 'background'

/** A map on the utility's own streets and pipes and, where it has a tile server, on tiles. Only for people who are signed in. */
export function UtilityMap(props: Omit<MapViewProps, 'base' | 'tileUrl' | 'controls'>) {
  const { tileUrl } = useSession()
  const { known, shown, isHidden } = useMapLayers()
  const hasTiles = tileUrl !== null
  return (
    <NetworkMap
      {...props}
      base={shown}
      tileUrl={isHidden(background) ? null : tileUrl}
      controls={(known.length > 0 || hasTiles) && <LayerSwitch known={known} tiles={hasTiles ? !isHidden(background) : undefined} />}
    />
  )
}

/** `tiles`: whether the background is shown; absent where there is none. */
function LayerSwitch({ known, tiles }: { known: readonly KnownLayer[]; tiles: boolean | undefined }) {
  const { t } = useTranslation('shared')
  return (
    <Popover position="bottom-end" shadow="sm" withinPortal={false} trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('map.layers')} title={t('map.layers')}>
          <IconStack2 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Stack gap={6}>
          {tiles !== undefined && (
            <Checkbox
              size="xs"
              label={t('map.background')}
              checked={tiles}
              onChange={(event) => switchLayer(background, event.currentTarget.checked)}
            />
          )}
          {known.map(({ id, name, isShown }) => (
            <Checkbox
              key={id}
              size="xs"
              label={name}
              checked={isShown}
              onChange={(event) => switchLayer(id, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
