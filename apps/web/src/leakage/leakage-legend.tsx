import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { leakageClasses, negativeClassColour, unknownClassColour } from '#leakage/leakage-classes.ts'
import { useFormat } from '#ui/use-format.ts'

/** The legend of a map of partitions. */
export function LeakageLegend() {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  return (
    <div className="nf-map-card nf-map-legend">
      <Text size="xs" fw={600} mb={4}>
        {t('map.legend')}
      </Text>
      {leakageClasses.map(({ from, to, colour }) => (
        <div key={from} className="nf-legend-line">
          <span className="nf-legend-swatch" style={{ background: colour }} />
          <span className="nf-figures">{`${format.number(from * 100)}–${format.share(to, 0)}`}</span>
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
    </div>
  )
}
