import { Text } from '@mantine/core'
import type { NetworkOverview } from '@nightflow/schemas/leakage/network-overview'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { overviewQuery } from '#leakage/leakage-queries.ts'
import { aboutIf } from '#ui/about-if.ts'
import { Figure, FigureSkeleton, Figures } from '#ui/figure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

const skeletons = ['partitions', 'monitored', 'layers', 'supply', 'leakage', 'rate'] as const

/** The network as one: how many partitions, points and layers, and the water of the current month. */
export function MapFigures() {
  const { t } = useTranslation('leakage')
  const overview = useQuery(overviewQuery)
  if (overview.isError)
    return (
      <div className="nf-panel">
        <ErrorState compact error={overview.error} onRetry={() => overview.refetch()} />
      </div>
    )
  if (!overview.data)
    return (
      <Figures count={6} isBusy head={<Skeleton height={14} width={160} />}>
        {skeletons.map((place) => (
          <FigureSkeleton key={place} />
        ))}
      </Figures>
    )
  return <Known overview={overview.data} title={t('gis.figures')} />
}

function Known({ overview, title }: { overview: NetworkOverview; title: string }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const { partitions, meteringPoints, monitoredPoints, layers, from, to, isEstimated, partitionDays } = overview
  const hasDays = to >= from
  const known = (days: number) =>
    hasDays ? t('gis.daysKnown', { known: format.number(days), of: format.number(partitionDays) }) : undefined
  const volume = (litres: number | null) => (litres === null ? null : aboutIf(isEstimated, format.cubicMetres(litres, 0)))
  const unknown = t(hasDays ? 'gis.unknown' : 'gis.noDay')
  return (
    <Figures
      count={6}
      head={
        <Text component="h2" className="nf-panel-title" m={0}>
          {title}
          {hasDays && (
            <span className="nf-dimmed nf-small"> {t('gis.month', { from: format.day(from, 'long'), to: format.day(to, 'long') })}</span>
          )}
        </Text>
      }
    >
      <Figure
        label={t('gis.partitions')}
        value={format.number(partitions)}
        comparison={t('gis.points', { number: format.number(meteringPoints) })}
      />
      <Figure label={t('gis.monitored')} value={format.number(monitoredPoints)} hint={t('gis.monitoredHint')} />
      <Figure label={t('gis.layers')} value={format.number(layers)} />
      <Figure
        label={t('gis.monthSupply')}
        value={volume(overview.supplyLitres)}
        unit="m³"
        unknownReason={unknown}
        comparison={known(overview.supplyDaysKnown)}
      />
      <Figure
        label={t('gis.monthLeakage')}
        value={volume(overview.leakageLitres)}
        unit="m³"
        unknownReason={unknown}
        comparison={known(overview.leakageDaysKnown)}
      />
      <Figure
        label={t('gis.monthRate')}
        value={overview.leakageRate === null ? null : aboutIf(isEstimated, format.share(overview.leakageRate))}
        unknownReason={unknown}
      />
    </Figures>
  )
}
