import { createHmac } from 'node:crypto'
import type { DownlinkOfMeter } from '@nightflow/platform/gateways/gateway-downlinks'
import { type Guard, guardedRequest } from '../shared/guarded-request.ts'

export type KeyOrder = { updateId: string; number: string; key: string; answerBy: string }

/**
 * Pushes a key to a webhook, signed as a valve command is. Bytes of a LoRaWAN device that set a key belong to its maker, and its network server holds keys
 * of its own: such gateways fetch the key as gateways without a downlink do. True once it was taken.
 */
export const pushKey = async (downlink: DownlinkOfMeter, order: KeyOrder, guard: Guard, now: Date): Promise<boolean> => {
  if (downlink.kind !== 'webhook') return false
  const { updateId, number, key, answerBy } = order
  const body = JSON.stringify({ updateId, meter: number, key, answerBy })
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = createHmac('sha256', downlink.secret).update(`${timestamp}.${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'idempotency-key': updateId,
    'nightflow-timestamp': timestamp,
    'nightflow-signature': `v1=${signature}`,
  }
  try {
    const { status } = await guardedRequest({ method: 'POST', url: downlink.url, headers, body }, guard)
    return status >= 200 && status < 300
  } catch (error) {
    if (guard.signal.aborted) throw error
    // A refused address, or no answer: the deadline repeats it.
    return false
  }
}
