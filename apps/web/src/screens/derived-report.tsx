import { reports } from '@nightflow/schemas/reports'
import type { AnyReport } from '@nightflow/schemas/shared/report'
import type { ReportName } from '@nightflow/schemas/shared/report-names'
import type { AnyRow } from '@nightflow/schemas/shared/resource'
import { type ComponentType, createContext, type ReactNode, useContext, useMemo } from 'react'
import { ReadingRates } from '#dashboard/reading-rates.tsx'
import { RateCell, ShareBar, ShareCell } from '#dashboard/use-figure-cells.tsx'
import { ScheduleReportTool } from '#platform/schedule-report-tool.tsx'
import { iconOf } from '#ui/icons.ts'
import { ReportChart } from '#ui/report/report-chart.tsx'
import type { Choice, ListCalls, Resource } from '#ui/resource/resource.ts'
import { listOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMeterLists } from '#ui/use-meter-lists.ts'
import { CaseFigures } from '#work-orders/case-figures.tsx'
import { usePartitionChoices } from '#work-orders/use-partition-choices.ts'
import { SourceLink } from './source-link.tsx'

/** Figures over the chart of a report. */
const heads: Partial<Record<ReportName, ComponentType>> = { dailyUse: ReadingRates, readingRates: ReadingRates, caseReport: CaseFigures }

type Choices = Readonly<Record<string, readonly Choice[]>>
type Calls = ListCalls<AnyRow>

const isListCall = (call: AnyReport['calls']['list']): call is Calls['list'] => call.envelope === 'rows'
const isTotalsCall = (call: AnyReport['calls']['totals']): call is NonNullable<Calls['totals']> => call.path.endsWith('/totals')

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Shares are percentages; the first column leads to what the row was computed from. */
const cellsOf = (report: AnyReport): NonNullable<Resource<AnyRow>['cell']> => {
  const [first] = report.columns
  const shares = report.columns.flatMap((name): [string, (row: AnyRow) => ReactNode][] => {
    if (name.endsWith('Rate')) return [[name, (row) => <RateCell rate={numberIn(row[name])} />]]
    if (name === 'useShare') return [[name, (row) => <ShareBar share={numberIn(row[name])} />]]
    return name.endsWith('Share') ? [[name, (row) => <ShareCell share={numberIn(row[name])} />]] : []
  })
  return {
    ...Object.fromEntries(shares),
    ...(first !== undefined && { [first]: (row: AnyRow) => <SourceLink report={report} row={row} field={first} /> }),
    ...(report.name === 'nationalReport' && { value: (row: AnyRow) => <RegulatorValue row={row} /> }),
  }
}

/** A figure of a regulator in its unit, which is in a column of its own. */
function RegulatorValue({ row: { value, unit } }: { row: AnyRow }) {
  const { number, share } = useFormat()
  const known = numberIn(value)
  if (known === null) return '–'
  return <span className="nf-figures">{unit === 'share' ? share(known, 2) : number(known, 3)}</span>
}

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
