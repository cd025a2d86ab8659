import type { AnyReport } from '@nightflow/schemas/shared/report'
import type { ReportName } from '@nightflow/schemas/shared/report-names'
import type { AnyRow } from '@nightflow/schemas/shared/resource'
import type { ReactNode } from 'react'
import { TrendCell } from '#alarms/trend-cell.tsx'
import { RateCell, ShareBar, ShareCell } from '#dashboard/use-figure-cells.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import type { Resource } from '#ui/resource/resource.ts'
import { useFormat } from '#ui/use-format.ts'
import { SourceLink } from './source-link.tsx'

type Cell = (row: AnyRow) => ReactNode

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Cells that only some reports have. */
const ownCells: Partial<Record<ReportName, Readonly<Record<string, Cell>>>> = {
  nationalReport: { value: (row) => <RegulatorValue row={row} /> },
  cascadeAlarms: {
    pointName: ({ pointName, partitionId }) => (
      <ScreenLink screen="leakage/index" search={{ partition: partitionId }} className="nf-link">
        {textIn(pointName)}
      </ScreenLink>
    ),
    value: ({ value, unit }) => <AlarmFigure figure={value} unit={unit} />,
    threshold: ({ threshold, unit }) => <AlarmFigure figure={threshold} unit={unit} />,
    trend: ({ alarmId }) => <TrendCell id={Number(alarmId)} />,
  },
  cascadeStatistics: { leakageRate: ({ leakageRate }) => <ShareCell share={numberIn(leakageRate)} /> },
  salesDifference: {
    differenceRate: ({ differenceRate }) => <ShareCell share={numberIn(differenceRate)} />,
    metersBilled: ({ metersBilled, partitionId, periodFrom, periodTo }) => (
      <ScreenLink
        screen="reports/sales-bills"
        search={{ partitionId, beginTime: periodFrom, endTime: periodTo }}
        className="nf-link nf-figures"
      >
        {String(metersBilled)}
      </ScreenLink>
    ),
  },
}

/** Shares are percentages; the first column leads to what the row was computed from. */
export const cellsOf = (report: AnyReport): NonNullable<Resource<AnyRow>['cell']> => {
  const [first] = report.columns
  const shares = report.columns.flatMap((name): [string, Cell][] => {
    if (name.endsWith('Rate')) return [[name, (row) => <RateCell rate={numberIn(row[name])} />]]
    if (name === 'useShare') return [[name, (row) => <ShareBar share={numberIn(row[name])} />]]
    return name.endsWith('Share') ? [[name, (row) => <ShareCell share={numberIn(row[name])} />]] : []
  })
  return {
    ...Object.fromEntries(shares),
    ...(first !== undefined && { [first]: (row: AnyRow) => <SourceLink report={report} row={row} field={first} /> }),
    ...ownCells[report.name as ReportName],
  }
}

/** A figure of a regulator in its unit, which is in a column of its own. */
function RegulatorValue({ row: { value, unit } }: { row: AnyRow }) {
  const { number, share } = useFormat()
  const known = numberIn(value)
  if (known === null) return '–'
  return <span className="nf-figures">{unit === 'share' ? share(known, 2) : number(known, 3)}</span>
}

/** A figure of an alarm in its unit, which is in a column of its own. A ratio is small. */
function AlarmFigure({ figure, unit }: { figure: unknown; unit: unknown }) {
  const { number } = useFormat()
  const known = numberIn(figure)
  return known === null ? '–' : <span className="nf-figures">{number(known, unit === 'ratio' ? 2 : 1)}</span>
}
