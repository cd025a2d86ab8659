import { alarmRules } from '@nightflow/schemas/alarms/alarm-rule'
import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { alarmRuleDecider } from './alarm-rule-decider.ts'

const given = specificationOf(alarmRuleDecider)
const at = '2026-03-02T08:00:00.000Z'
const key = '0b7e8c1e-6d55-4a0e-9d35-6f4b0f4f1a01'
const values = alarmRules.form.parse({ ruleId: key, ruleName: 'High night flow', eventType: 'partition-night-flow', threshold: 4000 })
const added = { type: 'alarms.AlarmRuleAdded', data: { ...values, at } } as const
const removed = { type: 'alarms.AlarmRuleRemoved', data: { ruleId: key, at } } as const

describe('alarm rule', () => {
  test('is added once, changed and removed; the same values again are no event', () => {
    const other = { ...values, threshold: 5000 }
    given([]).when({ type: 'AddRecord', key, values }).then([added])
    given([added]).when({ type: 'AddRecord', key, values }).refused('name-taken')
    given([added])
      .when({ type: 'ChangeRecord', key, values: other })
      .then([{ type: 'alarms.AlarmRuleChanged', data: { ...other, at } }])
    given([added]).when({ type: 'ChangeRecord', key, values }).then([])
    given([added]).when({ type: 'RemoveRecord', key }).then([removed])
  })

  test('is put out of use and back', () => {
    const disabled = { type: 'alarms.AlarmRuleDisabled', data: { ruleId: key, at } } as const
    const enabled = { type: 'alarms.AlarmRuleEnabled', data: { ruleId: key, at } } as const
    given([added]).when({ type: 'DisableAlarmRule', ruleId: key }).then([disabled])
    given([added, disabled]).when({ type: 'DisableAlarmRule', ruleId: key }).then([])
    given([added, disabled]).when({ type: 'EnableAlarmRule', ruleId: key }).then([enabled])
    given([]).when({ type: 'EnableAlarmRule', ruleId: key }).refused('not-found')
  })

  const refuses = (change: object, code: Parameters<ReturnType<ReturnType<typeof given>['when']>['refused']>[0]) =>
    given([])
      .when({ type: 'AddRecord', key, values: { ...values, ...change } })
      .refused(code)
  const window = { firstDay: '2026-03-02', fromHour: 8, lastDay: '2026-03-02', toHour: 8, reason: '' }

  // requirement of Dashboard and alarms: Thresholds greater than 0 and not empty | /alarm/alarmRule | POST /prod-api/business/alarmRule
  test('thresholds greater than 0 and not empty', () => {
    refuses({ threshold: null }, 'alarm-rule-threshold')
    refuses({ threshold: 0 }, 'alarm-rule-threshold')
    refuses({ eventType: 'burst' }, 'alarm-rule-threshold')
  })
  test('holds at one thing at most, of the kind that its event is about', () => {
    refuses({ partitionId: 'north', meterNo: '10001' }, 'alarm-rule-scope')
    refuses({ meterNo: '10001' }, 'alarm-rule-scope')
  })
  test('ends on the normal side of its threshold', () => {
    refuses({ clearAt: 4500 }, 'alarm-rule-clear-at')
    refuses({ eventType: 'pressure-low', threshold: 200, clearAt: 190 }, 'alarm-rule-clear-at')
  })
  test('has hours, maintenance that ends after it begins, and people to whom it escalates', () => {
    refuses({ fromHour: 4, toHour: 4 }, 'alarm-rule-hours')
    refuses({ suppressions: [window] }, 'range-reversed')
    refuses({ escalateMinutes: 30 }, 'alarm-rule-escalation')
  })
})
