import { type KeyCommand, keyDecider } from '@nightflow/domain/devices/key-decider'
import type { EventLog } from '@nightflow/event-log/event-log'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { MeterNumber } from '@nightflow/schemas/shared/values'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Gateway } from '../shared/accept-frame.ts'
import { expectFit, jsonBody } from '../shared/expect-fit.ts'
import { ProblemError } from '../shared/problem.ts'

export type KeyUpdates = {
  log: EventLog
  /** Updates of meters that this gateway reported last, the oldest first; at most 100. */
  listWaiting: (tenant: string, gateway: string) => Promise<{ number: string; updateId: string; attempt: number; isSent: boolean }[]>
  /** In hexadecimal. */
  findKey: (place: { tenant: string; number: string; updateId: string }) => Promise<string | undefined>
}

const Update = z.object({ updateId: z.uuid() })
const Confirmation = z.object({ meter: MeterNumber, result: z.literal('confirmed') })

/**
 * `GET /ingest/v1/key-updates` returns the keys that meters of a gateway are to take and marks them as sent; `POST /ingest/v1/key-updates/:updateId` takes the
 * confirmation. A key is delivered until its update ends, because the answer that delivered it may be lost.
 */
export function registerKeyUpdateRoutes(scope: FastifyInstance, keys: KeyUpdates): void {
  scope.get('/ingest/v1/key-updates', async (request) => {
    const { tenant, name } = request.gateway
    const updates: { updateId: string; meter: string; key: string; attempt: number; repeated: boolean }[] = []
    for (const { number, updateId, attempt, isSent } of await keys.listWaiting(tenant, name)) {
      const key = await keys.findKey({ tenant, number, updateId })
      if (key === undefined) continue
      const marked = await give(keys.log, request.gateway, { type: 'MarkKeyUpdateSent', number, updateId })
      if (!isRejection(marked)) updates.push({ updateId, meter: number, key, attempt, repeated: isSent })
    }
    return { updates }
  })

  scope.post('/ingest/v1/key-updates/:updateId', async (request) => {
    const updateId = expectFit(Update, request.params).updateId.toLowerCase()
    const { meter } = expectFit(Confirmation, await jsonBody(request))
    const confirmed = await give(keys.log, request.gateway, { type: 'ConfirmKeyUpdate', number: meter, updateId })
    if (isRejection(confirmed))
      throw new ProblemError(confirmed.rejected, `key update ${updateId} of meter ${meter}: ${confirmed.rejected}`)
    return { updateId, result: 'confirmed', position: confirmed.position }
  })
}

const give = (log: EventLog, { tenant, name }: Gateway, command: KeyCommand) => {
  const actor = `gateway:${name}`
  const context = { now: new Date().toISOString(), actor, timeZone: 'UTC' }
  return executeCommand(log, { decider: keyDecider, tenant, actor, command, context })
}
