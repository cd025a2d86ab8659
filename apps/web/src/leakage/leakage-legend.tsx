import { ActionIcon, Group, Text, Tooltip, useComputedColorScheme } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type LeakageClass, leakageClasses, negativeClassColour, unknownClassColour } from '#leakage/leakage-classes.ts'
import { gaugeColours, meterColours } from '#leakage/meter-colours.ts'
import { layerColours } from '#ui/map/layer-colours.ts'
import type { KnownLayer } from '#ui/map/use-map-layers.ts'
import { useFormat } from '#ui/use-format.ts'

const meterStates = ['reporting', 'silent', 'never'] as const
const gaugeStates = { flow: ['normal', 'unknown'], pressure: ['normal', 'alarm', 'unknown'] } as const
const drawnAsPlaces: readonly string[] = ['valve', 'hydrant', 'other']

type Props = {
  classes?: readonly LeakageClass[]
  /** Meters are on the map, each in the colour of its state. */
  hasMeters?: boolean
  /** Gauges are on the map instead. */
  gauges?: 'flow' | 'pressure' | undefined
  /** The utility's own layers; those that are shown have a line. */
  layers?: readonly KnownLayer[]
  /** Absent where the ranges cannot be changed. */
  onEdit?: (() => void) | undefined
}

/** The legend of a map of partitions. */
export function LeakageLegend({ classes = leakageClasses, hasMeters = false, gauges, layers = [], onEdit }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const ground = useComputedColorScheme('light')
  return (
    <div className="nf-map-card nf-map-legend">
      <Group gap={6} wrap="nowrap" justify="space-between" mb={4}>
        <Text size="xs" fw={600}>
          {t('map.legend')}
        </Text>
        {onEdit && (
          <Tooltip label={t('colourRanges.title')}>
            <ActionIcon size="sm" variant="subtle" aria-label={t('colourRanges.title')} onClick={onEdit}>
              <IconPalette size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      {classes.map(({ from, to, colour }) => (
        <div key={from} className="nf-legend-line">
          <span className="nf-legend-swatch" style={{ background: colour }} />
          <span className="nf-figures">{`${format.number(Math.round(from * 100))}–${format.share(to, 0)}`}</span>
        </div>
      ))}
      <div className="nf-legend-line">
        <span className="nf-legend-swatch" style={{ background: negativeClassColour }} />
        <span>{t('map.negative')}</span>
      </div>
      <div className="nf-legend-line">
        <span className="nf-legend-swatch" style={{ background: unknownClassColour }} />
        <span>{t('map.unknown')}</span>
      </div>
      {hasMeters &&
        meterStates.map((state) => (
          <div key={state} className="nf-legend-line">
            <span className="nf-legend-dot" style={{ background: meterColours[state] }} />
            <span>{t(`map.meterState.${state}`)}</span>
          </div>
        ))}
      {gauges &&
        gaugeStates[gauges].map((state) => (
          <div key={state} className="nf-legend-line">
            <span className="nf-legend-dot" style={{ background: gaugeColours[state] }} />
            <span>{t(`map.gaugeState.${gauges}.${state}`)}</span>
          </div>
        ))}
      {layers
        .filter(({ isShown }) => isShown)
        .map(({ id, name, type }) => (
          <div key={id} className="nf-legend-line">
            <span
              className={drawnAsPlaces.includes(type) ? 'nf-legend-dot' : 'nf-legend-swatch'}
              style={{ background: layerColours[type][ground], ...(type !== 'building' && !drawnAsPlaces.includes(type) && { height: 3 }) }}
            />
            <span>{name}</span>
          </div>
        ))}
    </div>
  )
}
