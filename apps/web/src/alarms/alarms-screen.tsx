import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import { useMemo } from 'react'
import { AlarmDrawer } from '#alarms/alarm-drawer.tsx'
import { alarmResource } from '#alarms/alarm-resource.tsx'
import type { Resource } from '#ui/resource/resource.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'

type Props = ScreenProps &
  Pick<Resource<AlarmRow>, 'selectionTools'> & {
    /** The details of an alarm. */
    Drawer?: NonNullable<Resource<AlarmRow>['drawer']>['Drawer']
  }

/** The record of alarms: found, looked into, and answered one by one or many at once. */
export function AlarmsScreen({ search, onSearch, selectionTools, Drawer = AlarmDrawer }: Props) {
  // The alarm's details are beside the list; they name the resource themselves, so they are added here.
  const resource = useMemo(
    () => ({ ...alarmResource, drawer: { name: 'alarm', Drawer }, ...(selectionTools && { selectionTools }) }),
    [selectionTools, Drawer],
  )
  return <ResourceScreen resource={resource} search={search} onSearch={onSearch} />
}
