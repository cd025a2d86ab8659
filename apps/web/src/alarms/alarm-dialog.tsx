import { Modal } from '@mantine/core'
import type { NoticeItem } from '@nightflow/schemas/alarms/endpoints'
import { useTranslation } from 'react-i18next'
import { AlarmDetail } from '#alarms/alarm-detail.tsx'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'

/** One alarm, opened from the bell. */
export function AlarmDialog({ item, onClose }: { item: NoticeItem | undefined; onClose: () => void }) {
  const { t } = useTranslation('shell')
  const labelOf = useAlarmLabel()
  return (
    <Modal
      opened={item !== undefined}
      onClose={onClose}
      title={item ? labelOf(item.eventType) : ''}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('alarm.close') }}
    >
      {item && <AlarmDetail id={item.alarmProcessedId} onLeave={onClose} />}
    </Modal>
  )
}
