import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { type AlarmLifecycleEvent, alarmDecider } from './alarm-decider.ts'

const given = specificationOf(alarmDecider)

const about = { eventType: 'burst', subject: '10001' } as const
const occurredAt = '2026-03-02T07:00:00.000Z'
const raisedAt = '2026-03-02T08:00:00.000Z'
const raise = { type: 'RaiseAlarm', ...about, occurredAt, value: 400, threshold: 250, unit: 'l/h' } as const
const first = { ...about, occurrence: 1, note: '' }
const raised: AlarmLifecycleEvent = {
  type: 'alarms.AlarmRaised',
  data: { ...about, occurrence: 1, occurredAt, raisedAt, value: 400, threshold: 250, unit: 'l/h' },
}
type AnswerEvent = 'alarms.AlarmProcessingStarted' | 'alarms.AlarmProcessed' | 'alarms.AlarmIgnored'
const answered = (type: AnswerEvent, at = raisedAt): AlarmLifecycleEvent => ({
  type,
  data: { ...first, at },
})
const start = { type: 'StartProcessingAlarm', ...first } as const
const finish = { type: 'FinishAlarm', ...first } as const
const ignore = { type: 'IgnoreAlarm', ...first } as const
const reopen = { type: 'ReopenAlarm', ...first, note: 'the repair failed' } as const
const reopened: AlarmLifecycleEvent = { type: 'alarms.AlarmReopened', data: { ...first, note: 'the repair failed', at: raisedAt } }

describe('raising', () => {
  test('a condition raises an alarm with what was measured', () => given([]).when(raise).then([raised]))
  test('an event without a measurement has no value', () =>
    given([])
      .when({ type: 'RaiseAlarm', ...about, occurredAt })
      .then([
        { type: 'alarms.AlarmRaised', data: { ...about, occurrence: 1, occurredAt, raisedAt, value: null, threshold: null, unit: null } },
      ]))
  test('a condition that goes on stays one alarm', () => given([raised]).when(raise).then([]))
  test('also while a person works on it', () =>
    given([raised, answered('alarms.AlarmProcessingStarted')])
      .when(raise)
      .then([]))
  test('a condition that returns a day after its repair is a new alarm', () =>
    given([raised, answered('alarms.AlarmProcessed')])
      .when({ ...raise, occurredAt: '2026-03-03T09:00:00.000Z' })
      .then([{ ...raised, data: { ...raised.data, occurrence: 2, occurredAt: '2026-03-03T09:00:00.000Z' } } as AlarmLifecycleEvent]))
  test('an event before the answer belongs to the answered alarm', () =>
    given([raised, answered('alarms.AlarmProcessed')])
      .when(raise)
      .then([]))
  test('an ignored condition raises no alarm for a week', () =>
    given([raised, answered('alarms.AlarmIgnored')])
      .when({ ...raise, occurredAt: '2026-03-08T08:00:00.000Z' })
      .then([]))
})

describe('answering', () => {
  test('processing starts', () =>
    given([raised])
      .when(start)
      .then([answered('alarms.AlarmProcessingStarted')]))
  test('an alarm may be processed at once', () =>
    given([raised])
      .when(finish)
      .then([answered('alarms.AlarmProcessed')]))
  test('or ignored while it is processed', () =>
    given([raised, answered('alarms.AlarmProcessingStarted')])
      .when(ignore)
      .then([answered('alarms.AlarmIgnored')]))
  test.each([
    [start, 'alarms.AlarmProcessingStarted'],
    [finish, 'alarms.AlarmProcessed'],
    [ignore, 'alarms.AlarmIgnored'],
  ] as const)('the same answer twice is one answer: $type', (command, type) =>
    given([raised, answered(type)])
      .when(command)
      .then([]),
  )
  test('a processed alarm cannot be ignored', () =>
    given([raised, answered('alarms.AlarmProcessed')])
      .when(ignore)
      .refused('alarm-over'))
  test('an ignored alarm cannot be processed', () =>
    given([raised, answered('alarms.AlarmIgnored')])
      .when(finish)
      .refused('alarm-over'))
  test('an earlier alarm of the same condition is over', () => {
    const second = { ...raised, data: { ...raised.data, occurrence: 2 } } as AlarmLifecycleEvent
    given([raised, answered('alarms.AlarmProcessed'), second])
      .when(ignore)
      .refused('alarm-over')
  })
  test.each(['alarms.AlarmProcessed', 'alarms.AlarmIgnored'] as const)('after %s an alarm can be reopened and answered again', (type) => {
    given([raised, answered(type)])
      .when(reopen)
      .then([reopened])
    given([raised, answered(type), reopened])
      .when(ignore)
      .then([answered('alarms.AlarmIgnored')])
  })
  test('a reopened alarm is the alarm of its condition', () =>
    given([raised, answered('alarms.AlarmIgnored'), reopened])
      .when({ ...raise, occurredAt: '2026-03-20T08:00:00.000Z' })
      .then([]))
  test('reopening an open alarm changes nothing', () => given([raised]).when(reopen).then([]))
  test('an earlier alarm of the same condition is not reopened', () => {
    const second = { ...raised, data: { ...raised.data, occurrence: 2 } } as AlarmLifecycleEvent
    given([raised, answered('alarms.AlarmProcessed'), second])
      .when(reopen)
      .refused('alarm-over')
    given([]).when(reopen).refused('alarm-unknown')
  })
  test('an answer that is sent again after another person has answered changes nothing', () => {
    const requestId = '0b7e8c1e-6d55-4a0e-9d35-6f4b0f4f1a01'
    const began = { type: 'alarms.AlarmProcessingStarted', data: { ...first, at: raisedAt, requestId } } as const
    given([raised])
      .when({ ...start, requestId })
      .then([began])
    given([raised, began, answered('alarms.AlarmIgnored')])
      .when({ ...start, requestId })
      .then([])
    given([raised, began, answered('alarms.AlarmIgnored')])
      .when({ ...start, requestId: '0b7e8c1e-6d55-4a0e-9d35-6f4b0f4f1a02' })
      .refused('alarm-over')
  })
  test('a reopening that is sent again does not open an alarm that was answered since', () => {
    const requestId = '0b7e8c1e-6d55-4a0e-9d35-6f4b0f4f1a03'
    const opened = { ...reopened, data: { ...reopened.data, requestId } } as AlarmLifecycleEvent
    given([raised, answered('alarms.AlarmProcessed'), opened, answered('alarms.AlarmProcessed')])
      .when({ ...reopen, requestId })
      .then([])
  })
  test('an alarm that never was is unknown', () => given([]).when(start).refused('alarm-unknown'))
})

