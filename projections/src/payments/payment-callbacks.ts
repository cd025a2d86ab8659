import { SaidStatus } from '@nightflow/schemas/payments/payment-callback'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

/** Every callback that was believed, for the comparison with the reports of platforms. */
export const paymentCallbacks = defineEntity({
  name: 'payments/payment-callbacks',
  version: 1,
  table: 'payment_callbacks',
  key: ['callbackId'],
  row: z.object({
    callbackId: z.uuid(),
    callbackNo: z.int(),
    associationId: z.int(),
    platformEventId: z.string(),
    status: SaidStatus,
    platformReference: z.string(),
    reference: z.string().nullable(),
    currency: z.string(),
    amountMinor: z.int(),
    receivedAt: z.iso.datetime(),
  }),
  indexes: { reference: '(tenant, association_id, platform_reference)' },
  evolve: {
    'payments.CallbackReceived': (seen, { data: { platformName: _, payerReference: __, at: receivedAt, ...said }, position }) =>
      seen ?? { ...said, callbackNo: position, receivedAt },
  },
})
