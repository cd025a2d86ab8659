import { SegmentedControl, Select } from '@mantine/core'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { NightMeasure, nightStatistics } from '@nightflow/schemas/leakage/night-statistics'
import { IconMoon } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { marksQuery } from '#leakage/investigation/investigation-queries.ts'
import { useMarkText } from '#leakage/investigation/use-mark-text.tsx'
import { nightFlowQuery } from '#leakage/leakage-queries.ts'
import type { NightFlowChoice } from '#leakage/night-flow/night-flow-choice.ts'
import { ChangePanel, ClassesPanel, GroupsPanel, InterventionPanel, TemperaturePanel } from '#leakage/night-flow/night-panels.tsx'
import { NightMinimumChart } from '#leakage/partition-charts.tsx'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { resolveRange } from '#ui/day-range.ts'
import { DayRangePicker } from '#ui/form/day-range-picker.tsx'
import { dayOf } from '#ui/local-days.ts'
import { Page } from '#ui/page.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

/** Choices that a list shows at once; typing finds the others. */
const shownMax = 50
const defaultDays = 90

type Props = { choice: NightFlowChoice; onChoice: (choice: NightFlowChoice) => void }

/** Nights of one partition and what they have in common. Every choice is in the address. */
export function NightFlowScreen({ search: choice, onSearch }: ScreenProps<NightFlowChoice>) {
  const { t } = useTranslation('leakage')
  const partitions = useQuery(partitionsQuery)
  const rows = partitions.data?.rows
  const partition = rows?.find(({ id }) => id === choice.partition) ?? (choice.partition ? undefined : rows?.[0])
  if (partitions.isError) return <ErrorState isScreen error={partitions.error} onRetry={() => partitions.refetch()} />
  if (rows?.length === 0) return <EmptyState isScreen icon={IconMoon} title={t('empty.title')} text={t('empty.text')} />
  if (!rows) return <ChartSkeleton height={480} />
  if (!partition) return <EmptyState isScreen icon={IconMoon} title={t('empty.unknownPartition')} text={t('empty.choose')} />
  const onChoice = (next: NightFlowChoice) => onSearch(next, { resetScroll: false })
  return <Nights key={partition.id} {...{ partitions: rows, partition, choice, onChoice }} />
}

function Nights({ partitions, partition, choice, onChoice }: Props & { partitions: readonly PartitionRow[]; partition: PartitionRow }) {
  const { t } = useTranslation('leakage')
  const lastDay = partition.lastDay ?? dayOf(Date.now(), partition.timeZone)
  const range = useMemo(() => resolveRange(choice, lastDay, defaultDays), [choice, lastDay])
  const { measure = 'minimum', event, cost } = choice
  const asked = {
    id: partition.id,
    ...range,
    measure,
    ...(event !== undefined && { event }),
    ...(cost !== undefined && { surveyCost: cost }),
  }
  const nights = useQuery(nightFlowQuery(partition.id, range.from, range.to))
  const statistics = useQuery({
    queryKey: ['night-statistics', asked],
    queryFn: ({ signal }) => call(nightStatistics, asked, signal),
    placeholderData: keepPreviousData,
  })
  const broken = nights.isError ? nights : statistics.isError ? statistics : undefined
  return (
    <Page
      title={t('nights.title')}
      subtitle={t('nights.subtitle')}
      tools={
        <>
          <Select
            size="xs"
            w={200}
            searchable
            limit={shownMax}
            allowDeselect={false}
            aria-label={t('nights.partition')}
            data={partitions.map(({ id, name }) => ({ value: id, label: name }))}
            value={partition.id}
            onChange={(id) => onChoice({ partition: id ?? undefined, event: undefined })}
          />
          <SegmentedControl
            size="xs"
            aria-label={t('nights.measure')}
            value={measure}
            data={NightMeasure.options.map((value) => ({ value, label: t(`nights.measures.${value}`) }))}
            onChange={(next) => onChoice({ measure: next })}
          />
          <DayRangePicker choice={choice} range={range} onChoice={onChoice} defaultDays={defaultDays} />
        </>
      }
    >
      {broken ? (
        <div className="nf-panel">
          <ErrorState error={broken.error} onRetry={() => broken.refetch()} />
        </div>
      ) : !nights.data || !statistics.data ? (
        <ChartSkeleton height={420} />
      ) : (
        <>
          <NightMinimumChart partition={partition} range={range} rows={nights.data.rows} />
          <div className="nf-pair">
            <ClassesPanel statistics={statistics.data} />
            <GroupsPanel statistics={statistics.data} />
            <ChangePanel statistics={statistics.data} tools={<EventPicker {...{ partition, range, event, onChoice }} />} />
            <div className="nf-stack">
              <TemperaturePanel statistics={statistics.data} />
              <InterventionPanel statistics={statistics.data} cost={cost} onCost={(next) => onChoice({ cost: next })} />
            </div>
          </div>
        </>
      )}
    </Page>
  )
}

type PickerProps = Pick<Props, 'onChoice'> & {
  partition: PartitionRow
  range: { from: string; to: string }
  event: string | undefined
}

/** Kinds of events that change a night. */
const eventKinds = ['annotation', 'detection', 'case', 'order', 'exchange'] as const

/** Annotations, detections, cases and repairs of the days, by their local day. */
function EventPicker({ partition, range, event, onChoice }: PickerProps) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const markText = useMarkText()
  const marks = useQuery(marksQuery(partition.id, range.from, range.to))
  const byDay = new Map<string, string>()
  for (const mark of marks.data?.rows ?? []) {
    if (!eventKinds.some((kind) => kind === mark.kind)) continue
    const text = `${t(`investigation.lane.${mark.kind}`)} · ${markText(mark)}`
    // A case that was repaired parts the nights by its repair.
    for (const at of mark.kind === 'case' && mark.until !== null ? [mark.until] : [mark.at]) {
      const day = dayOf(Date.parse(at), partition.timeZone)
      if (day >= range.from && day <= range.to && !byDay.has(day)) byDay.set(day, text)
    }
  }
  if (event !== undefined && !byDay.has(event)) byDay.set(event, t('nights.chosenDay'))
  const data = [...byDay]
    .toSorted(([one], [other]) => other.localeCompare(one))
    .map(([value, text]) => ({ value, label: `${format.day(value)} · ${text}` }))
  return (
    <Select
      size="xs"
      w={260}
      clearable
      searchable
      limit={shownMax}
      aria-label={t('nights.event')}
      placeholder={t('nights.chooseEvent')}
      data={data}
      value={event ?? null}
      onChange={(day) => onChoice({ event: day ?? undefined })}
    />
  )
}
