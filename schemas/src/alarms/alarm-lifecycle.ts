import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowIds } from '../shared/lists.ts'
import type { NamedCommand } from '../shared/named-command.ts'
import { Measured } from '../shared/quantity.ts'
import { lines, text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'
import { AlarmEvent, type AlarmRow, AlarmStatus, AlarmType } from './alarm.ts'

/** The kinds of alarms that concern the system; all others concern a meter. */
const systemEvents: readonly AlarmEvent[] = [
  'partition-leakage',
  'partition-night-flow',
  'partition-kl',
  'gateway-silent',
  'event-set-aside',
  'account-arrears',
]

/** The type of an alarm follows from its event. */
export const alarmTypeOf = (event: AlarmEvent): AlarmType => (systemEvents.includes(event) ? AlarmType.enum.system : AlarmType.enum.meter)
export const subjectKindOf = (event: AlarmEvent): 'meter' | 'partition' | 'gateway' | 'stream' | 'account' => {
  if (event === 'gateway-silent') return 'gateway'
  if (event === 'event-set-aside') return 'stream'
  if (event === 'account-arrears') return 'account'
  return event.startsWith('partition-') ? 'partition' : 'meter'
}

/** One condition of one thing: what happened, and the number or name of the meter, partition or gateway. */
const condition = { eventType: AlarmEvent, subject: text(64).min(1) }
/** Of the alarms that a condition had, the one that is meant; the first is 1. */
const meant = { ...condition, occurrence: z.int().positive() }
const note = lines(200)
/** Chosen by the client: the same one again has no further effect. */
const requestId = z.uuid().optional()
const reason = note.min(1)

export const RaiseAlarm = z.object({
  type: z.literal('RaiseAlarm'),
  ...condition,
  occurredAt: Instant,
  /** The measured value, its threshold and their unit; absent for events without a value. */
  value: Measured.optional(),
  threshold: Measured.optional(),
  unit: text(10).optional(),
})
export type RaiseAlarm = z.infer<typeof RaiseAlarm>

const onAlarm = <const Type extends string>(type: Type) => z.object({ type: z.literal(type), ...meant, note: note.default(''), requestId })
export const StartProcessingAlarm = onAlarm('StartProcessingAlarm')
export type StartProcessingAlarm = z.infer<typeof StartProcessingAlarm>
export const FinishAlarm = onAlarm('FinishAlarm')
export type FinishAlarm = z.infer<typeof FinishAlarm>
export const IgnoreAlarm = onAlarm('IgnoreAlarm')
export type IgnoreAlarm = z.infer<typeof IgnoreAlarm>
export const ReopenAlarm = onAlarm('ReopenAlarm').extend({ note: reason })
export type ReopenAlarm = z.infer<typeof ReopenAlarm>

const AlarmRaised = z.object({
  ...meant,
  occurredAt: Instant,
  raisedAt: Instant,
  value: Measured.nullable(),
  threshold: Measured.nullable(),
  unit: text(10).nullable(),
})
const answered = z.object({ ...meant, note, at: Instant, requestId })

/** The events of an alarm's stream; `events.ts` has those of all. */
export const alarmEventTypes = {
  'alarms.AlarmRaised': { version: 1, data: AlarmRaised },
  'alarms.AlarmProcessingStarted': { version: 1, data: answered },
  'alarms.AlarmProcessed': { version: 1, data: answered },
  'alarms.AlarmIgnored': { version: 1, data: answered },
  'alarms.AlarmReopened': { version: 1, data: answered },
} as const

const answering = (summary: string, verb: string) =>
  ({
    method: 'PUT',
    path: `/prod-api/report/alarm/processed/${verb}/:alarmProcessedId`,
    permission: 'alarms:alarm:process',
    summary,
    response: z.object({}),
  }) as const
const answeredRows = { alarmProcessedId: RowIds, note: note.default(''), requestId }

export const ignoreAlarm = endpoint({
  ...answering('Ignore alarms: one, or several by commas', 'ignore'),
  request: z.object(answeredRows),
})

export const processAlarm = endpoint({
  ...answering('Begin to process alarms, or say that they are processed', 'process'),
  request: z.object({ ...answeredRows, alarmStatus: AlarmStatus.extract(['processing', 'processed']) }),
})

export const reopenAlarm = endpoint({
  ...answering('Reopen processed or ignored alarms', 'reopen'),
  request: z.object({ ...answeredRows, note: reason }),
})

export const isOpenAlarm = ({ alarmStatus }: Pick<AlarmRow, 'alarmStatus'>): boolean =>
  alarmStatus === AlarmStatus.enum.unprocessed || alarmStatus === AlarmStatus.enum.processing

/** Commands on alarms, in the order of their buttons. */
export const alarmCommands: readonly NamedCommand<AlarmRow>[] = [
  {
    name: 'start',
    endpoint: processAlarm,
    command: StartProcessingAlarm,
    fixed: { alarmStatus: AlarmStatus.enum.processing },
    requestId: 'requestId',
    icon: 'start',
    isOffered: ({ alarmStatus }) => alarmStatus === AlarmStatus.enum.unprocessed,
    isForMany: true,
  },
  {
    name: 'finish',
    endpoint: processAlarm,
    command: FinishAlarm,
    fixed: { alarmStatus: AlarmStatus.enum.processed },
    requestId: 'requestId',
    icon: 'finish',
    isOffered: isOpenAlarm,
    isForMany: true,
  },
  {
    name: 'ignore',
    endpoint: ignoreAlarm,
    command: IgnoreAlarm,
    requestId: 'requestId',
    icon: 'mute',
    isOffered: isOpenAlarm,
    isForMany: true,
  },
  {
    name: 'reopen',
    endpoint: reopenAlarm,
    command: ReopenAlarm,
    requestId: 'requestId',
    icon: 'undo',
    isOffered: (alarm) => !isOpenAlarm(alarm),
    isForMany: true,
  },
]
