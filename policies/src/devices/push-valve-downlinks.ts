import { valveDecider } from '@nightflow/domain/devices/valve-decider'
import { findDownlinkOfMeter } from '@nightflow/platform/gateways/gateway-downlinks'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy, type Reaction } from '../shared/define-policy.ts'
import { requestEvents } from './pending-positions.ts'
import { type PushOutcome, pushDownlink, type ValveOrder } from './push-downlink.ts'

/** Before each further attempt; after the last the operation has failed. */
const pausesSeconds = [5, 15, 60, 180] as const

/** Gateways whose network server failed last, and the epoch milliseconds until which it is left alone: one dead server must not hold up the others. */
type Paused = Map<string, number>

/**
 * When a valve operation is requested and the meter's gateway has a network server that takes downlinks, push the command. The timer is the durable
 * queue: it is set with the checkpoint and removed once the push has succeeded or failed for good. Gateways without a network server poll.
 */
export const pushValveDownlinks = ({ pool, trustedHosts }: { pool: Pool; trustedHosts: ReadonlySet<string> }): AnyPolicy =>
  definePolicy<Paused>({
    name: 'devices/push-valve-downlinks',
    actor: 'policy:downlink',
    events: requestEvents,
    open: () => new Map(),
    react: ({ type, data }, { now, setTimer }) => {
      const { operationId, number, expiresAt } = data as { operationId: string; number: string; expiresAt: string }
      const position = type === 'devices.ValveOpeningRequested' ? 'open' : 'closed'
      setTimer({ key: operationId, dueAt: now, data: { number, position, expiresAt, attempt: 0 } })
    },
    onTimer: async ({ key: operationId, data }, reaction, paused) => {
      const { attempt, ...about } = data as Omit<ValveOrder, 'operationId'> & { attempt: number }
      const order = { ...about, operationId }
      const { tenant, now, signal, setTimer } = reaction
      // Its expiry is the work of another policy.
      if (now.getTime() >= Date.parse(order.expiresAt)) return
      const downlink = await findDownlinkOfMeter(pool, tenant, order.number)
      if (!downlink) return
      const server = `${tenant}/${downlink.gateway}`
      const rest = paused.get(server) ?? 0
      if (rest > now.getTime()) return setTimer({ key: operationId, dueAt: new Date(rest), data })
      const outcome = await pushDownlink(downlink, order, { trustedHosts, signal }, now)
      paused.delete(server)
      const pause = pausesSeconds[attempt]
      if (outcome.outcome !== 'later' || pause === undefined) return settle(order, outcome, reaction)
      const dueAt = new Date(now.getTime() + pause * 1000)
      paused.set(server, dueAt.getTime())
      setTimer({ key: operationId, dueAt, data: { ...data, attempt: attempt + 1 } })
    },
  })

/** A rejected command means that the operation ended in another way meanwhile. */
const settle = async ({ number, operationId }: ValveOrder, outcome: PushOutcome, { execute }: Reaction): Promise<void> => {
  if (outcome.outcome === 'taken') {
    const { downlinkId } = outcome
    await execute(valveDecider, { type: 'MarkValveOperationSent', number, operationId, ...(downlinkId !== undefined && { downlinkId }) })
    return
  }
  const reason = outcome.outcome === 'failed' ? outcome.reason : 'network-server-failed'
  await execute(valveDecider, { type: 'FailValveOperation', number, operationId, reason })
}
