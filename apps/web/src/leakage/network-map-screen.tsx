import { Group, SegmentedControl, Text } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import type { Session } from '@nightflow/schemas/platform/session'
import { defaultColourRanges } from '@nightflow/schemas/shared/colour-ranges'
import { IconCalendar, IconMap2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { filledAreas } from '#leakage/area-colours.ts'
import { ColourRangesDialog } from '#leakage/colour-ranges-dialog.tsx'
import { DaysSlider } from '#leakage/days-slider.tsx'
import { classesOf, colourOf, type LeakageClass } from '#leakage/leakage-classes.ts'
import { LeakageLegend } from '#leakage/leakage-legend.tsx'
import { colourRangesQuery } from '#leakage/leakage-queries.ts'
import { MapFigures } from '#leakage/map-figures.tsx'
import { MapPartitionCard } from '#leakage/map-partition-card.tsx'
import { MapSearch } from '#leakage/map-search.tsx'
import { PartitionTree } from '#leakage/partition-tree.tsx'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { ratesOfDayQuery, rootsOf } from '#leakage/rates-of-day.ts'
import { useMay } from '#session/session-query.ts'
import { aboutIf } from '#ui/about-if.ts'
import { dayOf } from '#ui/local-days.ts'
import { centreOf, type MapPoint } from '#ui/map/map-geometry.ts'
import { useKnownLayers } from '#ui/map/use-map-layers.ts'
import { UtilityMap } from '#ui/map/utility-map.tsx'
import { useViewInLink } from '#ui/map/view-in-link.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

/** `day`: meters are shown where they were on it. `level`: the map has partitions down to it. */
export type MapChoice = {
  partition?: string | undefined
  /** The places of the map: meters where it is absent. */
  meters?: 'hidden' | 'flow' | 'pressure' | undefined
  /** The day whose leakage rates are shown; the latest ones where it is absent. */
  rates?: string | undefined
  /** The layers that are switched off. */
  hidden?: string | undefined
  day?: string | undefined
  level?: number | undefined
  /** Centre and zoom; everything is shown where it is absent. */
  view?: string | undefined
}
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
  /** Which gauges the person may see. */
  figures: readonly ('flow' | 'pressure')[]
}