describe('an alarm of a rule', () => {
  const ruleId = '5d1b6f0e-4a44-4c39-8a4e-0f7b1c1f0b01'
  const ofRule = { ...raise, severity: 'critical', ruleId } as const
  const raisedByRule = { ...raised, data: { ...raised.data, severity: 'critical', ruleId } } as AlarmLifecycleEvent
  const clear = { type: 'ClearAlarm', ...about, ruleId, clearedAt: '2026-03-02T09:00:00.000Z' } as const
  const cleared: AlarmLifecycleEvent = {
    type: 'alarms.AlarmCleared',
    data: { ...about, occurrence: 1, clearedAt: clear.clearedAt, at: raisedAt },
  }
  const escalate = { type: 'EscalateAlarm', ...about, ruleId } as const
  const escalated: AlarmLifecycleEvent = { type: 'alarms.AlarmEscalated', data: { ...about, occurrence: 1, ruleId, at: raisedAt } }

  test('carries the rule and its severity', () => given([]).when(ofRule).then([raisedByRule]))
  test('is cleared by its own rule alone, and only once', () => {
    given([raisedByRule]).when(clear).then([cleared])
    given([raised]).when(clear).then([])
    given([raisedByRule, cleared]).when(clear).then([])
  })
  test('that was cleared may be raised again at once', () =>
    given([raisedByRule, cleared])
      .when({ ...ofRule, occurredAt: '2026-03-02T09:15:00.000Z' })
      .then([
        { ...raisedByRule, data: { ...raisedByRule.data, occurrence: 2, occurredAt: '2026-03-02T09:15:00.000Z' } } as AlarmLifecycleEvent,
      ]))
  test('is quiet for the hours that its rule names', () =>
    given([raisedByRule, answered('alarms.AlarmIgnored')])
      .when({ ...ofRule, occurredAt: '2026-03-02T10:00:00.000Z', quietHours: { processed: 1, ignored: 1 } })
      .then([
        { ...raisedByRule, data: { ...raisedByRule.data, occurrence: 2, occurredAt: '2026-03-02T10:00:00.000Z' } } as AlarmLifecycleEvent,
      ]))
  test('is escalated once, and not while a person works on it', () => {
    given([raisedByRule]).when(escalate).then([escalated])
    given([raisedByRule, escalated]).when(escalate).then([])
    given([raisedByRule, answered('alarms.AlarmProcessingStarted')])
      .when(escalate)
      .then([])
    given([raised]).when(escalate).then([])
  })
})

describe('causes', () => {
  const cause = { eventType: 'partition-leakage', subject: 'north', occurredAt, value: 0.4, threshold: 0.2, unit: '' } as const
  const add = { type: 'AddAlarmCause', ...about, cause } as const
  const added: AlarmLifecycleEvent = { type: 'alarms.AlarmCauseAdded', data: { ...about, occurrence: 1, cause, at: raisedAt } }
  test('a further condition belongs to the open alarm, once', () => {
    given([raised]).when(add).then([added])
    given([raised, added]).when(add).then([])
  })
  test('an alarm that was answered takes none', () =>
    given([raised, answered('alarms.AlarmProcessed')])
      .when(add)
      .then([]))
  test('an alarm is no cause of itself', () =>
    given([raised])
      .when({ ...add, cause: { ...cause, ...about } })
      .then([]))
})
