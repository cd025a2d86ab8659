import { Stack } from '@mantine/core'
import { alarmRules } from '@nightflow/schemas/alarms/alarm-rule'
import type { AnyRow } from '@nightflow/schemas/shared/resource'
import { RuleSentence } from '#alarms/rule-sentence.tsx'
import { TestOnHistory } from '#alarms/test-on-history.tsx'

/** Beside the fields of a rule: a sentence that says what the rule does, and its test on history. */
export function AlarmRuleForm({ request }: { request: AnyRow | undefined }) {
  const parsed = alarmRules.form.safeParse(request ? { ruleId: unsaved, ...request } : undefined)
  if (!parsed.success) return null
  return (
    <Stack gap="sm" className="nf-panel" p="sm">
      <RuleSentence rule={parsed.data} />
      <TestOnHistory rule={parsed.data} />
    </Stack>
  )
}

/** The change of a rule does not name it again. */
const unsaved = '00000000-0000-4000-8000-000000000000'
