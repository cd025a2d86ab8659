import { Text } from '@mantine/core'
import type { DetectionRow } from '@nightflow/schemas/leakage/detection'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type WallFigures, wallQuery } from '#dashboard/dashboard-queries.ts'
import { detectionsQuery } from '#leakage/detections-query.ts'
import { useReasonText } from '#leakage/use-reason-text.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { aboutIf } from '#ui/about-if.ts'
import { Figure, FigureSkeleton, Figures } from '#ui/figure.tsx'
import { InstantText } from '#ui/instant.tsx'
import { addDays } from '#ui/local-days.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'
import { useWeekdayComparison } from '#ui/use-weekday-comparison.ts'
import { LeaksDue } from './leaks-due.tsx'

const worstMax = 3
/** A leak that was found in these days is news. */
const newsDays = 7
/** Detections of these days explain a partition. */
const reasonDays = 60
const names = ['supply', 'leakage', 'rate', 'cost']

/** The morning of an analyst: yesterday's leakage and its cost, the worst partitions with the reason, the leaks that were found, and those that are due. */
export function BriefingTile() {
  const wall = useQuery(wallQuery(undefined))
  if (wall.isError)
    return (
      <div className="nf-panel">
        <ErrorState error={wall.error} onRetry={() => wall.refetch()} compact />
      </div>
    )
  if (!wall.data)
    return (
      <div className="nf-stack">
        <Figures count={4} isBusy>
          {names.map((name) => (
            <FigureSkeleton key={name} />
          ))}
        </Figures>
        <ChartSkeleton height={180} />
      </div>
    )
  return <Briefing wall={wall.data} />
}

function Briefing({ wall }: { wall: WallFigures }) {
  const day = wall.day ?? undefined
  const detections = useQuery({
    ...detectionsQuery(addDays(day ?? '1970-01-01', -reasonDays), day ?? '1970-01-01'),
    enabled: day !== undefined,
  })
  const found = useMemo(() => detections.data?.toReversed() ?? [], [detections.data])
  return (
    <div className="nf-stack">
      <SystemFigures wall={wall} found={found} />
      <div className="nf-board-columns">
        <Worst wall={wall} found={found} />
        <News wall={wall} found={found} />
      </div>
      <LeaksDue />
    </div>
  )
}

function SystemFigures({ wall, found }: { wall: WallFigures; found: readonly DetectionRow[] }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const money = useMoney()
  const compare = useWeekdayComparison()
  const day = wall.day ?? '1970-01-01'
  const cubic = (litres: number | null, isEstimated: boolean) => (litres === null ? null : aboutIf(isEstimated, format.cubicMetres(litres)))
  const open = found.filter(({ endedAt }) => endedAt === null)
  const priced = open.flatMap(({ lostCostMinor }) => (lostCostMinor === null ? [] : [lostCostMinor]))
  const unknown = t('unknown.noCompleteDay')
  return (
    <Figures count={4} head={wall.day && <Text size="sm">{format.day(wall.day, 'long')}</Text>}>
      <Figure
        label={t('wall.supply')}
        value={cubic(wall.supplyLitres, wall.supplyEstimated)}
        unit="m³"
        unknownReason={unknown}
        comparison={compare(wall.supplyLitres, wall.supplyBaseline, day, 'volume')}
      />
      <Figure
        label={t('wall.leakage')}
        value={cubic(wall.leakageLitres, wall.leakageEstimated)}
        unit="m³"
        unknownReason={unknown}
        trend={wall.trend.map(({ leakageLitres }) => leakageLitres)}
        comparison={compare(wall.leakageLitres, wall.leakageBaseline, day, 'volume')}
      />
      <Figure
        label={t('wall.rate')}
        value={wall.leakageRate === null ? null : aboutIf(wall.leakageEstimated, format.share(wall.leakageRate))}
        unknownReason={unknown}
        comparison={compare(wall.leakageRate, wall.leakageRateBaseline, day, 'share')}
      />
      <Figure
        label={t('home.openLeaks')}
        value={format.number(open.length)}
        comparison={
          priced.length > 0
            ? t('home.openLeaksCost', { amount: money(priced.reduce((sum, cost) => sum + cost, 0)) })
            : t('home.openLeaksHint')
        }
      />
    </Figures>
  )
}

