import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import { TenantCode } from '../shared/values.ts'
import type { PayOrder } from './pay-page.ts'
import { OrderStatus } from './payment-order.ts'

const { unpaid, paid } = OrderStatus.enum

/** Is there something to wait for: money, a receipt, or a token? */
export const isOrderMoving = ({ status, receipt, token }: Pick<PayOrder, 'status' | 'receipt' | 'token'>): boolean =>
  status === unpaid || (status === paid && (receipt === null || (token !== null && token.digits.length === 0 && !token.hasFailed)))

const ofOrder = { tenant: TenantCode, orderId: z.uuid() }

/** Posted, so that the identifier, which opens the order, is in no address and in no log. */
export const streamPayOrder = endpoint({
  method: 'POST',
  path: '/api/v1/pay/order/stream',
  permission: 'public',
  summary:
    'Server-sent events: `order` with the state of an order, as `POST /api/v1/pay/order` answers it, now and after each change, until nothing more comes',
  envelope: 'file',
  fileTypes: ['text/event-stream'],
  request: z.object(ofOrder),
  response: z.object({}),
})

export const payReceiptPdf = endpoint({
  method: 'POST',
  path: '/api/v1/pay/receipt',
  permission: 'public',
  summary: 'The receipt of a paid order as PDF, with its tokens in large type and as QR codes, for the holder of its identifier',
  envelope: 'file',
  fileTypes: ['application/pdf'],
  request: z.object({ ...ofOrder, language: Language.optional().meta({ description: 'the reader’s unless given' }) }),
  response: z.object({}),
})
