import { refreshSession } from '@nightflow/schemas/platform/sign-in-calls'
import { call } from '#api/call.ts'
import { currentToken, keepExpiry, tokenExpiresAt } from '#session/token.ts'

const checkEverySeconds = 30
/** A session is prolonged this long before it ends; a sleeping laptop that misses the moment signs in again. */
const renewBeforeSeconds = 5 * 60

/** Keeps the session while a tab is open. Several tabs share one, so whichever looks first prolongs it for all. */
export function startTokenRenewal(): () => void {
  let running = false
  const renewWhenDue = async () => {
    const remaining = tokenExpiresAt() - Date.now()
    if (running || !currentToken() || remaining <= 0 || remaining > renewBeforeSeconds * 1000) return
    running = true
    try {
      keepExpiry(await call(refreshSession, {}))
    } catch {
      // A failed renewal is tried again at the next check; once the session has ended, the next call leads to sign-in.
    } finally {
      running = false
    }
  }
  const timer = setInterval(renewWhenDue, checkEverySeconds * 1000)
  return () => clearInterval(timer)
}
