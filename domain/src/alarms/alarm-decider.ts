import { causesMax } from '@nightflow/schemas/alarms/alarm'
import type {
  AddAlarmCause,
  AlarmCommand,
  alarmEventTypes,
  ClearAlarm,
  EscalateAlarm,
  PolicyCommand,
  QuietHours,
  RaiseAlarm,
} from '@nightflow/schemas/alarms/alarm-lifecycle'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

type Answer = Exclude<AlarmCommand, PolicyCommand>
type ReopenAlarm = Extract<Answer, { type: 'ReopenAlarm' }>
export type AlarmLifecycleEvent = EventIn<keyof typeof alarmEventTypes>

type Status = 'unprocessed' | 'processing' | 'processed' | 'ignored' | 'cleared'

/** The alarms that one condition of one thing had, as far as decisions need them: their number and the state of the last one. */
export type Alarm = {
  readonly occurrences: number
  readonly status: Status
  /** Epoch milliseconds of the last answer: what happens before this and some time after it belongs to the alarm that was answered. */
  readonly answeredAt: number
  /** The rule of the last alarm, where people set it. */
  readonly ruleId: string | undefined
  readonly isEscalated: boolean
  /** Further conditions of the last alarm, by event and subject. */
  readonly causes: readonly string[]
  /** Of the last answers: a request that comes again has no further effect. */
  readonly requests: readonly string[]
}

const hourMilliseconds = 3_600_000

/**
 * After an answer the same condition raises no alarm for so many days. A repaired leak has gone by the
 * next day or raises an alarm later; an ignored one does not raise an alarm daily.
 */
export const quietDays = { processed: 1, ignored: 7 } as const
const usualQuietHours: QuietHours = { processed: quietDays.processed * 24, ignored: quietDays.ignored * 24 }

/** One condition of one thing. A condition that continues is one alarm until a person answers it. */
export const alarmDecider: Decider<AlarmCommand, Alarm, AlarmLifecycleEvent> = {
  streamOf: ({ eventType, subject }) => `alarms-${eventType}-${subject}`,
  initialState: {
    ...{ occurrences: 0, status: 'processed', answeredAt: Number.NEGATIVE_INFINITY, requests: [] },
    ...{ ruleId: undefined, isEscalated: false, causes: [] },
  },
  evolve,
  decide: {
    RaiseAlarm: raise,
    AddAlarmCause: addCause,
    ClearAlarm: clear,
    EscalateAlarm: escalate,
    StartProcessingAlarm: answeredWith('alarms.AlarmProcessingStarted', 'processing'),
    FinishAlarm: answeredWith('alarms.AlarmProcessed', 'processed'),
    IgnoreAlarm: answeredWith('alarms.AlarmIgnored', 'ignored'),
    ReopenAlarm: reopen,
  },
}

/** A client repeats a request within minutes; a condition has few answers in that time. */
const requestsKept = 50

function evolve(alarm: Alarm, event: AlarmLifecycleEvent): Alarm {
  const requestId = 'requestId' in event.data ? event.data.requestId : undefined
  const changed = stateAfter(alarm, event)
  return requestId === undefined ? changed : { ...changed, requests: [...alarm.requests, requestId].slice(-requestsKept) }
}

function stateAfter(alarm: Alarm, event: AlarmLifecycleEvent): Alarm {
  switch (event.type) {
    case 'alarms.AlarmRaised':
      return {
        ...{ ...alarm, occurrences: event.data.occurrence, status: 'unprocessed' },
        ...{ ruleId: event.data.ruleId, isEscalated: false, causes: [] },
      }
    case 'alarms.AlarmCauseAdded':
      return { ...alarm, causes: [...alarm.causes, nameOf(event.data.cause)] }
    case 'alarms.AlarmEscalated':
      return { ...alarm, isEscalated: true }
    case 'alarms.AlarmCleared':
      return { ...alarm, status: 'cleared', answeredAt: Date.parse(event.data.clearedAt) }
    case 'alarms.AlarmProcessingStarted':
      return { ...alarm, status: 'processing' }
    case 'alarms.AlarmProcessed':
      return { ...alarm, status: 'processed', answeredAt: Date.parse(event.data.at) }
    case 'alarms.AlarmIgnored':
      return { ...alarm, status: 'ignored', answeredAt: Date.parse(event.data.at) }
    case 'alarms.AlarmReopened':
      return { ...alarm, status: 'unprocessed' }
  }
}

const isOpen = ({ status }: Alarm): boolean => status === 'unprocessed' || status === 'processing'
const nameOf = ({ eventType, subject }: AddAlarmCause['cause']): string => `${eventType}/${subject}`

