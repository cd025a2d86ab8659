import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { RowId } from '../shared/lists.ts'

export const renewWebhookSecret = endpoint({
  method: 'PUT',
  path: '/prod-api/business/webhookEndpoint/secret/:endpointId',
  permission: 'payments:webhook:secret',
  summary: 'Create a new secret of a webhook endpoint. It is answered once; deliveries are signed with the one before as well for 24 hours',
  request: z.object({ endpointId: RowId }),
  response: z.object({ secret: z.string() }),
})

export const replayWebhook = endpoint({
  method: 'PUT',
  path: '/prod-api/business/webhookDelivery/replay/:deliveryId',
  permission: 'payments:webhookDelivery:replay',
  summary: 'Send a webhook delivery again, with the same body and the same identifier',
  request: z.object({ deliveryId: RowId }),
  response: z.object({ deliveryId: z.int() }),
})
