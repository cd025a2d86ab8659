import { setTimeout as pause } from 'node:timers/promises'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { lines } from '@nightflow/schemas/shared/text'
import { typedNumber } from '@nightflow/schemas/shared/typed-number'
import { MeterNumber } from '@nightflow/schemas/shared/values'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Gateway } from '../shared/accept-frame.ts'
import { expectFit, jsonBody } from '../shared/expect-fit.ts'
import { ProblemError } from '../shared/problem.ts'
import type { PendingOperation, ValveOrders } from './valve-orders.ts'

/** Limits of long polling: how long one question waits, how often it looks, and how many wait at a time. */
export const pollLimits = { waitSecondsMax: 30, lookMilliseconds: 1_000, waitingMax: 200 }

const Poll = z.object({ wait: typedNumber().min(0).max(pollLimits.waitSecondsMax).default(0) })
const Operation = z.object({ operationId: z.uuid() })
const Result = z.discriminatedUnion('result', [
  z.object({ result: z.literal('confirmed'), meter: MeterNumber }),
  z.object({ result: z.literal('failed'), meter: MeterNumber, reason: lines(200).default('no-reason') }),
])

/** One valve operation as a gateway receives it; `repeated` where it was delivered before without a result since. */
type Command = { operationId: string; meter: string; position: 'open' | 'closed'; expiresAt: string; repeated: boolean }

/**
 * The way back down, inside an ingest scope: `GET /ingest/v1/commands` returns the valve operations of a gateway's meters and marks them as
 * sent, `POST /ingest/v1/commands/:operationId` takes its result. An operation is delivered until it ends, because the answer that
 * delivered it may be lost; gateways recognise it by its id.
 */
export function registerValveCommandRoutes(scope: FastifyInstance, orders: ValveOrders): void {
  const closing = new AbortController()
  let waiting = 0
  scope.addHook('preClose', async () => closing.abort())

  scope.get('/ingest/v1/commands', async (request) => {
    const { wait } = expectFit(Poll, request.query)
    const seconds = waiting < pollLimits.waitingMax ? wait : 0
    waiting += 1
    try {
      return { commands: await commandsFor(orders, request, seconds * 1000, closing.signal) }
    } finally {
      waiting -= 1
    }
  })

  scope.post('/ingest/v1/commands/:operationId', async (request) => {
    const { operationId } = expectFit(Operation, request.params)
    const reported = expectFit(Result, await jsonBody(request))
    const outcome = reported.result === 'failed' ? { outcome: reported.result, reason: reported.reason } : { outcome: reported.result }
    const settled = await orders.settle(request.gateway, reported.meter, operationId.toLowerCase(), outcome)
    if (isRejection(settled))
      throw new ProblemError(settled.rejected, `valve operation ${operationId} of meter ${reported.meter}: ${settled.rejected}`)
    return { operationId, result: reported.result, position: settled.position }
  })
}

/** Polls until a new operation is pending, the time is over, the gateway has gone or the server closes; then returns all pending ones. */
const commandsFor = async (
  orders: ValveOrders,
  request: FastifyRequest,
  waitMilliseconds: number,
  closing: AbortSignal,
): Promise<Command[]> => {
  const until = performance.now() + waitMilliseconds
  for (;;) {
    const pending = await orders.pending(request.gateway)
    // A disconnected gateway gets nothing, and its orders must not count as sent: the next poll would miss them.
    if (request.raw.destroyed) return []
    const left = until - performance.now()
    if (left <= 0 || pending.some(({ status }) => status === 'requested') || closing.aborted) {
      return tellAll(orders, request.gateway, pending)
    }
    await pause(Math.min(left, pollLimits.lookMilliseconds), undefined, { signal: closing }).catch(() => undefined)
  }
}

const tellAll = async (orders: ValveOrders, gateway: Gateway, pending: readonly PendingOperation[]): Promise<Command[]> => {
  const commands: Command[] = []
  for (const { number, operationId, position, status, expiresAt } of pending) {
    const marked = await orders.settle(gateway, number, operationId, { outcome: 'sent' })
    // Over or past its deadline: the read model does not have it yet, and the valve must not move any more.
    if (isRejection(marked)) continue
    commands.push({ operationId, meter: number, position, expiresAt: expiresAt.toISOString(), repeated: status === 'sent' })
  }
  return commands
}
