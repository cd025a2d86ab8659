import { callbackDecider } from '@nightflow/domain/payments/callback-decider'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { adapterOf } from '@nightflow/platform/payments/adapter-of'
import { findAssociationByPath, meansOf } from '@nightflow/platform/payments/associations'
import { callbackToleranceSeconds, type ReceivedCallback } from '@nightflow/platform/payments/payment-adapter'
import { receivePaymentCallback } from '@nightflow/schemas/payments/payment-callback'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FastifyRequest } from 'fastify'
import { sendProblem } from '../http/problem.ts'
import { readRequest } from '../http/read-request.ts'
import type { Dependencies } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'

/** Namespace of the identifiers of callbacks. It must never change, or an event of a platform would be received twice. */
const namespace = '5d0c9a7e41f84b6f93a2e7168cb05d34'

/** Headers and query as one text each. */
const receivedOf = ({ headers, url }: FastifyRequest, bytes: Buffer): ReceivedCallback => ({
  bytes,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value])),
  query: Object.fromEntries(new URL(url, 'http://platform').searchParams),
})

/**
 * Checks what a platform sent, over its bytes, and stores it once. Its effect is the work of a policy, so that a platform is answered at once
 * and a crash loses nothing.
 */
const receive = async (
  { servicePool, log }: Dependencies,
  { callbackKey }: RequestOf<typeof receivePaymentCallback>,
  request: FastifyRequest,
  bytes: Buffer,
): Promise<ResponseOf<typeof receivePaymentCallback> | Rejection> => {
  const association = await findAssociationByPath(servicePool, `/api/v1/payment-callbacks/${callbackKey.toLowerCase()}`)
  if (!association) return rejected('not-found')
  const now = new Date()
  const { tenant, associationId, platformType, tenantPlatformName: platformName } = association
  const reading = adapterOf[platformType].readCallback(receivedOf(request, bytes), await meansOf(servicePool, association, now), now)
  if ('refused' in reading) return rejected(reading.refused, { seconds: callbackToleranceSeconds })
  if ('ignored' in reading) return { isNew: false }
  const callbackId = nameBasedId(namespace, `${tenant}/${associationId}/${reading.said.platformEventId}`)
  const actor = 'policy:payments'
  const executed = await executeCommand(log, {
    ...{ decider: callbackDecider, tenant, actor },
    command: { type: 'ReceiveCallback', callbackId, associationId, platformName, ...reading.said },
    context: { now: now.toISOString(), actor, timeZone: 'UTC' },
  })
  return isRejection(executed) ? executed : { isNew: executed.events.length > 0 }
}

export const callbackRoute: Route = {
  endpoint: receivePaymentCallback,
  serve: async (dependencies, request, reply) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    request.body = undefined
    const { value } = readRequest(receivePaymentCallback, request)
    const answered = await receive(dependencies, value, request, bytes)
    if (isRejection(answered)) return sendProblem(request, reply, answered)
    return reply.header('cache-control', 'no-store').send(answered)
  },
}
