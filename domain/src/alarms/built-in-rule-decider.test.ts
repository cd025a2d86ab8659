import { defaultBuiltInRule } from '@nightflow/schemas/alarms/built-in-rule'
import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { builtInRuleDecider } from './built-in-rule-decider.ts'

const given = specificationOf(builtInRuleDecider)
const at = '2026-03-02T08:00:00.000Z'
const numbers = { eventType: 'meter-silent', ...defaultBuiltInRule('meter-silent'), reason: '' } as const
const longer = { ...numbers, hours: 96, reason: 'radio works in the north' }
const set = { type: 'alarms.BuiltInRuleSet', data: { ...longer, at } } as const

describe('a built-in rule', () => {
  test('has numbers that people change', () =>
    given([])
      .when({ type: 'SetBuiltInRule', ...longer })
      .then([set]))
  test('with the numbers that it has is no event', () => {
    given([])
      .when({ type: 'SetBuiltInRule', ...numbers })
      .then([])
    given([set])
      .when({ type: 'SetBuiltInRule', ...longer })
      .then([])
  })
  test('is switched off and on', () => {
    const off = { ...longer, isEnabled: false }
    given([set])
      .when({ type: 'SetBuiltInRule', ...off })
      .then([{ type: 'alarms.BuiltInRuleSet', data: { ...off, at } }])
  })
})
