import type { FlowRow, NightFlowRow, PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type At, alignTo, type Comparison, comparisonOf } from '#leakage/investigation/comparison.ts'
import { ConditionChart, DifferenceChart, NightChart } from '#leakage/investigation/investigation-charts.tsx'
import type { InvestigationChoice } from '#leakage/investigation/investigation-choice.ts'
import { conditionsQuery, marksQuery } from '#leakage/investigation/investigation-queries.ts'
import { MarkDetail, MarkList } from '#leakage/investigation/mark-detail.tsx'
import { MarkLanes } from '#leakage/investigation/mark-lanes.tsx'
import { markKey, shiftMarks } from '#leakage/investigation/marks.ts'
import { NightStatistics } from '#leakage/investigation/night-statistics.tsx'
import { PeriodFigures } from '#leakage/investigation/period-figures.tsx'
import { flowQuery, nightFlowQuery, resolutionFor } from '#leakage/leakage-queries.ts'
import { type ChartLayout, cubic, FlowChart, spanOf } from '#leakage/partition-charts.tsx'
import { daysBeforeBand } from '#ui/chart/expected-band.ts'
import { addDays, countDays, dayOf, wallTextOf } from '#ui/local-days.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

type Range = { from: string; to: string }
type Props = {
  partitions: readonly PartitionRow[]
  partition: PartitionRow
  range: Range
  choice: InvestigationChoice
  onChoice: (choice: InvestigationChoice) => void
  isReport: boolean
}

const group = 'investigation'
/** The stylesheet of the lanes has the same. */
const axisSize = 56
/** Hours of pressure are read for so many days at most. */
const conditionDaysMax = 120

/** Figures, charts and lanes of one partition, all on the same time axis. */
export function InvestigationPictures({ partitions, partition, range, choice, onChoice, isReport }: Props) {
  const night = useQuery(nightFlowQuery(partition.id, range.from, range.to))
  const resolution = resolutionFor(range.from, range.to)
  const isHourly = resolution === 'hour'
  const flow = useQuery(flowQuery(partition.id, { ...range, daysBefore: resolution === 'month' ? 0 : daysBeforeBand }))
  const comparison = useMemo(() => comparisonOf(partition.id, range, choice), [partition.id, range, choice])
  const compared = useCompared(partitions, comparison, { range, isHourly, partition, flow: flow.data?.rows, night: night.data?.rows })
  const latest = useRef(onChoice)
  latest.current = onChoice
  const layout = useMemo(
    (): ChartLayout => ({
      group,
      axisSize,
      onTime: (seconds) => latest.current({ day: dayOf(seconds * 1000, partition.timeZone) }),
    }),
    [partition.timeZone],
  )
  const broken = night.isError ? night : flow.isError ? flow : undefined
  if (broken)
    return (
      <div className="nf-panel">
        <ErrorState error={broken.error} onRetry={() => broken.refetch()} />
      </div>
    )
  if (!night.data || !flow.data) return <ChartSkeleton height={480} />
  return (
    <>
      <PeriodFigures rows={night.data.rows} compared={compared && { label: compared.label, rows: compared.nights }} />
      <FlowChart
        {...{ partition, range, isHourly, layout }}
        flow={flow.data.rows}
        rows={night.data.rows}
        compared={compared && { label: compared.label, values: compared.flow }}
      />
      {compared && (
        <DifferenceChart
          {...{ partition, range, isHourly, layout }}
          flow={flow.data.rows}
          compared={{ label: compared.label, values: compared.flow }}
        />
      )}
      <NightChart
        {...{ partition, range, layout }}
        rows={night.data.rows}
        compared={compared && { label: compared.label, values: compared.nightMinima }}
      />
      {countDays(range.from, range.to) <= conditionDaysMax && <Conditions {...{ partition, range, layout }} />}
      <Marks
        {...{ partition, range, choice, onChoice, isReport }}
        nights={night.data.rows}
        compared={comparison && compared && { ...comparison, label: compared.label }}
      />
    </>
  )
}

type Shown = {
  range: Range
  isHourly: boolean
  partition: PartitionRow
  flow: readonly FlowRow[] | undefined
  night: readonly NightFlowRow[] | undefined
}

