import type { FinishAlarm, IgnoreAlarm, RaiseAlarm, ReopenAlarm, StartProcessingAlarm } from '@nightflow/schemas/alarms/alarm-lifecycle'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Context, Decider, EventIn } from '../shared/decider.ts'

export type AlarmCommand = RaiseAlarm | StartProcessingAlarm | FinishAlarm | IgnoreAlarm | ReopenAlarm
type Answer = Exclude<AlarmCommand, RaiseAlarm>
export type AlarmLifecycleEvent = EventIn<
  'alarms.AlarmRaised' | 'alarms.AlarmProcessingStarted' | 'alarms.AlarmProcessed' | 'alarms.AlarmIgnored' | 'alarms.AlarmReopened'
>

type Status = 'unprocessed' | 'processing' | 'processed' | 'ignored'

/** The alarms that one condition of one thing had, as far as decisions need them: their number and the state of the last one. */
export type Alarm = {
  readonly occurrences: number
  readonly status: Status
  /** Epoch milliseconds: what happens before this belongs to the alarm that was answered. */
  readonly quietUntil: number
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
  initialState: { occurrences: 0, status: 'processed', quietUntil: Number.NEGATIVE_INFINITY },
  evolve,
  decide: { RaiseAlarm: raise, StartProcessingAlarm: start, FinishAlarm: finish, IgnoreAlarm: ignore, ReopenAlarm: reopen },
}

function evolve(alarm: Alarm, event: AlarmLifecycleEvent): Alarm {
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

function start(command: StartProcessingAlarm, alarm: Alarm, context: Context): readonly AlarmLifecycleEvent[] | Rejection {
  return answer(command, alarm, 'processing') ?? [{ type: 'alarms.AlarmProcessingStarted', data: answerOf(command, context) }]
}

function finish(command: FinishAlarm, alarm: Alarm, context: Context): readonly AlarmLifecycleEvent[] | Rejection {
  return answer(command, alarm, 'processed') ?? [{ type: 'alarms.AlarmProcessed', data: answerOf(command, context) }]
}

function ignore(command: IgnoreAlarm, alarm: Alarm, context: Context): readonly AlarmLifecycleEvent[] | Rejection {
  return answer(command, alarm, 'ignored') ?? [{ type: 'alarms.AlarmIgnored', data: answerOf(command, context) }]
}

/** Only the last alarm of a condition: what happened since an earlier one was answered has an alarm of its own. */
function reopen(command: ReopenAlarm, alarm: Alarm, context: Context): readonly AlarmLifecycleEvent[] | Rejection {
  if (command.occurrence > alarm.occurrences) return rejected('alarm-unknown')
  if (command.occurrence < alarm.occurrences) return rejected('alarm-over')
  return isOpen(alarm) ? [] : [{ type: 'alarms.AlarmReopened', data: answerOf(command, context) }]
}

/** Why an alarm takes no such answer; nothing to do when it has had it already; undefined when it is still open. */
function answer({ occurrence }: Answer, alarm: Alarm, wanted: Status): readonly [] | Rejection | undefined {
  if (occurrence > alarm.occurrences) return rejected('alarm-unknown')
  if (occurrence === alarm.occurrences && alarm.status === wanted) return []
  if (occurrence < alarm.occurrences || !isOpen(alarm)) return rejected('alarm-over')
  return undefined
}

const answerOf = ({ eventType, subject, occurrence, note }: Answer, { now }: Context) => ({ eventType, subject, occurrence, note, at: now })
