import { writeAsTenant } from '@nightflow/platform/storage/write-as-tenant'
import { payReceiptPdf } from '@nightflow/schemas/payments/pay-order-calls'
import { OrderStatus } from '@nightflow/schemas/payments/payment-order'
import { documentJob } from '@nightflow/schemas/platform/job-kinds'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { visitOf } from '../http/context-of-request.ts'
import { sendProblem } from '../http/problem.ts'
import { readRequest } from '../http/read-request.ts'
import type { RequestContext } from '../http/request-context.ts'
import { type FileAnswer, sendFile } from '../http/send-answer.ts'
import { awaitFile } from '../resource/awaited-file.ts'
import type { ExportRoute } from '../resource/export-routes.ts'
import { issuerOf, papersOf, pdfMediaType } from '../resource/papers.ts'
import { followedOrder, payOrderOf } from './follow-pay-order.ts'
import { contextOfPayer } from './pay-page.ts'

const print = async (
  { language: wanted, ...asked }: RequestOf<typeof payReceiptPdf>,
  context: RequestContext,
): Promise<FileAnswer | Rejection> => {
  const order = await payOrderOf(asked, context)
  if (!order) return rejected('not-found')
  const { receipt, token, orderNumber, accountNo, platform, placedAt, paidAt, receivedMinor, feeMinor, status } = order
  if (!receipt || status !== OrderStatus.enum.paid) return rejected('pay-receipt-none')
  const language = wanted ?? context.language
  const facts = { orderNumber, accountNo, platform, placedAt, paidAt, receivedMinor, feeMinor, ...receipt }
  const printed = token && token.digits.length > 0 ? token : null
  const bytes = await papersOf(context).payReceipt({ issuer: await issuerOf(context), language }, { ...facts, token: printed })
  return { fileName: `${accountNo}-${orderNumber}.pdf`, mediaType: pdfMediaType, bytes }
}

/** A worker draws the receipt, as that of the back office. The limits of documents that wait count an order as a person. */
export const payReceiptRoute: ExportRoute = {
  endpoint: payReceiptPdf,
  kind: documentJob,
  prepare: async (request, context) => ({ make: () => print(request as RequestOf<typeof payReceiptPdf>, context) }),
  serve: async (dependencies, request, reply) => {
    const { value } = readRequest(payReceiptPdf, request)
    const visit = visitOf(dependencies, request)
    const order = await followedOrder(value, visit)
    if (isRejection(order)) return sendProblem(request, reply, order)
    const payer = contextOfPayer(visit, value.tenant, payReceiptPdf)
    const context: RequestContext = {
      ...payer,
      caller: { ...payer.caller, username: `pay-page ${value.orderId}` },
      write: (work) => writeAsTenant(dependencies.pool, value.tenant, work),
    }
    const answered = await awaitFile({ kind: documentJob, endpoint: payReceiptPdf, request: value }, context, reply)
    if (isRejection(answered)) return sendProblem(request, reply, answered)
    reply.header('cache-control', 'no-store')
    return sendFile(reply, answered)
  },
}
