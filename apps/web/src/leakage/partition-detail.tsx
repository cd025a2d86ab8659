import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AsOfBanner } from '#leakage/as-of-banner.tsx'
import { BalanceTable } from '#leakage/balance-table.tsx'
import { DailyTable } from '#leakage/daily-table.tsx'
import { InvestigationLink } from '#leakage/investigation/investigation-link.tsx'
import { dayComparisonQuery, flowQuery, nightFlowQuery, resolutionFor } from '#leakage/leakage-queries.ts'
import { MembersTable } from '#leakage/members-table.tsx'
import { FlowChart, KlChart, NightMinimumChart } from '#leakage/partition-charts.tsx'
import { PartitionFigures } from '#leakage/partition-figures.tsx'
import { SmallestLeak } from '#leakage/smallest-leak.tsx'
import { judgeDay } from '#leakage/threshold-status.ts'
import { useVerdictText } from '#leakage/use-verdict-text.ts'
import { daysBeforeBand } from '#ui/chart/expected-band.ts'
import { useZoomInLink } from '#ui/chart/zoom-in-link.ts'
import { type DayRangeChoice, resolveRange } from '#ui/day-range.ts'
import { DayRangePicker } from '#ui/form/day-range-picker.tsx'
import { addDays, dayOf } from '#ui/local-days.ts'
import { Page } from '#ui/page.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

type Props = {
  partition: PartitionRow
  choice: DayRangeChoice
  asOf: string | undefined
  onChoice: (choice: DayRangeChoice) => void
  onAsOf: (asOf: string | undefined) => void
  onSelect: (id: string) => void
  tools?: ReactNode
}

/** Inlets and outlets whose membership has not ended on the last day with data. */
const currentMeters = ({ summaryMeters, lastDay }: PartitionRow): number =>
  new Set(summaryMeters.filter(({ to }) => to === null || lastDay === null || to > lastDay).map(({ number }) => number)).size

/** Days before the first shown one, for the trends of its figures. */
const daysBefore = 13
/** As of then, the days of the comparison too: the service reads the log once for both. */
const daysCompared = 28

const instantOfMoment = (asOf: string | undefined): number => (asOf === undefined || /^\d+$/.test(asOf) ? Date.now() : Date.parse(asOf))

/** One partition from top to bottom: what it is and how it is doing, the pictures, the tables. */
export function PartitionDetail({ partition, choice, asOf, onChoice, onAsOf, onSelect, tools }: Props) {
  const { t } = useTranslation('leakage')
  const lastDay = partition.lastDay ?? dayOf(instantOfMoment(asOf), partition.timeZone)
  const range = useMemo(() => resolveRange(choice, lastDay), [choice, lastDay])
  useZoomInLink('partition', range, partition.timeZone)
  const nightFlow = useQuery(nightFlowQuery(partition.id, addDays(range.from, -(asOf ? daysCompared : daysBefore)), range.to, asOf))
  const rows = useMemo(() => nightFlow.data?.rows.filter(({ date }) => date >= range.from), [nightFlow.data, range.from])
  const compared = useQuery(dayComparisonQuery(partition.id, range.from, range.to, asOf))
  const verdict = judgeDay(compared.data?.comparison?.row ?? partition.latest, partition.thresholds)
  const verdictText = useVerdictText()
  const subtitle = t('detail.subtitle', {
    level: partition.level,
    summary: currentMeters(partition),
    sub: partition.subMeterCount,
    zone: partition.timeZone,
  })
  return (
    <Page
      title={partition.name}
      status={<StatusBadge meaning={verdict.meaning} label={verdictText(verdict)} />}
      subtitle={subtitle}
      tools={
        <>
          <DayRangePicker choice={choice} range={range} onChoice={onChoice} />
          {asOf === undefined && (
            <span className="nf-panel" style={{ padding: '4px 10px' }}>
              <InvestigationLink partition={partition.id} range={range} />
            </span>
          )}
          {tools}
        </>
      }
    >
      {asOf && (
        <AsOfBanner
          asOf={asOf}
          timeZone={partition.timeZone}
          leftOutEvents={nightFlow.data?.leftOutEvents}
          onLeave={() => onAsOf(undefined)}
        />
      )}
      {nightFlow.isError ? (
        <div className="nf-panel">
          <ErrorState error={nightFlow.error} onRetry={() => nightFlow.refetch()} />
        </div>
      ) : (
        <>
          <PartitionFigures rows={nightFlow.data?.rows ?? []} comparison={compared.data?.comparison} partition={partition} />
          {rows === undefined ? <ChartSkeletons /> : <Pictures partition={partition} range={range} rows={rows} asOf={asOf} />}
          <DailyTable rows={rows} partition={partition} />
          <BalanceTable partition={partition} range={range} asOf={asOf} onSelect={onSelect} />
          {asOf === undefined && <SmallestLeak partition={partition.id} />}
          {asOf === undefined && <MembersTable key={partition.id} partition={partition} />}
        </>
      )}
    </Page>
  )
}

type PicturesProps = {
  partition: PartitionRow
  range: { from: string; to: string }
  rows: Parameters<typeof KlChart>[0]['rows']
  asOf: string | undefined
}

function Pictures({ partition, range, rows, asOf }: PicturesProps) {
  const resolution = resolutionFor(range.from, range.to)
  const daysBefore = resolution === 'month' ? 0 : daysBeforeBand
  const flow = useQuery(flowQuery(partition.id, { ...range, daysBefore }, asOf))
  return (
    <>
      {flow.isError ? (
        <div className="nf-panel">
          <ErrorState compact error={flow.error} onRetry={() => flow.refetch()} />
        </div>
      ) : flow.data ? (
        <FlowChart partition={partition} range={range} flow={flow.data.rows} rows={rows} isHourly={resolution === 'hour'} />
      ) : (
        <ChartSkeleton height={340} />
      )}
      <NightMinimumChart partition={partition} range={range} rows={rows} />
      <KlChart partition={partition} range={range} rows={rows} />
    </>
  )
}

function ChartSkeletons() {
  return (
    <>
      <ChartSkeleton height={340} />
      <ChartSkeleton height={240} />
      <ChartSkeleton height={220} />
    </>
  )
}