/** The partitions with the highest leakage rate of thirty days, each with the leak that its flow shows. */
function Worst({ wall, found }: { wall: WallFigures; found: readonly DetectionRow[] }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const reasonText = useReasonText()
  const reasonOf = (id: string): string => {
    const detection = found.find(({ partitionId, endedAt }) => partitionId === id && endedAt === null)
    const [reason] = detection?.explanation ?? []
    return detection && reason
      ? `${t('home.leakOf', { flow: format.cubicMetres(detection.flowLitresPerHour, 1) })} ${reasonText(reason)}`
      : t('home.noLeakSeen')
  }
  return (
    <section className="nf-panel nf-board-panel" aria-label={t('home.worst')}>
      <Text component="h2" className="nf-panel-title" m={0}>
        {t('home.worst')}
      </Text>
      <ol className="nf-board-list">
        {wall.ranking.slice(0, worstMax).map(({ id, name, leakageRate, leakageLitres, daysEstimated }) => (
          <li key={id} className="nf-home-worst">
            <div>
              <ScreenLink screen="leakage/index" search={{ partition: id }} className="nf-link">
                {name}
              </ScreenLink>
              <div className="nf-small nf-dimmed">{reasonOf(id)}</div>
            </div>
            <div className="nf-figures nf-home-amount">
              <b>{leakageRate === null ? '–' : aboutIf(daysEstimated > 0, format.share(leakageRate))}</b>
              <div className="nf-small nf-dimmed">{leakageLitres !== null && `${format.cubicMetres(leakageLitres)} m³`}</div>
            </div>
          </li>
        ))}
      </ol>
      {wall.ranking.length === 0 && <Text size="sm">{t('wall.noPartitions')}</Text>}
    </section>
  )
}

/** Leaks that were found in the last days, and the latest alarms. */
function News({ wall, found }: { wall: WallFigures; found: readonly DetectionRow[] }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const since = wall.day === null ? '' : addDays(wall.day, -newsDays)
  const nameOf = new Map(wall.shapes.map(({ id, name }) => [id, name]))
  const recent = found.filter(({ detectedAt }) => detectedAt.slice(0, 10) >= since)
  return (
    <section className="nf-panel nf-board-panel" aria-label={t('home.news')}>
      <Text component="h2" className="nf-panel-title" m={0}>
        {t('home.news')}
      </Text>
      <ul className="nf-board-list">
        {recent.slice(0, worstMax).map(({ partitionId, number, kind, detectedAt, flowLitresPerHour }) => (
          <li key={`${partitionId}/${number}`}>
            <ScreenLink screen="leakage/investigation" search={{ partition: partitionId, mark: `detection-${number}` }} className="nf-link">
              {t('home.detected', {
                kind: t(`home.leak.kind.${kind}`),
                name: nameOf.get(partitionId) ?? partitionId,
                flow: format.cubicMetres(flowLitresPerHour, 1),
              })}
            </ScreenLink>
            <span className="nf-dimmed nf-small">
              <InstantText at={detectedAt} timeZone={wall.timeZone} />
            </span>
          </li>
        ))}
        {wall.latestAlarms.slice(0, worstMax).map(({ alarmProcessedId, eventType, pointName, alarmTime, alarmStatus }) => (
          <li key={alarmProcessedId}>
            <ScreenLink screen="alarms/index" search={{ alarmStatus }} className="nf-link">
              {t(`event.${eventType}`)} · {pointName}
            </ScreenLink>
            <span className="nf-dimmed nf-small">
              <InstantText at={alarmTime} timeZone={wall.timeZone} />
            </span>
          </li>
        ))}
      </ul>
      {recent.length + wall.latestAlarms.length === 0 && <Text size="sm">{t('home.noNews')}</Text>}
    </section>
  )
}
