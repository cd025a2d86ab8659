import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import { ignoreAlarm, processAlarm } from '@nightflow/schemas/alarms/endpoints'
import { call } from '#api/call.ts'

/** Somebody looks at it, has dealt with it, or lets it be. */
export type AlarmAnswer = 'start' | 'finish' | 'ignore'

/** Gives all of these alarms the same answer. */
export const answerAlarms = (
  alarms: readonly Pick<AlarmRow, 'alarmProcessedId'>[],
  answer: AlarmAnswer,
  note: string,
): Promise<unknown> => {
  const alarmProcessedId = alarms.map((alarm) => alarm.alarmProcessedId).join(',')
  if (answer === 'ignore') return call(ignoreAlarm, { alarmProcessedId, note })
  return call(processAlarm, { alarmProcessedId, alarmStatus: answer === 'start' ? '1' : '2', note })
}
