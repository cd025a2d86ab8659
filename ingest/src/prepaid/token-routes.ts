import { meterTokensDecider } from '@nightflow/domain/prepaid/meter-tokens-decider'
import type { EventLog } from '@nightflow/event-log/event-log'
import { executeCommand } from '@nightflow/event-log/execute-command'
import type { TokenDownlinkCommand } from '@nightflow/schemas/prepaid/token-downlink'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { lines } from '@nightflow/schemas/shared/text'
import { MeterNumber } from '@nightflow/schemas/shared/values'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Gateway } from '../shared/accept-frame.ts'
import { expectFit, jsonBody } from '../shared/expect-fit.ts'
import { ProblemError } from '../shared/problem.ts'

export type TokenDownlinks = {
  log: EventLog
  /** Tokens of meters that this gateway reported last, the oldest first; at most 100. */
  listWaiting: (
    tenant: string,
    gateway: string,
  ) => Promise<{ downlinkId: string; meterNo: string; digits: string; expiresAt: Date; isSent: boolean }[]>
}

const Downlink = z.object({ downlinkId: z.uuid() })
const Result = z.discriminatedUnion('result', [
  z.object({ result: z.literal('confirmed'), meter: MeterNumber }),
  z.object({ result: z.literal('failed'), meter: MeterNumber, reason: lines(200).default('no-reason') }),
])

type Token = { downlinkId: string; meter: string; tokens: string[]; expiresAt: string; repeated: boolean }

/**
 * `GET /ingest/v1/tokens` returns the tokens that meters of a gateway are to take and marks them as sent; `POST /ingest/v1/tokens/:downlinkId` takes the
 * result. A token is delivered until its downlink ends, because the answer that delivered it may be lost; the meter refuses a token that it has.
 */
export function registerTokenRoutes(scope: FastifyInstance, { log, listWaiting }: TokenDownlinks): void {
  scope.get('/ingest/v1/tokens', async (request) => {
    const { tenant, name } = request.gateway
    const tokens: Token[] = []
    for (const { downlinkId, meterNo, digits, expiresAt, isSent } of await listWaiting(tenant, name)) {
      // A gateway that has gone gets nothing, and nothing counts as sent.
      if (request.raw.destroyed) return { tokens: [] }
      const marked = await give(log, request.gateway, { type: 'MarkTokenDownlinkSent', meterNo, downlinkId })
      if (isRejection(marked)) continue
      tokens.push({ downlinkId, meter: meterNo, tokens: digits.split(' '), expiresAt: expiresAt.toISOString(), repeated: isSent })
    }
    return { tokens }
  })

  scope.post('/ingest/v1/tokens/:downlinkId', async (request) => {
    const downlinkId = expectFit(Downlink, request.params).downlinkId.toLowerCase()
    const reported = expectFit(Result, await jsonBody(request))
    const named = { meterNo: reported.meter, downlinkId }
    const settled = await give(
      log,
      request.gateway,
      reported.result === 'failed'
        ? { type: 'FailTokenDownlink', ...named, reason: reported.reason }
        : { type: 'ConfirmTokenDownlink', ...named },
    )
    if (isRejection(settled))
      throw new ProblemError(settled.rejected, `token ${downlinkId} of meter ${reported.meter}: ${settled.rejected}`)
    return { downlinkId, result: reported.result, position: settled.position }
  })
}

const give = (log: EventLog, { tenant, name }: Gateway, command: TokenDownlinkCommand) => {
  const actor = `gateway:${name}`
  const context = { now: new Date().toISOString(), actor, timeZone: 'UTC' }
  return executeCommand(log, { decider: meterTokensDecider, tenant, actor, command, context })
}
