import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type LeakageClass, leakageClasses, negativeClassColour, unknownClassColour } from '#leakage/leakage-classes.ts'
import { meterColours } from '#leakage/meter-colours.ts'
import { useFormat } from '#ui/use-format.ts'

const meterStates = ['reporting', 'silent', 'never'] as const

type Props = {
  classes?: readonly LeakageClass[]
  /** Meters are on the map, each in the colour of its state. */
  hasMeters?: boolean
  /** Absent where the ranges cannot be changed. */
  onEdit?: (() => void) | undefined
}

/** The legend of a map of partitions. */
export function LeakageLegend({ classes = leakageClasses, hasMeters = false, onEdit }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
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
    </div>
  )
}
