import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { callNightflow } from './call-nightflow.ts'
import type { OutgoingFrame } from './frames.ts'

const compress = promisify(gzip)

export type GatewayKeys = Readonly<Record<string, string>>
export type Acknowledged = { accepted: number; duplicates: number; rejected: number; position: number }

/** Sends a frame as its gateway does, twice where the gateway missed the first answer, and answers what the service acknowledged. */
export async function sendFrame(baseUrl: string, keys: GatewayKeys, frame: OutgoingFrame, signal?: AbortSignal): Promise<Acknowledged> {
  const bearer = keyOf(keys, frame.gateway.name)
  const body = frame.gateway.gzip ? await compress(frame.body, { level: 1 }) : frame.body
  const call = { url: `${baseUrl}/ingest/v1/frames`, bearer, body, gzip: frame.gateway.gzip, signal }
  const first = acknowledged(await callNightflow(call))
  return frame.sentTwice ? acknowledged(await callNightflow(call)) : first
}

export function keyOf(keys: GatewayKeys, gateway: string): string {
  const key = keys[gateway]
  if (!key)
    throw new Error(
      `there is no key for gateway ${gateway}; create it with: npm run nightflow -- gateway-key --tenant TENANT --name ${gateway}`,
    )
  return key
}

function acknowledged(answer: unknown): Acknowledged {
  const { accepted, duplicates, rejected, position } = answer as {
    accepted: number
    duplicates: number
    rejected: unknown[]
    position: number | null
  }
  // A service that buffers frames before its log knows no place yet.
  return { accepted, duplicates, rejected: rejected.length, position: position ?? 0 }
}
