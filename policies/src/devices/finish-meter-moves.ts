import { meterDecider } from '@nightflow/domain/devices/meter-decider'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { definePolicy } from '../shared/define-policy.ts'

/**
 * When a meter has left its tenant, register it in the other one, and say so in the first. The event that it left is durable, so that a stop
 * between the two loses no meter: the reaction is repeated. A tenant that refuses the meter leaves it where it was.
 */
export const finishMeterMoves = definePolicy({
  name: 'devices/finish-meter-moves',
  actor: 'policy:meter-moves',
  events: ['devices.MeterMovedOut'],
  react: async ({ data: move }, { execute, executeIn }) => {
    const { number, moveId, targetTenant } = move
    const received = await executeIn(targetTenant, meterDecider, { type: 'ReceiveMeter', ...move })
    if (received !== 'done-before' && isRejection(received))
      await execute(meterDecider, { type: 'ReturnMeter', number, moveId, cause: received.rejected })
    else await execute(meterDecider, { type: 'FinishMeterMove', number, moveId })
  },
})
