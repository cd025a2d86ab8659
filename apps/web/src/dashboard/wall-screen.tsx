import { MantineProvider, useMantineTheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type WallFigures, wallQuery } from '#dashboard/dashboard-queries.ts'
import { useLiveWall, useNewAlarm } from '#dashboard/use-live-wall.ts'
import { WallBars } from '#dashboard/wall-bars.tsx'
import { WallFigure } from '#dashboard/wall-figure.tsx'
import { WallHead } from '#dashboard/wall-head.tsx'
import { LatestAlarms, Network, NewAlarm, Ranking } from '#dashboard/wall-lists.tsx'
import { WallMap } from '#dashboard/wall-map.tsx'
import { SceneTools } from '#dashboard/wall-scene-tools.tsx'
import { useRotation, type WallChoice, type WallScene } from '#dashboard/wall-scenes.ts'
import { aboutIf } from '#ui/about-if.ts'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useWeekdayComparison } from '#ui/use-weekday-comparison.ts'
import '#dashboard/wall.css'
import '#dashboard/wall-scenes.css'

type Props = {
  choice: WallChoice
  onChoice: (choice: WallChoice) => void
  /** Opens another's wall without a session. */
  link: string | undefined
  /** Of a leakage rate, as on the network map. */
  colourOf: (leakageRate: number | null) => string
  /** The legend of those colours. */
  legend: ReactNode
}

/** Leakage on a wall: dark, whole, read from five metres, and never older than a minute while the service answers. */
export function WallScreen({ choice, onChoice, link, colourOf, legend }: Props) {
  const theme = useMantineTheme()
  const { t } = useTranslation('dashboard')
  const wall = useQuery(wallQuery(link))
  const news = useNewAlarm(wall.data?.latestAlarms)
  const scene = choice.scene ?? 'overview'
  useLiveWall(link)
  useRotation(choice, onChoice)
  return (
    <MantineProvider theme={theme} forceColorScheme="dark">
      <main className="nf-wall" aria-busy={wall.isPending}>
        <WallHead
          tenantName={wall.data?.tenantName}
          timeZone={wall.data?.timeZone}
          isStale={wall.isError}
          isSignedIn={link === undefined}
          scenes={<SceneTools choice={choice} onChoice={onChoice} />}
        />
        {news && wall.data && <NewAlarm alarm={news} timeZone={wall.data.timeZone} />}
        {wall.data ? (
          <Figures data={wall.data} scene={scene} colourOf={colourOf} legend={legend} />
        ) : wall.isError ? (
          <ErrorState error={wall.error} onRetry={() => wall.refetch()} />
        ) : (
          <p className="nf-wall-wait">{t('wall.loading')}</p>
        )}
      </main>
    </MantineProvider>
  )
}

/** Where no day is known there is no figure to compare either. */
const noDay = '1970-01-01'

type FiguresProps = Pick<Props, 'colourOf' | 'legend'> & { data: WallFigures; scene: WallScene }

function Figures({ data, scene, colourOf, legend }: FiguresProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const compare = useWeekdayComparison()
  const day = data.day ?? noDay
  // A sum of some of the partitions says of how many.
  const coverageNote = (known: number) =>
    known === 0 || known >= data.coverage.partitions
      ? undefined
      : t('wall.coverage', { known: format.number(known), total: format.number(data.coverage.partitions) })
  const cubic = (litres: number | null, isEstimated = false) => (litres === null ? null : aboutIf(isEstimated, format.cubicMetres(litres)))
  return (
    <div className="nf-wall-grid" data-scene={scene}>
      <section className="nf-wall-side" aria-label={t('wall.yesterday')}>
        <h2 className="nf-wall-day">{data.day ? format.day(data.day, 'long') : t('wall.noDay')}</h2>
        <WallFigure
          label={t('wall.supply')}
          value={cubic(data.supplyLitres, data.supplyEstimated)}
          unit="m³"
          note={coverageNote(data.coverage.supplyKnown)}
          comparison={compare(data.supplyLitres, data.supplyBaseline, day, 'volume')}
          change={data.supplyChange}
        />
        <WallFigure
          label={t('wall.leakage')}
          value={cubic(data.leakageLitres, data.leakageEstimated)}
          unit="m³"
          note={data.leakageLitres !== null && data.leakageLitres < 0 ? t('wall.negative') : coverageNote(data.coverage.leakageKnown)}
          comparison={compare(data.leakageLitres, data.leakageBaseline, day, 'volume')}
          change={data.leakageChange}
          isWorseWhenMore
        />
        <WallFigure
          label={t('wall.rate')}
          value={data.leakageRate === null ? null : aboutIf(data.leakageEstimated, format.share(data.leakageRate))}
          colour={colourOf(data.leakageRate)}
          note={coverageNote(data.coverage.leakageKnown)}
          comparison={compare(data.leakageRate, data.leakageRateBaseline, day, 'share')}
          change={data.leakageRateChange}
          isShare
          isWorseWhenMore
        />
        <WallBars
          title={t('wall.trend')}
          legend={[t('wall.supply'), t('wall.leakage')]}
          bars={data.trend.map(({ day, supplyLitres, leakageLitres, supplyKnown, supplyEstimated, leakageEstimated }) => ({
            label: format.day(day),
            value: supplyLitres,
            part: leakageLitres,
            text: [
              t('wall.trendBar', {
                day: format.day(day),
                supply: cubic(supplyLitres, supplyEstimated) ?? '–',
                leakage: cubic(leakageLitres, leakageEstimated) ?? '–',
              }),
              ...(supplyKnown > 0 && supplyKnown < data.coverage.partitions
                ? [t('wall.coverage', { known: format.number(supplyKnown), total: format.number(data.coverage.partitions) })]
                : []),
            ].join(' · '),
          }))}
          labelOf={(index) => data.trend[index]!.day.slice(5)}
          scale={(litres) => `${format.cubicMetres(litres, 0)} m³`}
        />
      </section>
      <section className="nf-wall-middle" aria-label={t('wall.network')}>
        <Network data={data} />
        {data.overlapping.length > 0 && (
          <p className="nf-wall-note nf-wall-panel">
            {t('wall.overlapping', { names: format.list(data.overlapping.map(({ name }) => name)) })}
          </p>
        )}
        <WallMap shapes={data.shapes} hasFlow={scene === 'map'} colourOf={colourOf} legend={legend} />
      </section>
      <section className="nf-wall-side" aria-label={t('wall.month')}>
        <Ranking rows={data.ranking} isLong={scene === 'events'} colourOf={colourOf} />
        <WallBars
          title={t('wall.alarms30', { count: data.alarmsByDay.reduce((sum, { count }) => sum + count, 0) })}
          bars={data.alarmsByDay.map(({ day, count }) => ({
            label: format.day(day),
            value: count,
            text: t('wall.alarmBar', { day: format.day(day), number: format.number(count) }),
          }))}
          labelOf={(index) => (index % 10 === 9 ? data.alarmsByDay[index]!.day.slice(5) : '')}
          scale={format.number}
          isAlarm
        />
        <LatestAlarms alarms={data.latestAlarms} isLong={scene === 'events'} timeZone={data.timeZone} />
      </section>
    </div>
  )
}
