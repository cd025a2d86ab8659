import { AlarmDrawer } from '#alarms/alarm-drawer.tsx'
import { alarmResource } from '#alarms/alarm-resource.tsx'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'

/** The alarm's details are beside the list; they name the resource themselves, so they are added here. */
const resource = { ...alarmResource, drawer: { name: 'alarm', Drawer: AlarmDrawer } }

/** The record of alarms: found, looked into, and answered one by one or many at once. */
export function AlarmsScreen({ search, onSearch }: ScreenProps) {
  return <ResourceScreen resource={resource} search={search} onSearch={onSearch} />
}
