import { Text } from '@mantine/core'
import { listAlarmHistory } from '@nightflow/schemas/alarms/endpoints'
import { useTranslation } from 'react-i18next'
import type { AlarmDetailAnswer } from '#alarms/alarm-facts.tsx'
import { alarmResource } from '#alarms/alarm-resource.tsx'
import { useAlarmFigures } from '#alarms/use-alarm-figures.ts'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { useEventLink } from '#shell/use-event-link.tsx'
import { HistoryList } from '#ui/form/history-list.tsx'
import { InstantText } from '#ui/instant.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { useFurtherPages } from '#ui/use-further-pages.ts'

/** The history of an alarm as sentences, and the other alarms of the same condition. */
export function AlarmHistory({ alarm }: { alarm: AlarmDetailAnswer }) {
  const { t } = useTranslation('alarms')
  const { timeZone } = useSession()
  const eventLink = useEventLink()
  const figuresOf = useAlarmFigures()
  const { alarmProcessedId } = alarm
  const history = useFurtherPages({
    key: ['alarm', alarmProcessedId, 'history'],
    first: { rows: alarm.history, next: alarm.historyNext },
    load: (after, signal) => call(listAlarmHistory, { alarmProcessedId, after }, signal),
  })
  return (
    <>
      <Text component="h3" className="nf-panel-title" mt="md" mb={4}>
        {t('history.title')}
      </Text>
      <HistoryList resource={alarmResource} history={history.rows} eventLink={eventLink} />
      <LoadMore pages={history.pages} />
      {alarm.others.length > 0 && (
        <>
          <Text component="h3" className="nf-panel-title" mt="md" mb={4}>
            {t('others.title')}
          </Text>
          <ul className="nf-history">
            {alarm.others.map((other) => {
              const { value, unit } = figuresOf({ ...alarm, ...other })
              return (
                <li key={other.alarmProcessedId}>
                  <InstantText at={other.alarmTime} timeZone={timeZone} /> {t(`status.${other.alarmStatus}`)}
                  {value !== null && ` · ${value} ${unit}`.trimEnd()}
                </li>
              )
            })}
          </ul>
        </>
      )}
    </>
  )
}
