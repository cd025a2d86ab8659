import { AlarmRow, alarmDictionaries, alarmFilter } from '@nightflow/schemas/alarms/alarm'
import { alarmCommands } from '@nightflow/schemas/alarms/alarm-lifecycle'
import { exportAlarms, listAlarms } from '@nightflow/schemas/alarms/endpoints'
import { IconBell } from '@tabler/icons-react'
import { noticesQuery } from '#alarms/bell-queries.ts'
import { TrendCell } from '#alarms/trend-cell.tsx'
import { useAlarmFigures } from '#alarms/use-alarm-figures.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { listOf } from '#ui/resource/resource-of.ts'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'

export const alarmResource = listOf({
  calls: {
    id: 'alarmProcessedId',
    row: AlarmRow,
    filter: alarmFilter,
    dictionaries: alarmDictionaries,
    list: listAlarms,
    exportRows: exportAlarms,
    commands: alarmCommands.list,
  },
  texts: 'alarms',
  name: 'alarm',
  icon: IconBell,
  title: (row) => row.meterNo || row.pointName,
  columns: ['eventType', 'alarmStatus', 'severity', 'pointName', 'value', 'causeCount', 'alarmTime', 'processedBy', 'note'],
  onPhone: ['eventType', 'pointName', 'value', 'alarmStatus'],
  moreColumns: ['alarmType', 'meterNo', 'createTime', 'processedTime', 'clearedTime', 'escalatedTime', 'alarmProcessedId'],
  tabs: 'alarmType',
  filters: ['alarmStatus', 'eventType', 'severity', 'meterNo', 'createdWithin'],
  cell: { pointName: (row) => <Concerned alarm={row} />, value: (row) => <MeasuredWithTrend alarm={row} /> },
  nameInList: ({ row }) => <Named alarm={row} />,
  related: [['alarm'], noticesQuery.queryKey],
  refreshSeconds: 60,
})

/** The event and what it concerns. */
function Named({ alarm: { eventType, meterNo, pointName } }: { alarm: AlarmRow }) {
  return `${useAlarmLabel()(eventType)} · ${meterNo || pointName}`
}

/** The meter, partition or gateway, and the way to it. */
function Concerned({ alarm: { meterNo, partition, pointName } }: { alarm: AlarmRow }) {
  if (partition !== null)
    return (
      <ScreenLink screen="leakage/index" search={{ partition }} className="nf-link">
        {pointName}
      </ScreenLink>
    )
  if (meterNo === '') return pointName
  return (
    <>
      <ScreenLink screen="devices/meter" params={{ number: meterNo }} className="nf-link nf-figures">
        {meterNo}
      </ScreenLink>
      {pointName !== meterNo && <span className="nf-dimmed"> {pointName}</span>}
    </>
  )
}

function MeasuredWithTrend({ alarm }: { alarm: AlarmRow }) {
  return (
    <span className="nf-nowrap">
      <Measured alarm={alarm} /> <TrendCell id={alarm.alarmProcessedId} />
    </span>
  )
}

/** The measured value, and the threshold that it crossed. */
function Measured({ alarm }: { alarm: AlarmRow }) {
  const figuresOf = useAlarmFigures()
  const { value, threshold, unit } = figuresOf(alarm)
  if (value === null) return '–'
  return (
    <span className="nf-figures nf-nowrap">
      {value} {unit}
      {threshold !== null && <span className="nf-dimmed"> / {threshold}</span>}
    </span>
  )
}
