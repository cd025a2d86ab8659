import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AlarmDetailAnswer } from '#alarms/alarm-facts.tsx'
import { useAlarmFigures } from '#alarms/use-alarm-figures.ts'
import { useSession } from '#session/session-query.ts'
import { InstantText } from '#ui/instant.tsx'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'

/** The further conditions that belong to an alarm, such as those of the superior partition. */
export function AlarmCauses({ alarm: { causes } }: { alarm: AlarmDetailAnswer }) {
  const { t } = useTranslation('alarms')
  const { timeZone } = useSession()
  const labelOf = useAlarmLabel()
  const figuresOf = useAlarmFigures()
  if (causes.length === 0) return null
  return (
    <>
      <Text component="h3" className="nf-panel-title" mt="md" mb={4}>
        {t('causes.title')}
      </Text>
      <ul className="nf-history">
        {causes.map((cause) => {
          const { value, threshold, unit } = figuresOf(cause)
          return (
            <li key={`${cause.eventType}/${cause.subject}`}>
              <InstantText at={cause.occurredAt} timeZone={timeZone} /> · {labelOf(cause.eventType)} · {cause.pointName}
              {value !== null && ` · ${value} ${unit}`.trimEnd()}
              {threshold !== null && <span className="nf-dimmed"> / {threshold}</span>}
            </li>
          )
        })}
      </ul>
    </>
  )
}
