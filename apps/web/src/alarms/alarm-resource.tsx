import { AlarmRow, alarmDictionaries, alarmFilter } from '@nightflow/schemas/alarms/alarm'
import { exportAlarms, listAlarms } from '@nightflow/schemas/alarms/endpoints'
import { IconBell, IconBellOff, IconCircleCheck, IconPlayerPlay } from '@tabler/icons-react'
import { AnswerAlarmDialog } from '#alarms/answer-alarm-dialog.tsx'
import { useAlarmFigures } from '#alarms/use-alarm-figures.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { defineResource } from '#ui/resource-screen.tsx'

export const isOpen = ({ alarmStatus }: Pick<AlarmRow, 'alarmStatus'>): boolean => alarmStatus === '0' || alarmStatus === '1'

type DialogProps = { row: AlarmRow; onClose: () => void }
const StartDialog = ({ row, onClose }: DialogProps) => <AnswerAlarmDialog alarms={[row]} answer="start" onClose={onClose} />
const FinishDialog = ({ row, onClose }: DialogProps) => <AnswerAlarmDialog alarms={[row]} answer="finish" onClose={onClose} />
const IgnoreDialog = ({ row, onClose }: DialogProps) => <AnswerAlarmDialog alarms={[row]} answer="ignore" onClose={onClose} />
const permission = 'alarms:alarm:process'

export const alarmResource = defineResource({
  calls: {
    id: 'alarmProcessedId',
    row: AlarmRow,
    filter: alarmFilter,
    dictionaries: alarmDictionaries,
    list: listAlarms,
    exportRows: exportAlarms,
  },
  texts: 'alarms',
  name: 'alarm',
  icon: IconBell,
  title: (row) => row.meterNo || row.pointName,
  columns: ['eventType', 'alarmStatus', 'pointName', 'value', 'alarmTime', 'processedBy', 'note'],
  moreColumns: ['alarmType', 'meterNo', 'createTime', 'processedTime', 'alarmProcessedId'],
  unsortable: ['pointName', 'value', 'alarmType', 'processedBy', 'processedTime', 'note'],
  filters: ['alarmStatus', 'eventType', 'alarmType', 'meterNo', 'createdWithin'],
  cell: { pointName: (row) => <Concerned alarm={row} />, value: (row) => <Measured alarm={row} /> },
  commands: [
    { name: 'start', icon: IconPlayerPlay, permission, isOffered: ({ alarmStatus }) => alarmStatus === '0', Dialog: StartDialog },
    { name: 'finish', icon: IconCircleCheck, permission, isOffered: isOpen, Dialog: FinishDialog },
    { name: 'ignore', icon: IconBellOff, permission, isOffered: isOpen, Dialog: IgnoreDialog },
  ],
})

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

/** What was measured, and the threshold that it crossed. */
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
