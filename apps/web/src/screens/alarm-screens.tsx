import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import type { ComponentProps } from 'react'
import { AlarmDrawer } from '#alarms/alarm-drawer.tsx'
import { AlarmsScreen } from '#alarms/alarms-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { CaseFromAlarm } from '#work-orders/case-from-alarm.tsx'
import { orderFromAlarms } from '#work-orders/order-from-alarms.tsx'

/** Screens are put together here: contexts do not know one another. */

const caseOf = (alarm: AlarmRow) => <CaseFromAlarm alarm={alarm} />

function AlarmBeside(props: ComponentProps<typeof AlarmDrawer>) {
  return <AlarmDrawer {...props} tool={caseOf} />
}

export function Alarms(props: ScreenProps) {
  return <AlarmsScreen {...props} selectionTools={orderFromAlarms} Drawer={AlarmBeside} />
}
