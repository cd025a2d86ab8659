import type { Pool } from 'pg'
import { anything, listenTo } from '../storage/listen-to.ts'

/** Where the database says that a key was revoked or replaced. */
const gatewayKeyChannel = 'nightflow_gateway_keys'

/** `isKnown`: a key has changed; otherwise one may have, because notifications may have been missed. */
type Forget = (isKnown: boolean) => void

const forgetting = new Set<Forget>()

/** Calls back when what this process remembers of keys is no longer good. Answers what ends that. */
export const onGatewayKeysChanged = (forget: Forget): (() => void) => {
  forgetting.add(forget)
  return () => forgetting.delete(forget)
}

/** In this process, without waiting for the database's notification: called once the change is stored. */
export const gatewayKeysChanged = (isKnown = true): void => {
  for (const forget of forgetting) forget(isKnown)
}

/** Follows what other processes change, until the signal aborts. */
export const followGatewayKeys = (pool: Pool, signal: AbortSignal): Promise<void> =>
  listenTo(pool, gatewayKeyChannel, { heard: (payload) => gatewayKeysChanged(payload !== anything), signal })
