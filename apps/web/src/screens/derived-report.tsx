import { reports } from '@nightflow/schemas/reports'
import type { AnyReport } from '@nightflow/schemas/shared/report'
import type { ReportName } from '@nightflow/schemas/shared/report-names'
import type { AnyRow } from '@nightflow/schemas/shared/resource'
import { type ComponentType, createContext, useContext, useMemo } from 'react'
import { CascadeAnalysisTabs, CascadeStatisticsTabs } from '#alarms/cascade-tabs.tsx'
import { ReadingRates } from '#dashboard/reading-rates.tsx'
import { ScheduleReportTool } from '#platform/schedule-report-tool.tsx'
import { iconOf } from '#ui/icons.ts'
import { ReportChart } from '#ui/report/report-chart.tsx'
import type { Choice, ListCalls, Resource } from '#ui/resource/resource.ts'
import { listOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useMeterLists } from '#ui/use-meter-lists.ts'
import { CaseFigures } from '#work-orders/case-figures.tsx'
import { usePartitionChoices } from '#work-orders/use-partition-choices.ts'
import { cellsOf } from './report-cells.tsx'

/** Figures over the chart of a report. */
const heads: Partial<Record<ReportName, ComponentType>> = {
  dailyUse: ReadingRates,
  readingRates: ReadingRates,
  caseReport: CaseFigures,
  cascadeAlarms: CascadeAnalysisTabs,
  cascadeStatistics: CascadeStatisticsTabs,
}

type Choices = Readonly<Record<string, readonly Choice[]>>
type Calls = ListCalls<AnyRow>

const isListCall = (call: AnyReport['calls']['list']): call is Calls['list'] => call.envelope === 'rows'
const isTotalsCall = (call: AnyReport['calls']['totals']): call is NonNullable<Calls['totals']> => call.path.endsWith('/totals')

const resourceOf = (report: AnyReport, choices: Choices): Resource<AnyRow> | undefined => {
  const { list, exportRows, totals } = report.calls
  if (!isListCall(list)) return undefined
  // A person who may not see the choices of a filter has nothing to choose from.
  const filters = report.filters.filter((field) => choices[field] === undefined || choices[field].length > 0)
  return listOf<AnyRow>({
    calls: {
      ...{ id: report.id, row: report.row, filter: report.filter, list, exportRows, dictionaries: report.dictionaries ?? {} },
      ...(report.totals && isTotalsCall(totals) && { totals }),
    },
    texts: report.texts,
    name: report.name,
    icon: iconOf(report.menu.icon),
    columns: report.columns,
    ...(report.onPhone && { onPhone: report.onPhone }),
    filters: [...filters, 'createdWithin'],
    choices: Object.fromEntries(Object.entries(choices).filter(([field]) => field in report.filter)),
    cell: cellsOf(report),
    Head: ReportHead,
    Tools: ReportTools,
  })
}

/** The report whose screen is shown, for the parts of the list that take no properties. */
const ReportContext = createContext<ReportName>('dailyUse')

function ReportHead() {
  const name = useContext(ReportContext)
  const Figures = heads[name]
  return (
    <>
      {Figures && <Figures />}
      <ReportChart report={reports[name]} />
    </>
  )
}

function ReportTools() {
  return <ScheduleReportTool name={useContext(ReportContext)} />
}

function ReportScreen({ name, search, onSearch }: Pick<ScreenProps, 'search' | 'onSearch'> & { name: ReportName }) {
  const { groups } = useMeterLists()
  const partitions = usePartitionChoices()
  const resource = useMemo(() => resourceOf(reports[name], { meterGroup: groups, partitionId: partitions }), [name, groups, partitions])
  return (
    <ReportContext.Provider value={name}>
      {resource && <ResourceScreen resource={resource} search={search} onSearch={onSearch} />}
    </ReportContext.Provider>
  )
}

/** The screen of a report, from its declaration alone. */
export const derivedReport =
  (name: ReportName): ComponentType<ScreenProps> =>
  ({ search, onSearch }) => <ReportScreen name={name} search={search} onSearch={onSearch} />
