import type { ReceiveCallback } from '@nightflow/schemas/payments/payment-callback'
import type { Decider, EventIn } from '../shared/decider.ts'

type Received = EventIn<'payments.CallbackReceived'>

/** One event of a platform. Its stream is named after it, so that it is received once for ever, however often it is sent. */
export const callbackDecider: Decider<ReceiveCallback, { isReceived: boolean }, Received> = {
  streamOf: ({ callbackId }) => `payments-callback-${callbackId}`,
  initialState: { isReceived: false },
  evolve: () => ({ isReceived: true }),
  decide: {
    ReceiveCallback: ({ type: _, ...said }, { isReceived }, { now }) =>
      isReceived ? [] : [{ type: 'payments.CallbackReceived', data: { ...said, at: now } }],
  },
}
