import { Drawer, Stack } from '@mantine/core'
import { alarmRuleCommands, listAlarmRuleHistory } from '@nightflow/schemas/alarms/alarm-rule-calls'
import { hasThreshold, ruleMeasures } from '@nightflow/schemas/alarms/rule-measures'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AlarmRuleForm } from '#alarms/alarm-rule-form.tsx'
import { BuiltInRules } from '#alarms/built-in-rules.tsx'
import { MinutesText } from '#alarms/minutes-text.tsx'
import { RuleSentence } from '#alarms/rule-sentence.tsx'
import { TestOnHistory } from '#alarms/test-on-history.tsx'
import { useAlarmFigures } from '#alarms/use-alarm-figures.ts'
import { useRuleChoices } from '#alarms/use-rule-choices.ts'
import { call } from '#api/call.ts'
import { RowHistory } from '#shell/row-history.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

const words = { texts: 'alarms', name: 'alarmRule', calls: {} }
const calls = resourceCalls.alarmRules
type Rule = Parameters<typeof RuleSentence>[0]['rule']

export const Screen = screenOf(
  resourceOf(
    resources.alarmRules,
    { ...resourceCalls.alarmRules, commands: alarmRuleCommands.list },
    {
      requestId: 'ruleId',
      useChoices: useRuleChoices,
      FormAside: AlarmRuleForm,
      Head: BuiltInRules,
      drawer: { name: 'rule', Drawer: RuleDrawer },
      cell: {
        threshold: (row) => <Threshold rule={row} />,
        raised: (row) => <Raised ruleId={row.ruleId} raised={row.raised} />,
        minutesToAnswer: (row) => <MinutesText minutes={row.minutesToAnswer} />,
      },
      related: [['alarm-rule-history'], ['built-in-rules']],
    },
  ),
)

function Threshold({ rule: { eventType, threshold } }: { rule: Pick<Rule, 'eventType' | 'threshold'> }) {
  const figures = useAlarmFigures()({ eventType, unit: ruleMeasures[eventType].unit, value: null, threshold })
  if (!hasThreshold(eventType) || figures.threshold === null) return '–'
  return (
    <span className="nf-figures nf-nowrap">
      {ruleMeasures[eventType].isBelow ? '<' : '>'} {figures.threshold} {figures.unit}
    </span>
  )
}

function Raised({ ruleId, raised }: { ruleId: string; raised: number }) {
  const format = useFormat()
  if (raised === 0) return format.number(0)
  return (
    <ScreenLink screen="alarms/index" search={{ ruleId }} className="nf-link">
      {format.number(raised)}
    </ScreenLink>
  )
}

/** A rule beside the list: its sentence, its test on history and its changes. */
function RuleDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('shared')
  const alarmRuleId = Number(id)
  const rule = useQuery({
    queryKey: [calls.list.path, 'one', alarmRuleId],
    queryFn: ({ signal }) => call(calls.find, { alarmRuleId }, signal),
    enabled: Number.isSafeInteger(alarmRuleId),
  })
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size={560}
      title={rule.data?.ruleName}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {rule.isError && <ErrorState error={rule.error} onRetry={() => rule.refetch()} compact />}
      {rule.data && (
        <Stack gap="md">
          <RuleSentence rule={rule.data} />
          <TestOnHistory rule={rule.data} />
          <RowHistory
            resource={words}
            endpoint={listAlarmRuleHistory}
            queryKey={['alarm-rule-history', alarmRuleId]}
            of={{ alarmRuleId }}
          />
        </Stack>
      )}
    </Drawer>
  )
}
