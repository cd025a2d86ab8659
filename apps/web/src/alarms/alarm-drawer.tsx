import { Drawer } from '@mantine/core'
import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AlarmDetail, alarmQuery } from '#alarms/alarm-detail.tsx'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'

type Props = { id: string | undefined; onClose: () => void; tool?: ((alarm: AlarmRow) => ReactNode) | undefined }

/** One alarm beside the list. */
export function AlarmDrawer({ id: said, onClose, tool }: Props) {
  const id = said === undefined ? undefined : Number(said)
  const { t } = useTranslation('alarms')
  const shared = useTranslation('shared').t
  const labelOf = useAlarmLabel()
  const alarm = useQuery({ ...alarmQuery(id ?? 0), enabled: id !== undefined }).data
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size={560}
      title={alarm ? labelOf(alarm.eventType) : t('alarm.title')}
      closeButtonProps={{ 'aria-label': shared('action.close') }}
    >
      {id !== undefined && <AlarmDetail id={id} onLeave={onClose} tool={tool} />}
    </Drawer>
  )
}
