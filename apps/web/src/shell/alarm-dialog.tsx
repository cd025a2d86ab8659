import { Modal } from '@mantine/core'
import type { NoticeItem } from '@nightflow/schemas/alarms/endpoints'
import { useTranslation } from 'react-i18next'
import { AlarmFacts } from '#shell/alarm-facts.tsx'
import { useAlarmLabel } from '#shell/use-alarm-label.ts'

/** One alarm with what its meter last said. */
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
      {item && <AlarmFacts id={item.alarmProcessedId} onLeave={onClose} />}
    </Modal>
  )
}