/** The network: partitions by leakage rate, meters on them; the list beside it and the map select each other. */
export function NetworkMapScreen({ choice, onChoice, onOpen, onMeter, session, meters, metersCut, hasDays, figures }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const partitions = useQuery(partitionsQuery)
  const { rates } = choice
  const roots = useMemo(() => rootsOf(partitions.data?.rows ?? []), [partitions.data])
  const ofDay = useQuery({ ...ratesOfDayQuery(roots, rates ?? ''), enabled: rates !== undefined && roots.length > 0 })
  const rows = useMemo(() => {
    const known = partitions.data?.rows
    if (rates === undefined || !ofDay.data) return known
    return known?.map((row) => ({ ...row, latest: row.latest && { ...row.latest, ...(ofDay.data.get(row.id) ?? noRate) } }))
  }, [partitions.data, rates, ofDay.data])
  const lastDay = (partitions.data?.rows ?? []).reduce<string | undefined>((last, row) => later(last, row.latest?.date), undefined)
  // Until they are known, there is a place for the choice of levels: most networks have several.
  const levels = rows ? Math.max(0, ...rows.map(({ level }) => level)) : 2
  const layer = useMemo(() => (rows ?? []).filter(({ level }) => choice.level === undefined || level <= choice.level), [rows, choice.level])
  const ranges = useQuery(colourRangesQuery).data?.ranges ?? defaultColourRanges
  const classes = useMemo(() => classesOf(ranges), [ranges])
  const [isEditing, setEditing] = useState(false)
  const mayManage = useMay('leakage:partition:manage')
  const areas = useMemo(() => {
    const filled = filledAreas(
      layer.map(({ id, parentId, boundary, latest }) => ({
        id,
        parentId,
        isDrawn: boundary !== null,
        isKnown: typeof latest?.leakageRate === 'number',
      })),
    )
    const describe = ({ name, latest }: PartitionRow) =>
      t('map.tooltip', { name, rate: aboutIf(isRateEstimated(latest), format.share(latest?.leakageRate)) })
    return layer
      .filter(({ boundary }) => boundary !== null)
      .map((row) => areaOf(row, { isLeaf: filled.has(row.id), tooltip: describe(row), classes }))
  }, [layer, classes, t, format])
  const isDayShown = choice.day !== undefined && choice.meters === undefined
  const points = useMemo(() => (choice.meters === 'hidden' ? [] : (meters ?? [])), [choice.meters, meters])
  const places = useMemo(
    () => [...areas.map(({ id, label, ring }) => ({ id: partitionPlace(id), label, position: centreOf(ring) })), ...points],
    [areas, points],
  )
  const latest = useRef(onChoice)
  latest.current = onChoice
  const goTo = useCallback((day: string | undefined) => latest.current({ rates: day }), [])
  const [found, setFound] = useState<MapPoint>()
  const link = { hidden: choice.hidden, onHidden: (hidden: string) => onChoice({ hidden: hidden === '' ? undefined : hidden }) }
  const { known } = useKnownLayers(link)
  const { view, onView } = useViewInLink(choice.view, (next) => onChoice({ view: next }))
  if (partitions.isError) return <ErrorState isScreen error={partitions.error} onRetry={() => partitions.refetch()} />
  const selected = rows?.find(({ id }) => id === choice.partition)
  const number = format.number(points.length)
  const notes = [
    rows && areas.length === 0 && t('map.noBoundaries'),
    isDayShown && meters && t('map.onDay', { day: format.day(choice.day ?? null, 'long'), number }),
    metersCut && t('map.metersCut', { number }),
  ].filter((note) => typeof note === 'string')
  return (
    <div className="nf-gis">
      <h1 className="nf-visually-hidden">{t('map.title')}</h1>
      <MapFigures />
      <div className="nf-map-screen">
        <aside className="nf-panel nf-map-list">
          <div className="nf-panel-head nf-tree-head">
            <Text component="h2" className="nf-panel-title">
              {t('tree.title')}
            </Text>
          </div>
          <SegmentedControl
            fullWidth
            mx={12}
            mt={10}
            size="xs"
            aria-label={t('map.meters')}
            value={choice.meters ?? 'shown'}
            onChange={(value) => onChoice({ meters: value === 'shown' ? undefined : (value as MapChoice['meters']) })}
            data={[
              { value: 'shown', label: t('map.metersShown') },
              ...figures.map((value) => ({ value, label: t(`map.gauges.${value}`) })),
              { value: 'hidden', label: t('map.metersHidden') },
            ]}
          />
          {levels > 1 && <LayersChoice levels={levels} level={choice.level} onLevel={(level) => onChoice({ level })} />}
          {hasDays && choice.meters === undefined && <PlacesDay day={choice.day} session={session} onDay={(day) => onChoice({ day })} />}
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
            {...(choice.meters !== undefined && { clusterBelowZoom: 0 })}
            {...{ link, onView, atFirst: view }}
            centre={session.mapCentre}
            describeCluster={(count) => t('map.cluster', { number: format.number(count) })}
            unsupported={<EmptyState icon={IconMap2} title={t('map.unsupportedTitle')} text={t('map.unsupportedText')} />}
          />
          {lastDay !== undefined && (
            <DaysSlider
              day={rates}
              lastDay={lastDay}
              isReady={rates === undefined || (!ofDay.isPlaceholderData && !ofDay.isFetching)}
              onDay={goTo}
            />
          )}
          <LeakageLegend
            hasMeters={choice.meters === undefined}
            gauges={choice.meters === 'hidden' ? undefined : choice.meters}
            layers={known}
            classes={classes}
            onEdit={mayManage ? () => setEditing(true) : undefined}
          />
          {selected && (
            <MapPartitionCard
              partition={selected}
              superior={rows?.find(({ id }) => id === selected.parentId)?.name}
              onOpen={() => onOpen(selected.id)}
            />
          )}
          {notes.length > 0 && (
            <div className="nf-map-card nf-map-note" role="status">
              {notes.map((note) => (
                <div key={note}>{note}</div>
              ))}
            </div>
          )}
        </div>
      </div>
      {isEditing && <ColourRangesDialog ranges={ranges} onClose={() => setEditing(false)} />}
    </div>
  )
}

const noRate = { leakageRate: null, estimated: false }
const later = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one

/** Down to which level the map has the partitions; all where none is chosen. */
function LayersChoice({
  levels,
  level,
  onLevel,
}: {
  levels: number
  level: number | undefined
  onLevel: (level: number | undefined) => void
}) {
  const { t } = useTranslation('leakage')
  return (
    <Group gap="xs" mx={12} mt={10} wrap="nowrap">
      <Text size="xs" c="dimmed">
        {t('gis.layers')}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={t('gis.layers')}
        value={String(level ?? 'all')}
        onChange={(value) => onLevel(value === 'all' ? undefined : Number(value))}
        data={[
          ...Array.from({ length: levels - 1 }, (_, at) => ({ value: String(at + 1), label: [...new Set([1, at + 1])].join('–') })),
          { value: 'all', label: t('gis.allLevels') },
        ]}
      />
    </Group>
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

type Drawn = { isLeaf: boolean; tooltip: string; classes: readonly LeakageClass[] }

const areaOf = (row: PartitionRow, { isLeaf, tooltip, classes }: Drawn) => ({
  id: row.id,
  label: row.name,
  ring: row.boundary ?? [],
  colour: colourOf(row.latest?.leakageRate ?? null, classes),
  level: row.level,
  isLeaf,
  tooltip,
})

const isRateEstimated = (latest: PartitionRow['latest']): boolean => (latest?.estimated ?? false) && latest?.leakageRate !== null
