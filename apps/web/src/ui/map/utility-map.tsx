import { ActionIcon, Checkbox, Group, Popover, SegmentedControl, Stack, Text, useComputedColorScheme } from '@mantine/core'
import { findMapLayer } from '@nightflow/schemas/platform/map-layer-calls'
import { MapViewMode } from '@nightflow/schemas/platform/map-settings'
import { IconDownload, IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { download } from '#api/download.ts'
import { layerColours } from '#ui/map/layer-colours.ts'
import { NetworkMap } from '#ui/map/map.tsx'
import { chooseProvider, chooseViewMode, useMapLook } from '#ui/map/map-look.ts'
import type { MapViewProps } from '#ui/map/map-view.tsx'
import { type HiddenInLink, type KnownLayer, switchLayer, useMapLayers } from '#ui/map/use-map-layers.ts'

const background = 'background'

/** A map on the utility's own streets and pipes and, where it has a tile server, on tiles. Only for people who are signed in. */
export function UtilityMap({ link, ...props }: Omit<MapViewProps, 'base' | 'tileUrl' | 'controls' | 'pitch'> & { link?: HiddenInLink }) {
  const look = useMapLook()
  const { known, shown, isHidden } = useMapLayers(link)
  const hasTiles = !isHidden(background)
  return (
    <NetworkMap
      {...props}
      base={shown}
      tileUrl={hasTiles ? look.tileUrl : null}
      pitch={look.pitch}
      controls={<LookSwitch look={look} known={known} hasTiles={hasTiles} link={link} />}
    />
  )
}

type LookProps = { look: ReturnType<typeof useMapLook>; known: readonly KnownLayer[]; hasTiles: boolean; link: HiddenInLink | undefined }

/** View, provider, background and layers of the map. Options that the utility does not have are left out. */
function LookSwitch({ look: { providers, provider, viewMode }, known, hasTiles, link }: LookProps) {
  const { t } = useTranslation('shared')
  const dark = useComputedColorScheme('light') === 'dark'
  return (
    <Popover position="bottom-end" shadow="sm" withinPortal={false} trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('map.layers')} title={t('map.layers')}>
          <IconStack2 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Stack gap={6}>
          <Choice
            label={t('map.viewMode')}
            named="map.viewModes"
            value={viewMode}
            options={MapViewMode.options}
            onChange={chooseViewMode}
          />
          {provider !== undefined && (
            <Checkbox
              size="xs"
              label={t('map.background')}
              checked={hasTiles}
              onChange={(event) => switchLayer(background, event.currentTarget.checked, link)}
            />
          )}
          {provider !== undefined && providers.length > 1 && (
            <Choice label={t('map.provider')} named="map.providers" value={provider} options={providers} onChange={chooseProvider} />
          )}
          {known.map(({ id, name, type, isShown }) => (
            <Group key={id} gap="xs" justify="space-between" wrap="nowrap">
              <Checkbox
                size="xs"
                label={name}
                color={layerColours[type][dark ? 'dark' : 'light']}
                checked={isShown}
                onChange={(event) => switchLayer(id, event.currentTarget.checked, link)}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('map.saveLayer', { name })}
                title={t('map.saveLayer', { name })}
                onClick={() => download(findMapLayer, { layerId: Number(id) }, `${name}.geojson`).catch(() => undefined)}
              >
                <IconDownload size={14} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

type ChoiceProps<Option extends string> = {
  label: string
  named: 'map.viewModes' | 'map.providers'
  value: Option
  options: readonly Option[]
  onChange: (option: Option) => void
}

function Choice<Option extends string>({ label, named, value, options, onChange }: ChoiceProps<Option>) {
  const { t } = useTranslation('shared')
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={label}
        value={value}
        data={options.map((option) => ({ value: option, label: t(`${named}.${option}`) }))}
        onChange={(next) => onChange(next as Option)}
      />
    </div>
  )
}
