import { valveDecider } from '@nightflow/domain/devices/valve-decider'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { definePolicy } from '../shared/define-policy.ts'
import { endEvents, isRequest, PendingPositions, reachedPositions, requestEvents, timerOf } from './pending-positions.ts'

/**
 * When a meter's readings show the position that was requested, confirm the operation; when its deadline has passed, expire it. The deadline is a
 * timer, which also keeps what was requested. A rejected command means that the operation has ended in another way meanwhile.
 */
export const finishValveOperations = definePolicy({
  name: 'devices/finish-valve-operations',
  actor: 'policy:valve',
  events: [...requestEvents, ...endEvents, 'metering.ReadingsReported'],
  open: (timers) => new PendingPositions(timers),
  react: async (event, { tenant, execute, setTimer, cancelTimer }, pending) => {
    if (event.type !== 'metering.ReadingsReported') {
      const operation = pending.apply(event)
      if (isRequest(event)) setTimer(timerOf(operation))
      else cancelTimer(operation.operationId)
      return
    }
    const operations = pending.of(tenant)
    // Most of the time no operation is pending, and the frame need not be unpacked.
    if (operations.length === 0 || !event.packed) return
    for (const { number, operationId } of reachedPositions(operations, unpackFrame(event.packed)))
      await execute(valveDecider, { type: 'ConfirmValveOperation', number, operationId })
  },
  onTimer: async ({ key, data }, { execute }) => {
    await execute(valveDecider, { type: 'ExpireValveOperation', number: data.number as string, operationId: key })
  },
})