/** Epoch milliseconds until which a condition is quiet. A condition that was over by itself may return at once. */
const quietUntil = ({ status, answeredAt }: Alarm, hours: QuietHours): number =>
  answeredAt + (status === 'processed' || status === 'ignored' ? hours[status] : 0) * hourMilliseconds

function raise(command: RaiseAlarm, alarm: Alarm, { now }: Context): readonly AlarmLifecycleEvent[] {
  const { eventType, subject, occurredAt, value = null, threshold = null, unit = null, severity, ruleId } = command
  if (isOpen(alarm) || Date.parse(occurredAt) < quietUntil(alarm, command.quietHours ?? usualQuietHours)) return []
  const data = { eventType, subject, occurrence: alarm.occurrences + 1, occurredAt, raisedAt: now, value, threshold, unit }
  return [{ type: 'alarms.AlarmRaised', data: { ...data, ...(severity && { severity }), ...(ruleId && { ruleId }) } }]
}

/** The same condition is one cause, and those beyond the limit are left out. */
function addCause({ eventType, subject, cause }: AddAlarmCause, alarm: Alarm, { now }: Context): readonly AlarmLifecycleEvent[] {
  if (!isOpen(alarm) || alarm.causes.length >= causesMax || alarm.causes.includes(nameOf(cause))) return []
  if (nameOf(cause) === nameOf({ ...cause, eventType, subject })) return []
  return [{ type: 'alarms.AlarmCauseAdded', data: { eventType, subject, occurrence: alarm.occurrences, cause, at: now } }]
}

/** Only by the rule that raised the alarm: another rule does not know its condition. */
function clear({ eventType, subject, ruleId, clearedAt }: ClearAlarm, alarm: Alarm, { now }: Context): readonly AlarmLifecycleEvent[] {
  if (!isOpen(alarm) || alarm.ruleId !== ruleId) return []
  return [{ type: 'alarms.AlarmCleared', data: { eventType, subject, occurrence: alarm.occurrences, clearedAt, at: now } }]
}

/** Once, and not once a person works on it. */
function escalate({ eventType, subject, ruleId }: EscalateAlarm, alarm: Alarm, { now }: Context): readonly AlarmLifecycleEvent[] {
  if (alarm.status !== 'unprocessed' || alarm.isEscalated || alarm.ruleId !== ruleId) return []
  return [{ type: 'alarms.AlarmEscalated', data: { eventType, subject, occurrence: alarm.occurrences, ruleId, at: now } }]
}

type AnswerEvent = 'alarms.AlarmProcessingStarted' | 'alarms.AlarmProcessed' | 'alarms.AlarmIgnored'

/** An answer to an open alarm, after which its status is another. */
function answeredWith(type: AnswerEvent, wanted: Status) {
  return (command: Answer, alarm: Alarm, context: Context): readonly AlarmLifecycleEvent[] | Rejection =>
    answer(command, alarm, wanted) ?? [{ type, data: answerOf(command, context) }]
}

/** Only the last alarm of a condition: what happened since an earlier one was answered has an alarm of its own. */
function reopen(command: ReopenAlarm, alarm: Alarm, context: Context): readonly AlarmLifecycleEvent[] | Rejection {
  if (isRepeated(command, alarm)) return []
  if (command.occurrence > alarm.occurrences) return rejected('alarm-unknown')
  if (command.occurrence < alarm.occurrences) return rejected('alarm-over')
  return isOpen(alarm) ? [] : [{ type: 'alarms.AlarmReopened', data: answerOf(command, context) }]
}

/** Why an alarm takes no such answer; nothing to do when it has had it already; undefined when it is still open. */
function answer(command: Answer, alarm: Alarm, wanted: Status): readonly [] | Rejection | undefined {
  const { occurrence } = command
  if (isRepeated(command, alarm)) return []
  if (occurrence > alarm.occurrences) return rejected('alarm-unknown')
  if (occurrence === alarm.occurrences && alarm.status === wanted) return []
  if (occurrence < alarm.occurrences || !isOpen(alarm)) return rejected('alarm-over')
  return undefined
}

const isRepeated = ({ requestId }: Answer, { requests }: Alarm): boolean => requestId !== undefined && requests.includes(requestId)

const answerOf = ({ eventType, subject, occurrence, note, requestId }: Answer, { now }: Context) => ({
  ...{ eventType, subject, occurrence, note, at: now },
  ...(requestId !== undefined && { requestId }),
})
