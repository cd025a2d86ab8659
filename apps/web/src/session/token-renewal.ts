import { renewSession } from '@nightflow/schemas/platform/endpoints'
import { call } from '#api/call.ts'
import { currentToken, keepToken, tokenExpiresAt } from '#session/token.ts'

const checkEverySeconds = 30
/** A token is renewed this long before it ends; a sleeping laptop that misses the moment signs in again. */
const renewBeforeSeconds = 5 * 60

/** Keeps the token fresh while a tab is open. Several tabs share one token, so whichever looks first renews it for all. */
export function startTokenRenewal(): () => void {
  let running = false
  const renewWhenDue = async () => {
    const remaining = tokenExpiresAt() - Date.now()
    if (running || !currentToken() || remaining <= 0 || remaining > renewBeforeSeconds * 1000) return
    running = true
    try {
      const renewed = await call(renewSession, {})
      keepToken(renewed.token, renewed.expiresIn)
    } catch {
      // A failed renewal is tried again at the next check; once the token has ended, the next call leads to sign-in.
    } finally {
      running = false
    }
  }
  const timer = setInterval(renewWhenDue, checkEverySeconds * 1000)
  return () => clearInterval(timer)
}
