import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { detectionLimitsQuery } from '#leakage/leakage-queries.ts'
import { useFormat } from '#ui/use-format.ts'

/** The smallest leak that the flow of a partition shows; nothing while too few days are known. */
export function SmallestLeak({ partition }: { partition: string }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const { data } = useQuery(detectionLimitsQuery(partition))
  if (!data || data.smallest.length === 0 || data.sigmaLitresPerHour === null) return null
  const sizes = data.smallest.map(({ days, flowLitresPerHour }) =>
    t('detections.smallestAfter', { flow: format.cubicMetres(flowLitresPerHour, 2), count: days }),
  )
  return (
    <Text size="sm" className="nf-panel" p="sm">
      {t('detections.smallest', { sizes: format.list(sizes), sigma: format.cubicMetres(data.sigmaLitresPerHour, 2) })}
    </Text>
  )
}
