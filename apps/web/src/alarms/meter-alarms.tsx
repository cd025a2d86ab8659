import { Text } from '@mantine/core'
import { listAlarms } from '@nightflow/schemas/alarms/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'

const shownMax = 10

/** The latest alarms of one meter, with the way to each. */
export function MeterAlarms({ number }: { number: string }) {
  const { t } = useTranslation('alarms')
  const { timeZone } = useSession()
  const labelOf = useAlarmLabel()
  const alarms = useQuery({
    queryKey: [listAlarms.path, 'meter', number],
    queryFn: ({ signal }) => call(listAlarms, { meterNo: number, pageSize: shownMax }, signal),
  })
  // The filter finds parts of a number.
  const rows = alarms.data?.rows.filter(({ meterNo }) => meterNo === number) ?? []
  if (rows.length === 0) return null
  return (
    <section className="nf-panel" aria-label={t('ofMeter')}>
      <div className="nf-panel-head">
        <Text component="h2" className="nf-panel-title" px="sm" py={6}>
          {t('ofMeter')}
        </Text>
      </div>
      <div className="nf-history-panel">
        <ul className="nf-history">
          {rows.map(({ alarmProcessedId, alarmTime, eventType, alarmStatus }) => (
            <li key={alarmProcessedId}>
              <InstantText at={alarmTime} timeZone={timeZone} />{' '}
              <ScreenLink screen="alarms/index" search={{ alarm: alarmProcessedId }} className="nf-link">
                {labelOf(eventType)}
              </ScreenLink>{' '}
              <span className="nf-dimmed">{t(`status.${alarmStatus}`)}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