/** The compared series, one value for each time that is shown; undefined without a comparison. */
function useCompared(partitions: readonly PartitionRow[], comparison: Comparison | undefined, shown: Shown) {
  const format = useFormat()
  const { range, isHourly, partition, flow, night } = shown
  const { partition: id, from, to } = comparison ?? { partition: partition.id, ...range }
  const isEnabled = comparison !== undefined
  const otherFlow = useQuery({
    ...flowQuery(id, { from, to, daysBefore: 0 }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
  const otherNight = useQuery({ ...nightFlowQuery(id, from, to), enabled: isEnabled, placeholderData: keepPreviousData })
  return useMemo(() => {
    if (!comparison || !flow || !night || !otherFlow.data || !otherNight.data) return undefined
    const { shiftDays } = comparison
    const timesOf = (rows: readonly FlowRow[], timeZone: string) =>
      rows.map(({ at, supplyLitresPerHour }) => ({ ...timeOf(at, timeZone, isHourly), value: cubic(supplyLitresPerHour) }))
    const days = (rows: readonly NightFlowRow[]) => rows.map((row) => ({ day: row.date, value: cubic(row.nightMinimumFlowLitresPerHour) }))
    const [first] = spanOf(range, partition.timeZone)
    const own = timesOf(
      flow.filter(({ at }) => Date.parse(at) / 1000 >= first),
      partition.timeZone,
    )
    const period = format.period(from, addDays(to, 1))
    const name = partitions.find((each) => each.id === id)?.name ?? id
    return {
      label: id === partition.id ? period : shiftDays === 0 ? name : `${name}, ${period}`,
      flow: alignTo(own.map(withoutValue), timesOf(otherFlow.data.rows, otherFlow.data.timeZone), shiftDays),
      nightMinima: alignTo(days(night).map(withoutValue), days(otherNight.data.rows), shiftDays),
      nights: otherNight.data.rows,
    }
  }, [comparison, flow, night, otherFlow.data, otherNight.data, isHourly, range, partition, partitions, id, from, to, format])
}

const timeOf = (at: string, timeZone: string, isHourly: boolean): At => {
  const wall = wallTextOf(Date.parse(at), timeZone)
  return { day: wall.slice(0, 10), ...(isHourly && { hour: Number(wall.slice(11, 13)) }) }
}
const withoutValue = ({ value: _, ...at }: At & { value: number | null }): At => at

type PartProps = { partition: PartitionRow; range: Range; layout: ChartLayout }

/** Pressure and temperature, where a meter of the partition measures them. */
function Conditions({ partition, range, layout }: PartProps) {
  const conditions = useQuery(conditionsQuery(partition.id, range.from, range.to))
  if (conditions.isError) return <ErrorState compact error={conditions.error} onRetry={() => conditions.refetch()} />
  if (!conditions.data) return null
  const { rows, pressureMeters, temperatureMeters } = conditions.data
  return (
    <>
      {pressureMeters.length > 0 && (
        <ConditionChart {...{ partition, range, rows, layout }} meters={pressureMeters} figure="pressureMetres" />
      )}
      {temperatureMeters.length > 0 && (
        <ConditionChart {...{ partition, range, rows, layout }} meters={temperatureMeters} figure="temperatureCelsius" />
      )}
    </>
  )
}

type ComparedMarksProps = { compared: Comparison & { label: string }; span: readonly [number, number]; onChoice: Props['onChoice'] }

/** The events of the compared days, below those of the shown ones; a chosen event leads to its days. */
function ComparedMarks({ compared: { partition, from, to, shiftDays, label }, span, onChoice }: ComparedMarksProps) {
  const marks = useQuery(marksQuery(partition, from, to))
  const shifted = useMemo(() => marks.data && { ...marks.data, rows: shiftMarks(marks.data.rows, shiftDays) }, [marks.data, shiftDays])
  if (marks.isError) return <ErrorState compact error={marks.error} onRetry={() => marks.refetch()} />
  if (!shifted) return <ChartSkeleton height={120} />
  const open = (mark: string) => onChoice({ partition, from, to, mark, with: undefined, against: undefined })
  return <MarkLanes marks={shifted} span={span} group={group} chosen={undefined} of={label} onChoose={open} />
}

type MarksProps = Omit<Props, 'partitions'> & { nights: readonly NightFlowRow[]; compared: (Comparison & { label: string }) | undefined }

function Marks({ partition, range, choice, onChoice, isReport, nights, compared }: MarksProps) {
  const { t } = useTranslation('leakage')
  const marks = useQuery(marksQuery(partition.id, range.from, range.to))
  const span = useMemo(() => spanOf(range, partition.timeZone), [range, partition.timeZone])
  if (marks.isError) return <ErrorState compact error={marks.error} onRetry={() => marks.refetch()} />
  if (!marks.data) return <ChartSkeleton height={160} />
  const chosen = marks.data.rows.find((mark) => markKey(mark) === choice.mark)
  return (
    <>
      <MarkLanes marks={marks.data} span={span} group={group} chosen={choice.mark} onChoose={(mark) => onChoice({ mark })} />
      {compared && <ComparedMarks {...{ compared, span, onChoice }} />}
      {isReport && <MarkList marks={marks.data.rows} timeZone={partition.timeZone} />}
      {!isReport && chosen && (
        <MarkDetail
          mark={chosen}
          timeZone={partition.timeZone}
          onDay={(day) => onChoice({ day })}
          onClose={() => onChoice({ mark: undefined })}
        />
      )}
      {!isReport && <NightStatistics rows={nights} markDay={chosen && dayOf(Date.parse(chosen.at), partition.timeZone)} />}
      {!isReport && choice.day === undefined && <p className="nf-small nf-dimmed">{t('investigation.clickHint')}</p>}
    </>
  )
}
