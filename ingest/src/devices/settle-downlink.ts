import { isRejection } from '@nightflow/schemas/shared/rejections'
import { MeterNumber } from '@nightflow/schemas/shared/values'
import type { Gateway } from '../shared/accept-frame.ts'
import { ProblemError } from '../shared/problem.ts'
import type { ValveOrders } from './valve-orders.ts'

/** A network server's report on a downlink; the operation's id is in one of `candidates`, alone or inside a longer text. */
export type DownlinkReport = {
  outcome: 'sent' | 'confirmed' | 'failed'
  device: string | undefined
  candidates: readonly string[]
  reason: string
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const candidatesMax = 10

/**
 * Carries a downlink's fate on to the valve operation whose id it bears. Downlinks that are none of ours, and news of operations that are
 * over, change nothing: network servers report every downlink, and more than once. Answers the log's position, 0 for none.
 */
export const settleDownlink = async (orders: ValveOrders, gateway: Gateway, report: DownlinkReport): Promise<number> => {
  const { outcome, device, candidates, reason } = report
  const operationIds = [...new Set(candidates.flatMap((text) => text.slice(0, 200).match(uuid) ?? []))].slice(0, candidatesMax)
  for (const operationId of operationIds.map((identifier) => identifier.toLowerCase())) {
    const known = await orders.findReportedOperation(gateway.tenant, operationId)
    const number = known?.number ?? device
    if (!MeterNumber.safeParse(number).success) continue
    const result = await orders.settle(
      gateway,
      number!,
      known?.operationId ?? operationId,
      outcome === 'failed' ? { outcome, reason } : { outcome },
    )
    if (!isRejection(result)) return result.position
    // Other writers changed the valve's stream repeatedly: the network server should retry.
    if (result.rejected === 'changed-meanwhile')
      throw new ProblemError('unavailable', 'the valve changed meanwhile; send this again', { retryAfterSeconds: 1 })
  }
  return 0
}
