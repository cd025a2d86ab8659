import { alarmDecider } from '@nightflow/domain/alarms/alarm-decider'
import type { AlarmCondition } from '@nightflow/projections/alarms/alarm-conditions'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Reaction } from '../shared/define-policy.ts'

/** The decider leaves out a condition whose alarm is open or was answered lately. */
export const raiseAlarm = async ({ execute }: Reaction, { tenant: _tenant, ...condition }: AlarmCondition): Promise<void> => {
  const result = await execute(alarmDecider, { type: 'RaiseAlarm', ...condition })
  if (result !== 'done-before' && isRejection(result))
    throw new TypeError(`the alarm ${condition.eventType} of ${condition.subject} was rejected: ${result.rejected}`)
}
