import { PassThrough } from 'node:stream'
import { isOrderMoving, streamPayOrder } from '@nightflow/schemas/payments/pay-order-calls'
import type { PayOrder } from '@nightflow/schemas/payments/pay-page'
import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import { visitOf } from '../http/context-of-request.ts'
import type { PayStream } from '../http/pay-streams.ts'
import { sendProblem } from '../http/problem.ts'
import { readRequest } from '../http/read-request.ts'
import type { Route } from '../http/serve.ts'
import { followedOrder, payOrderOf } from './follow-pay-order.ts'
import { contextOfPayer } from './pay-page.ts'

const eventStream = 'text/event-stream'

const eventOf = (order: PayOrder): string => `event: order\ndata: ${JSON.stringify(order)}\n\n`

/** The state of an order now and after each change. It ends with the last one; a client that does not accept a stream gets one event. */
export const streamPayOrderRoute: Route = {
  endpoint: streamPayOrder,
  serve: async (dependencies, request, reply) => {
    const { value } = readRequest(streamPayOrder, request)
    const visit = visitOf(dependencies, request)
    const order = await followedOrder(value, visit)
    if (isRejection(order)) return sendProblem(request, reply, order)
    const asStream = () => reply.header('cache-control', 'private, no-store').header('x-accel-buffering', 'no').type(eventStream)
    if (!isOrderMoving(order) || !request.headers.accept?.includes(eventStream)) return asStream().send(eventOf(order))
    const body = new PassThrough()
    const context = contextOfPayer(visit, value.tenant, streamPayOrder)
    const write = async () => {
      const changed = await payOrderOf(value, context)
      if (body.writableEnded || body.destroyed) return
      if (changed) body.write(eventOf(changed))
      if (!changed || !isOrderMoving(changed)) leave()
    }
    const stream: PayStream = {
      ...{ ...value, address: visit.address },
      // A failed read leaves the page to its poll.
      onChange: () => void write().catch(() => leave()),
      onBeat: () => void body.write(': beat\n\n'),
      onEnd: () => void body.end(),
    }
    const leave = () => {
      dependencies.payStreams.close(stream)
      body.end()
    }
    if (!dependencies.payStreams.open(stream)) return sendProblem(request, reply, rejected('pay-streams-open'))
    // The client may have left while the order was read.
    if (reply.raw.destroyed) leave()
    reply.raw.once('close', () => {
      leave()
      body.destroy()
    })
    body.write(eventOf(order))
    return asStream().send(body)
  },
}
