import type { AlarmCommand, alarmEventTypes, RaiseAlarm } from '@nightflow/schemas/alarms/alarm-lifecycle'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

type Answer = Exclude<AlarmCommand, RaiseAlarm>
type ReopenAlarm = Extract<Answer, { type: 'ReopenAlarm' }>
export type AlarmLifecycleEvent = EventIn<keyof typeof alarmEventTypes>

type Status = 'unprocessed' | 'processing' | 'processed' | 'ignored'

/** The alarms that one condition of one thing had, as far as decisions need them: their number and the state of the last one. */
export type Alarm = {
  readonly occurrences: number
  readonly status: Status
  /** Epoch milliseconds: what happens before this belongs to the alarm that was answered. */
  readonly quietUntil: number
  /** Of the last answers: a request that comes again has no further effect. */
  readonly requests: readonly string[]
}

const dayMilliseconds = 86_400_000

/**
 * After an answer the same condition raises no alarm for so many days. A repaired leak has gone by the
 * next day or raises an alarm later; an ignored one does not raise an alarm daily.
 */
export const quietDays = { processed: 1, ignored: 7 } as const

/** One condition of one thing. A condition that continues is one alarm until a person answers it. */
export const alarmDecider: Decider<AlarmCommand, Alarm, AlarmLifecycleEvent> = {
  streamOf: ({ eventType, subject }) => `alarms-${eventType}-${subject}`,
  initialState: { occurrences: 0, status: 'processed', quietUntil: Number.NEGATIVE_INFINITY, requests: [] },
  evolve,
  decide: {
    RaiseAlarm: raise,
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
      return { ...alarm, occurrences: event.data.occurrence, status: 'unprocessed' }
    case 'alarms.AlarmProcessingStarted':
      return { ...alarm, status: 'processing' }
    case 'alarms.AlarmProcessed':
      return { ...alarm, status: 'processed', quietUntil: quietAfter(event.data.at, quietDays.processed) }
    case 'alarms.AlarmIgnored':
      return { ...alarm, status: 'ignored', quietUntil: quietAfter(event.data.at, quietDays.ignored) }
    case 'alarms.AlarmReopened':
      return { ...alarm, status: 'unprocessed' }
  }
}

const quietAfter = (at: string, days: number): number => Date.parse(at) + days * dayMilliseconds
const isOpen = ({ status }: Alarm): boolean => status === 'unprocessed' || status === 'processing'

function raise(command: RaiseAlarm, alarm: Alarm, { now }: Context): readonly AlarmLifecycleEvent[] {
  if (isOpen(alarm) || Date.parse(command.occurredAt) < alarm.quietUntil) return []
  const { eventType, subject, occurredAt, value = null, threshold = null, unit = null } = command
  const data = { eventType, subject, occurrence: alarm.occurrences + 1, occurredAt, raisedAt: now, value, threshold, unit }
  return [{ type: 'alarms.AlarmRaised', data }]
}

/** An answer to an open alarm, after which its status is another. */
function answeredWith(type: Exclude<AlarmLifecycleEvent['type'], 'alarms.AlarmRaised'>, wanted: Status) {
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
