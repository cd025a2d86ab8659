import { z } from 'zod'
import { commandsOn, type GivenTo } from '../shared/commands-on.ts'
import { endpoint } from '../shared/endpoint.ts'
import { RowIds } from '../shared/lists.ts'
import { Measured } from '../shared/quantity.ts'
import { lines, text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'
import { AlarmCause, AlarmEvent, type AlarmRow, AlarmSeverity, AlarmStatus, AlarmType, RuleId } from './alarm.ts'

/** The kinds of alarms that concern the system; all others concern a meter. */
const systemEvents: readonly AlarmEvent[] = [
  'partition-leakage',
  'partition-night-flow',
  'partition-kl',
  'gateway-silent',
  'event-set-aside',
  'account-arrears',
  'account-balance',
  'partition-detection',
]

/** The type of an alarm follows from its event. */
export const alarmTypeOf = (event: AlarmEvent): AlarmType => (systemEvents.includes(event) ? AlarmType.enum.system : AlarmType.enum.meter)
export const subjectKindOf = (event: AlarmEvent): 'meter' | 'partition' | 'gateway' | 'stream' | 'account' => {
  if (event === 'gateway-silent') return 'gateway'
  if (event === 'event-set-aside') return 'stream'
  if (event === 'account-arrears' || event === 'account-balance') return 'account'
  return event.startsWith('partition-') ? 'partition' : 'meter'
}

/** One condition of one thing: what happened, and the number or name of the meter, partition or gateway. */
const condition = { eventType: AlarmEvent, subject: text(64).min(1) }
/** Of the alarms that a condition had, the one that is meant; the first is 1. */
const meant = { ...condition, occurrence: z.int().positive() }
const note = lines(200)
/** Chosen by the client: the same one again has no further effect. */
const requestId = z.uuid().optional()

const quietHoursMax = 8760
/** Hours after an answer in which the same condition raises no alarm. */
export const QuietHours = z.object({
  processed: z.int().min(0).max(quietHoursMax),
  ignored: z.int().min(0).max(quietHoursMax),
})
export type QuietHours = z.infer<typeof QuietHours>

export const RaiseAlarm = z.object({
  type: z.literal('RaiseAlarm'),
  ...condition,
  occurredAt: Instant,
  /** The measured value, its threshold and their unit; absent for events without a value. */
  value: Measured.optional(),
  threshold: Measured.optional(),
  unit: text(10).optional(),
  severity: AlarmSeverity.optional(),
  ruleId: RuleId.optional(),
  /** How long the condition raises no alarm after an answer. */
  quietHours: QuietHours.optional(),
})
export type RaiseAlarm = z.infer<typeof RaiseAlarm>

/** Another condition of the same happening: it belongs to the open alarm of this one. */
export const AddAlarmCause = z.object({ type: z.literal('AddAlarmCause'), ...condition, cause: AlarmCause })
export type AddAlarmCause = z.infer<typeof AddAlarmCause>

/** The condition of an alarm that this rule raised is over. */
export const ClearAlarm = z.object({ type: z.literal('ClearAlarm'), ...condition, ruleId: RuleId, clearedAt: Instant })
export type ClearAlarm = z.infer<typeof ClearAlarm>

/** The alarm has waited for an answer for longer than its rule allows. */
export const EscalateAlarm = z.object({ type: z.literal('EscalateAlarm'), ...condition, ruleId: RuleId })
export type EscalateAlarm = z.infer<typeof EscalateAlarm>

const AlarmRaised = z.object({
  ...meant,
  occurredAt: Instant,
  raisedAt: Instant,
  value: Measured.nullable(),
  threshold: Measured.nullable(),
  unit: text(10).nullable(),
  severity: AlarmSeverity.optional(),
  ruleId: RuleId.optional(),
})
const AlarmCauseAdded = z.object({ ...meant, cause: AlarmCause, at: Instant })
const AlarmCleared = z.object({ ...meant, clearedAt: Instant, at: Instant })
const AlarmEscalated = z.object({ ...meant, ruleId: RuleId, at: Instant })

export const isOpenAlarm = ({ alarmStatus }: Pick<AlarmRow, 'alarmStatus'>): boolean =>
  alarmStatus === AlarmStatus.enum.unprocessed || alarmStatus === AlarmStatus.enum.processing

const path = '/prod-api/report/alarm/processed'
const permission = 'alarms:alarm:process'

/** One call begins to process alarms and says that they are processed, by the status that it gives. */
export const processAlarm = endpoint({
  method: 'PUT',
  path: `${path}/process/:alarmProcessedId`,
  permission,
  summary: 'Begin to process alarms, or say that they are processed',
  request: z.object({
    alarmProcessedId: RowIds,
    note: note.default(''),
    requestId,
    alarmStatus: AlarmStatus.extract(['processing', 'processed']),
  }),
  response: z.object({}),
})

/** Commands on alarms. */
export const alarmCommands = commandsOn<AlarmRow>()(
  {
    entity: 'Alarm',
    id: 'alarmProcessedId',
    path,
    permission,
    key: meant,
    typed: { note: note.default('') },
    recorded: { note },
    isRepeatable: true,
  },
  {
    start: {
      command: 'StartProcessingAlarm',
      endpoint: processAlarm,
      fixed: { alarmStatus: AlarmStatus.enum.processing },
      event: 'alarms.AlarmProcessingStarted',
      step: 'started',
      becomes: { status: AlarmStatus.enum.processing },
      icon: 'start',
      isOffered: ({ alarmStatus }) => alarmStatus === AlarmStatus.enum.unprocessed,
      isForMany: true,
    },
    finish: {
      endpoint: processAlarm,
      fixed: { alarmStatus: AlarmStatus.enum.processed },
      event: 'alarms.AlarmProcessed',
      step: 'processed',
      becomes: { status: AlarmStatus.enum.processed },
      icon: 'finish',
      isOffered: isOpenAlarm,
      isForMany: true,
    },
    ignore: {
      summary: 'Ignore alarms: one, or several by commas',
      event: 'alarms.AlarmIgnored',
      step: 'ignored',
      becomes: { status: AlarmStatus.enum.ignored },
      icon: 'mute',
      isOffered: isOpenAlarm,
      isForMany: true,
    },
    reopen: {
      summary: 'Reopen processed or ignored alarms',
      typed: { note: note.min(1) },
      event: 'alarms.AlarmReopened',
      step: 'reopened',
      becomes: { status: AlarmStatus.enum.unprocessed },
      icon: 'undo',
      isOffered: (alarm) => !isOpenAlarm(alarm),
      isForMany: true,
    },
  },
)

/** The events of an alarm's stream; `events.ts` has those of all. */
export const alarmEventTypes = {
  'alarms.AlarmRaised': { version: 1, data: AlarmRaised },
  'alarms.AlarmCauseAdded': { version: 1, data: AlarmCauseAdded },
  'alarms.AlarmCleared': { version: 1, data: AlarmCleared },
  'alarms.AlarmEscalated': { version: 1, data: AlarmEscalated },
  ...alarmCommands.events,
} as const
/** Commands of policies; people have those that are declared. */
export type PolicyCommand = RaiseAlarm | AddAlarmCause | ClearAlarm | EscalateAlarm
export type AlarmCommand = PolicyCommand | GivenTo<typeof alarmCommands>
