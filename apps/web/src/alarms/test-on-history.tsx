import { Button, Group, Stack, Text } from '@mantine/core'
import type { AlarmRuleValues } from '@nightflow/schemas/alarms/alarm-rule'
import { testAlarmRule } from '@nightflow/schemas/alarms/test-rule'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import { useSession } from '#session/session-query.ts'
import { InstantText } from '#ui/instant.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'

type Rule = Omit<AlarmRuleValues, 'ruleId' | 'ruleName'>
const days = 30
const listedMax = 8

/** The alarms that a rule would have raised, before it is saved. Another value in the form makes the answer void. */
export function TestOnHistory({ rule }: { rule: Rule }) {
  const { t } = useTranslation('alarms')
  const mayDo = useMayDo()
  const problemText = useProblemText()
  const tested = useMutation({ mutationFn: (draft: Rule) => call(testAlarmRule, { ...requestOf(draft), days }) })
  if (!mayDo(testAlarmRule)) return null
  const isCurrent = JSON.stringify(requestOf(rule)) === JSON.stringify(tested.variables && requestOf(tested.variables))
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button size="xs" variant="default" loading={tested.isPending} onClick={() => tested.mutate(rule)}>
          {t('test.run', { count: days })}
        </Button>
      </Group>
      {tested.isError && isCurrent && (
        <Text size="sm" c="var(--nf-alarm-text)" role="alert">
          {problemText(tested.error)}
        </Text>
      )}
      {tested.data && isCurrent && <Answer answer={tested.data} />}
    </Stack>
  )
}

const requestOf = (rule: Rule) => {
  const { eventType, severity, meterNo, meterGroupId, partitionId, accountNo, threshold, clearAt, delayMinutes } = rule
  const { isAutoCleared, weekdays, fromHour, toHour, suppressions, status, remark } = rule
  return {
    ...{ eventType, severity, meterNo, meterGroupId, partitionId, accountNo, threshold, clearAt, delayMinutes },
    ...{ isAutoCleared, weekdays, fromHour, toHour, suppressions, status, remark },
  }
}

function Answer({ answer }: { answer: ResponseOf<typeof testAlarmRule> }) {
  const { t } = useTranslation('alarms')
  const format = useFormat()
  const { timeZone } = useSession()
  const { alarms, subjects, repeated, tested, isCut, isOfNow, listed } = answer
  const figures = { days: answer.days, subjects: format.number(subjects), repeated: format.number(repeated) }
  return (
    <Stack gap={4} role="status" data-tested-alarms={alarms}>
      <Text size="sm" fw={600}>
        {isOfNow ? t('test.now', { count: alarms }) : t('test.answer', { count: alarms, ...figures })}
      </Text>
      <Text size="xs" c="dimmed">
        {t(isCut ? 'test.cut' : 'test.tested', { count: tested })}
      </Text>
      <ul className="nf-history">
        {listed.slice(0, listedMax).map(({ subject, pointName, raisedAt, clearedAt, value }) => (
          <li key={`${subject}/${raisedAt}`}>
            <InstantText at={raisedAt} timeZone={timeZone} /> · {pointName} · {format.number(value, 2)}
            {clearedAt === null && ` · ${t('test.open')}`}
          </li>
        ))}
      </ul>
    </Stack>
  )
}
