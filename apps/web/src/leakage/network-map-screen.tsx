import { Button, SegmentedControl, Text } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import type { Session } from '@nightflow/schemas/platform/session'
import { IconCalendar, IconMap2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { colourOf } from '#leakage/leakage-classes.ts'
import { LeakageLegend } from '#leakage/leakage-legend.tsx'
import { partitionsQuery } from '#leakage/leakage-queries.ts'
import { MapSearch } from '#leakage/map-search.tsx'
import { PartitionTree } from '#leakage/partition-tree.tsx'
import { aboutIf } from '#ui/about-if.ts'
import { dayOf } from '#ui/local-days.ts'
import { centreOf, innermostOf, type MapPoint } from '#ui/map/map-geometry.ts'
import { UtilityMap } from '#ui/map/utility-map.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

/** `day`: meters are shown where they were on it. */
export type MapChoice = { partition?: string | undefined; meters?: 'hidden' | undefined; day?: string | undefined }
type Props = {
  choice: MapChoice
  onChoice: (choice: MapChoice) => void
  onOpen: (partition: string) => void
  onMeter: (number: string) => void
  session: Session
  /** Undefined while loading; empty where the person may not see meters. */
  meters: readonly MapPoint[] | undefined
  metersCut: boolean
  /** Whether the person may choose the day of the meters’ places. */
  hasDays: boolean
}

/** The network: partitions by leakage rate, meters on them; the list beside it and the map select each other. */
export function NetworkMapScreen({ choice, onChoice, onOpen, onMeter, session, meters, metersCut, hasDays }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const partitions = useQuery(partitionsQuery)
  const rows = partitions.data?.rows
  const areas = useMemo(() => {
    const innermost = innermostOf((rows ?? []).map(({ id, parentId, boundary }) => ({ id, parentId, isDrawn: boundary !== null })))
    const describe = ({ name, latest }: PartitionRow) =>
      t('map.tooltip', { name, rate: aboutIf(isRateEstimated(latest), format.share(latest?.leakageRate)) })
    return (rows ?? []).filter(({ boundary }) => boundary !== null).map((row) => areaOf(row, innermost.has(row.id), describe(row)))
  }, [rows, t, format])
  const isDayShown = choice.day !== undefined && choice.meters !== 'hidden'
  const points = useMemo(() => (choice.meters === 'hidden' ? [] : (meters ?? [])), [choice.meters, meters])
  const places = useMemo(
    () => [...areas.map(({ id, label, ring }) => ({ id: partitionPlace(id), label, position: centreOf(ring) })), ...points],
    [areas, points],
  )
  const [found, setFound] = useState<MapPoint>()
  if (partitions.isError) return <ErrorState isScreen error={partitions.error} onRetry={() => partitions.refetch()} />
  const selected = rows?.find(({ id }) => id === choice.partition)
  const number = format.number(points.length)
  const notes = [
    rows && areas.length === 0 && t('map.noBoundaries'),
    isDayShown && meters && t('map.onDay', { day: format.day(choice.day ?? null, 'long'), number }),
    metersCut && t('map.metersCut', { number }),
  ].filter((note) => typeof note === 'string')
  return (
    <div className="nf-map-screen">
      <h1 className="nf-visually-hidden">{t('map.title')}</h1>
      <aside className="nf-panel nf-map-list">
        <div className="nf-panel-head nf-tree-head">
          <Text component="h2" className="nf-panel-title">
            {t('tree.title')}
          </Text>
          <SegmentedControl
            size="xs"
            aria-label={t('map.meters')}
            value={choice.meters ?? 'shown'}
            onChange={(value) => onChoice({ meters: value === 'hidden' ? 'hidden' : undefined })}
            data={[
              { value: 'shown', label: t('map.metersShown') },
              { value: 'hidden', label: t('map.metersHidden') },
            ]}
          />
        </div>
        {hasDays && choice.meters !== 'hidden' && <PlacesDay day={choice.day} session={session} onDay={(day) => onChoice({ day })} />}
        <MapSearch
          points={places}
          onFound={(place) => {
            const partition = rows?.find(({ id }) => place?.id === partitionPlace(id))
            if (partition) onChoice({ partition: partition.id })
            setFound(partition ? undefined : place)
          }}
        />
        <PartitionTree partitions={rows} selected={choice.partition} onSelect={(partition) => onChoice({ partition })} />
      </aside>
      <div className="nf-panel nf-map-panel" data-loading={meters === undefined || undefined}>
        <UtilityMap
          label={t('map.label')}
          areas={areas}
          points={points}
          selected={choice.partition}
          selectedPoint={found?.id}
          focus={found?.position}
          onArea={(id) => (id === choice.partition ? onOpen(id) : onChoice({ partition: id }))}
          onPoint={onMeter}
          centre={session.mapCentre}
          describeCluster={(count) => t('map.cluster', { number: format.number(count) })}
          unsupported={<EmptyState icon={IconMap2} title={t('map.unsupportedTitle')} text={t('map.unsupportedText')} />}
        />
        <LeakageLegend />
        {selected && <SelectedCard partition={selected} onOpen={() => onOpen(selected.id)} />}
        {notes.length > 0 && (
          <div className="nf-map-card nf-map-note" role="status">
            {notes.map((note) => (
              <div key={note}>{note}</div>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

/** The day whose places the map shows; none is now. */
function PlacesDay({
  day,
  session: { timeZone },
  onDay,
}: {
  day: string | undefined
  session: Session
  onDay: (day: string | undefined) => void
}) {
  const { t } = useTranslation('leakage')
  const { inputDates } = useFormat()
  return (
    <DatePickerInput
      size="xs"
      mx={12}
      mt={10}
      clearable
      clearButtonProps={{ 'aria-label': t('map.now') }}
      maxDate={dayOf(Date.now(), timeZone)}
      valueFormat={inputDates.day}
      aria-label={t('map.day')}
      placeholder={t('map.day')}
      leftSection={<IconCalendar size={14} aria-hidden />}
      value={day ?? null}
      onChange={(chosen) => onDay(chosen ?? undefined)}
    />
  )
}

/** A partition among the places of the search, where a meter may have the same name. */
const partitionPlace = (id: string): string => `partition ${id}`

const areaOf = (row: PartitionRow, isLeaf: boolean, tooltip: string) => ({
  id: row.id,
  label: row.name,
  ring: row.boundary ?? [],
  colour: colourOf(row.latest?.leakageRate ?? null),
  level: row.level,
  isLeaf,
  tooltip,
})

const isRateEstimated = (latest: PartitionRow['latest']): boolean => (latest?.estimated ?? false) && latest?.leakageRate !== null

function SelectedCard({ partition, onOpen }: { partition: PartitionRow; onOpen: () => void }) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const { latest } = partition
  const isAbout = isRateEstimated(latest)
  const rows: [string, string][] = [
    [t('figure.leakageRate'), aboutIf(isAbout, format.share(latest?.leakageRate))],
    [t('figure.leakageLitres'), `${aboutIf(isAbout, format.cubicMetres(latest?.leakageLitres))} ${t('unit.cubicMetresPerDay')}`],
    [
      t('figure.nightMinimumFlowLitresPerHour'),
      `${format.cubicMetres(latest?.nightMinimumFlowLitresPerHour)} ${t('unit.cubicMetresPerHour')}`,
    ],
    [t('figure.klRatio'), format.number(latest?.klRatio, 2)],
  ]
  return (
    <div className="nf-map-card nf-map-selected">
      <Text size="sm" fw={600}>
        {partition.name}
      </Text>
      <Text size="xs" c="dimmed">
        {latest ? format.day(latest.date, 'long') : t('status.noFigure')}
      </Text>
      <dl className="nf-map-figures">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="nf-figures">{value}</dd>
          </div>
        ))}
      </dl>
      <Button size="compact-xs" variant="light" onClick={onOpen}>
        {t('map.open')}
      </Button>
    </div>
  )
}
