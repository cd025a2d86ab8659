import { Button, Collapse, Group, Table, Text } from '@mantine/core'
import { findBuiltInRules, setBuiltInRule } from '@nightflow/schemas/alarms/built-in-rule'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MinutesText } from '#alarms/minutes-text.tsx'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { useAlarmLabel } from '#ui/use-alarm-label.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'

type Rule = ResponseOf<typeof findBuiltInRules>['rules'][number]
const key = ['built-in-rules']

/** The rules that every utility has, with the numbers that people can change and the quality of their alarms. */
export function BuiltInRules() {
  const { t } = useTranslation('alarms')
  const mayDo = useMayDo()
  const [isOpen, setOpen] = useState(false)
  const [changed, setChanged] = useState<Rule>()
  const rules = useQuery({ queryKey: key, queryFn: ({ signal }) => call(findBuiltInRules, {}, signal), enabled: isOpen })
  return (
    <section className="nf-panel" aria-label={t('builtInRule.title')}>
      <Group justify="space-between" p="xs">
        <Text size="sm">{t('builtInRule.text')}</Text>
        <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'builtInRule.hide' : 'builtInRule.show')}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>
        {rules.data && <RuleTable rules={rules.data.rules} onChange={mayDo(setBuiltInRule) ? setChanged : undefined} />}
      </Collapse>
      {changed && <ChangeDialog rule={changed} onClose={() => setChanged(undefined)} />}
    </section>
  )
}

const columns = ['eventType', 'isEnabled', 'hours', 'raised', 'answered', 'ignored', 'minutesToAnswer'] as const

function RuleTable({ rules, onChange }: { rules: readonly Rule[]; onChange: ((rule: Rule) => void) | undefined }) {
  const { t } = useTranslation('alarms')
  const format = useFormat()
  const labelOf = useAlarmLabel()
  return (
    <ScrollRegion label={t('builtInRule.title')}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {columns.map((name) => (
              <Table.Th key={name}>{t(`builtInRule.field.${name}`)}</Table.Th>
            ))}
            <Table.Th />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rules.map((rule) => (
            <Table.Tr key={rule.eventType}>
              <Table.Td>{labelOf(rule.eventType)}</Table.Td>
              <Table.Td>{t(rule.isEnabled ? 'builtInRule.on' : 'builtInRule.off')}</Table.Td>
              <Table.Td className="nf-figures">{rule.hasHours ? format.number(rule.hours) : '–'}</Table.Td>
              <Table.Td className="nf-figures">{format.number(rule.raised)}</Table.Td>
              <Table.Td className="nf-figures">{format.number(rule.answered)}</Table.Td>
              <Table.Td className="nf-figures">{format.number(rule.ignored)}</Table.Td>
              <Table.Td>
                <MinutesText minutes={rule.minutesToAnswer} />
              </Table.Td>
              <Table.Td>
                {onChange && (
                  <Button size="compact-xs" variant="default" onClick={() => onChange(rule)}>
                    {t('builtInRule.change')}
                    <span className="nf-visually-hidden"> {labelOf(rule.eventType)}</span>
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}

function ChangeDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { t } = useTranslation('alarms')
  const shared = useTranslation('shared').t
  const client = useQueryClient()
  const labelOf = useAlarmLabel()
  const { eventType, isEnabled, hours, quietHoursProcessed, quietHoursIgnored, severity } = rule
  const names = ['isEnabled', ...(rule.hasHours ? ['hours'] : []), 'quietHoursProcessed', 'quietHoursIgnored', 'severity', 'reason']
  const severities = Object.fromEntries(['info', 'warning', 'critical'].map((word) => [word, t(`alarmRule.value.severity.${word}`)]))
  const fields = names.map(
    (name): FieldChoice => ({
      name,
      label: t(`builtInRule.field.${name}`),
      ...(name === 'severity' && { optionLabels: severities }),
      ...(name.toLowerCase().includes('hours') && { unit: 'h', isHalf: true }),
    }),
  )
  return (
    <FormDialog title={labelOf(eventType)} onClose={onClose}>
      <CommandForm
        schema={setBuiltInRule.request}
        fields={fields}
        initial={{ isEnabled, hours, quietHoursProcessed, quietHoursIgnored, ...(severity && { severity }) }}
        fixed={{ eventType, ...(!rule.hasHours && { hours }) }}
        submitLabel={shared('action.save')}
        doneText={shared('done.saved')}
        onCancel={onClose}
        onSubmit={async (request) => {
          await call(setBuiltInRule, request)
          await client.invalidateQueries({ queryKey: key })
          onClose()
        }}
      />
    </FormDialog>
  )
}
