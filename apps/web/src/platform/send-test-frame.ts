import { newOperationId } from '#ui/operation-id.ts'

/**
 * Sends a frame without readings with a gateway's key: the service stores and counts it like another frame, and no meter changes.
 *
 * @returns false where this address takes no frames, as where gateways have a service of their own
 */
export async function sendTestFrame(key: string): Promise<boolean> {
  const frame = { frameId: `test-${newOperationId()}`, sentAt: new Date().toISOString(), readings: [] }
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  try {
    const { status } = await fetch('/ingest/v1/frames', { method: 'POST', headers, body: JSON.stringify(frame) })
    return status === 202
  } catch {
    return false
  }
}
