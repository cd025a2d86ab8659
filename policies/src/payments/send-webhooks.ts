import { notifyStaff } from '@nightflow/platform/messages/notify-staff'
import {
  addDeliveries,
  type DueDelivery,
  dueEndpoints,
  dueOf,
  forgetDeliveries,
  recordAttempt,
  webhookSignature,
} from '@nightflow/platform/payments/webhooks'
import type { Pool } from 'pg'
import { type AnyPolicy, type Condition, definePolicy } from '../shared/define-policy.ts'
import { AddressRefused, guardedRequest } from '../shared/guarded-request.ts'
import { noticeLanguage } from './notice-language.ts'
import { webhookOffNotice } from './payment-notice-texts.ts'
import { webhookEventTypes, webhookOf } from './webhook-events.ts'

type Parts = { pool: Pool; trustedHosts: ReadonlySet<string>; everyMilliseconds?: number }

/** The log of a restored or moved service is read from its beginning; nothing of long ago is sent. */
const latenessMillisecondsMax = 24 * 3_600_000
const deliveriesAtOnce = 20
const endpointsAtOnce = 50
const defaultEveryMilliseconds = 3_000
const detailMax = 200

type Place = { tenant: string; endpointId: number }

/**
 * Tells the systems of a utility what happened, at least once and signed. An event becomes a delivery of each endpoint that chose it; deliveries of an
 * endpoint are sent in their order, and one that fails ends the round of its endpoint, so that a slow system delays no other for long.
 */
export const sendWebhooks = (parts: Parts): AnyPolicy =>
  definePolicy({
    name: 'payments/send-webhooks',
    actor: 'policy:webhooks',
    events: webhookEventTypes,
    react: async (event, { tenant, now }) => {
      if (now.getTime() - event.recordedAt > latenessMillisecondsMax) return
      const sent = webhookOf(event)
      if (!sent) return
      await addDeliveries(parts.pool, { tenant, topic: sent.topic, eventType: sent.type, eventId: event.id, body: sent.body, at: now })
    },
    conditions: {
      everyMilliseconds: parts.everyMilliseconds ?? defaultEveryMilliseconds,
      find: async function* ({ pool, now }): AsyncGenerator<Condition> {
        await forgetDeliveries(pool, now)
        for (const place of await dueEndpoints(pool, now, endpointsAtOnce)) {
          const { tenant, endpointId } = place
          yield { tenant, key: `endpoint/${endpointId}`, react: ({ signal }) => sendRound(parts, place, now, signal) }
        }
      },
    },
  })

const sendRound = async (parts: Parts, place: Place, now: Date, signal: AbortSignal): Promise<void> => {
  const due = await dueOf(parts.pool, place, now, deliveriesAtOnce)
  if (!due) return
  for (const delivery of due.deliveries) {
    const answered = await send(parts, { ...due, delivery, now, signal })
    const { deliveryId, attempts } = delivery
    const isOff = await recordAttempt(parts.pool, place, { deliveryId, attempts, ...answered }, now)
    if (isOff)
      await notifyStaff(parts.pool, {
        tenant: place.tenant,
        ...webhookOffNotice(await noticeLanguage(parts.pool, place.tenant), due.address),
      })
    if (!answered.isTaken) return
  }
}

type Sending = { address: string; secrets: readonly string[]; delivery: DueDelivery; now: Date; signal: AbortSignal }

/** Any answer of success takes it. Redirects are not followed, and an address that the service does not call is refused for good. */
const send = async ({ trustedHosts }: Parts, { address, secrets, delivery, now, signal }: Sending) => {
  const { body, eventId, eventType } = delivery
  const headers = {
    'content-type': 'application/json',
    'nightflow-event': eventType,
    'nightflow-event-id': eventId,
    'nightflow-signature': webhookSignature(secrets, body, now),
  }
  try {
    const { status } = await guardedRequest({ method: 'POST', url: address, headers, body }, { trustedHosts, signal })
    const isTaken = status >= 200 && status < 300
    return { status, detail: null, isTaken, isRefused: false }
  } catch (error) {
    if (signal.aborted) throw error
    const detail = (error instanceof Error ? error.message : String(error)).slice(0, detailMax)
    return { status: null, detail, isTaken: false, isRefused: error instanceof AddressRefused || error instanceof TypeError }
  }
}
