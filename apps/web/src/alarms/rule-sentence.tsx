import { Text } from '@mantine/core'
import type { AlarmRuleValues } from '@nightflow/schemas/alarms/alarm-rule'
import { ruleMeasures } from '@nightflow/schemas/alarms/rule-measures'
import { useTranslation } from 'react-i18next'
import { useAlarmFigures } from '#alarms/use-alarm-figures.ts'
import { useRuleChoices } from '#alarms/use-rule-choices.ts'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'
import { useFormat } from '#ui/use-format.ts'

type Rule = Omit<AlarmRuleValues, 'ruleId' | 'ruleName'>
const scopes = ['meterNo', 'meterGroupId', 'partitionId', 'accountNo'] as const

/** A rule in plain sentences: what raises its alarm, where, when, how it ends, and to whom it goes. */
export function RuleSentence({ rule }: { rule: Rule }) {
  const { t } = useTranslation('alarms')
  const format = useFormat()
  const labelOf = useAlarmLabel()
  const figuresOf = useAlarmFigures()
  const choices = useRuleChoices()
  const { eventType, threshold, clearAt, delayMinutes, weekdays, fromHour, toHour, suppressions, recipients, escalateMinutes } = rule
  const { unit, isBelow } = ruleMeasures[eventType]
  const written = (value: number | null): string => {
    const figures = figuresOf({ eventType, unit, value: null, threshold: value })
    return `${figures.threshold ?? '…'} ${figures.unit}`.trim()
  }
  const namesOf = (name: 'recipients' | 'escalateTo'): string =>
    format.list(rule[name].map((userId) => choices[name].choices.find(({ value }) => value === userId)?.label ?? String(userId)))
  const scope = scopes.find((name) => rule[name] !== null)
  const known = { meterGroupId: choices.meterGroupId.choices, partitionId: choices.partitionId.choices, meterNo: [], accountNo: [] }
  const place = scope && (known[scope].find(({ value }) => value === rule[scope])?.label ?? String(rule[scope]))
  const sentences = [
    unit === null
      ? t('sentence.event', { event: labelOf(eventType) })
      : t(`sentence.${isBelow ? 'below' : 'above'}`, { event: labelOf(eventType), threshold: written(threshold) }),
    scope ? t(`sentence.at.${scope}`, { name: place }) : t('sentence.at.everywhere'),
    delayMinutes > 0 && t('sentence.delay', { minutes: format.number(delayMinutes) }),
    (weekdays.length > 0 || fromHour !== 0 || toHour !== 24) &&
      t('sentence.schedule', {
        days: weekdays.length > 0 ? format.list(weekdays.map((day) => t(`weekday.${day}`))) : t('sentence.everyDay'),
        from: fromHour,
        to: toHour,
      }),
    suppressions.length > 0 && t('sentence.suppressed', { count: suppressions.length }),
    unit === null
      ? t(rule.isAutoCleared ? 'sentence.ends' : 'sentence.stays')
      : t(rule.isAutoCleared ? 'sentence.endsAt' : 'sentence.stays', { value: written(clearAt ?? threshold) }),
    recipients.length > 0 && t('sentence.recipients', { people: namesOf('recipients') }),
    escalateMinutes !== null && t('sentence.escalates', { minutes: format.number(escalateMinutes), people: namesOf('escalateTo') }),
  ].filter((sentence) => sentence !== false)
  return (
    <Text size="sm" data-rule-sentence>
      {sentences.join(' ')}
    </Text>
  )
}
