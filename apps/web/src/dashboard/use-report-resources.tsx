import {
  DailyUseRow,
  dailyUseFilter,
  exportDailyUse,
  exportGroupUse,
  exportIntervalUse,
  GroupUseRow,
  groupUseFilter,
  IntervalUseRow,
  intervalUseFilter,
  listDailyUse,
  listGroupUse,
  listIntervalUse,
} from '@nightflow/schemas/dashboard/use-reports'
import { IconDroplet, IconListDetails, IconStack2 } from '@tabler/icons-react'
import '#dashboard/use-reports.css'
import { ReadingRates } from '#dashboard/reading-rates.tsx'
import { UseChart } from '#dashboard/use-chart.tsx'
import { RateCell, ShareBar } from '#dashboard/use-figure-cells.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import type { Choice } from '#ui/resource/resource.ts'
import { listOf } from '#ui/resource/resource-of.ts'

/** Volume of each meter in an interval, below the days of the interval. */
export const intervalUse = (groups: readonly Choice[]) =>
  listOf<IntervalUseRow>({
    calls: { id: 'meterNo', row: IntervalUseRow, filter: intervalUseFilter, list: listIntervalUse, exportRows: exportIntervalUse },
    texts: 'dashboard',
    name: 'intervalUse',
    icon: IconListDetails,
    columns: [
      ...(['meterNo', 'meterName', 'meterGroupName', 'usedLitres', 'meanDailyLitres'] as const),
      ...(['maximumDailyLitres', 'daysKnown', 'daysStated', 'readingRate'] as const),
    ],
    filters: ['meterNo', ...groupFilter(groups), 'createdWithin'],
    choices: { meterGroup: groups },
    cell: {
      meterNo: ({ meterNo }) => (
        <ScreenLink screen="devices/meter" params={{ number: meterNo }} className="nf-link nf-figures">
          {meterNo}
        </ScreenLink>
      ),
      readingRate: ({ readingRate }) => <RateCell rate={readingRate} />,
    },
    Head: UseChart,
  })

/** Without the right to see groups there is nothing to choose. */
const groupFilter = (groups: readonly Choice[]): string[] => (groups.length > 0 ? ['meterGroup'] : [])

/** Water use of customers on each day, with the reading rate. */
export const dailyUse = (groups: readonly Choice[]) =>
  listOf<DailyUseRow>({
    calls: { id: 'day', row: DailyUseRow, filter: dailyUseFilter, list: listDailyUse, exportRows: exportDailyUse },
    texts: 'dashboard',
    name: 'dailyUse',
    icon: IconDroplet,
    title: ({ day }, writeDay) => writeDay(day),
    columns: ['day', 'usedLitres', 'meanMeterLitres', 'metersKnown', 'metersStated', 'meters', 'readingRate'],
    filters: [...groupFilter(groups), 'createdWithin'],
    choices: { meterGroup: groups },
    cell: { readingRate: ({ readingRate }) => <RateCell rate={readingRate} /> },
    Head: DailyHead,
  })

function DailyHead() {
  return (
    <>
      <ReadingRates />
      <UseChart />
    </>
  )
}

/** Volume of the meters of each group in an interval. */
export const groupUse = listOf<GroupUseRow>({
  calls: { id: 'meterGroupId', row: GroupUseRow, filter: groupUseFilter, list: listGroupUse, exportRows: exportGroupUse },
  texts: 'dashboard',
  name: 'groupUse',
  icon: IconStack2,
  columns: ['meterGroupName', 'meters', 'usedLitres', 'useShare', 'meanDailyLitres', 'daysStated', 'readingRate'],
  filters: ['meterGroupName', 'createdWithin'],
  cell: {
    meterGroupName: ({ meterGroupId, meterGroupName }) => (
      <ScreenLink screen="reports/daily-use" search={{ meterGroup: meterGroupId }} className="nf-link">
        {meterGroupName}
      </ScreenLink>
    ),
    useShare: ({ useShare }) => <ShareBar share={useShare} />,
    readingRate: ({ readingRate }) => <RateCell rate={readingRate} />,
  },
})
