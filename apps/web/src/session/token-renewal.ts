import { refreshSession } from '@nightflow/schemas/platform/sign-in-calls'
import { call } from '#api/call.ts'
import { isPageInUse } from '#api/presence.ts'
import { currentToken, keepExpiry, tokenExpiresAt } from '#api/token.ts'
import { isOfflinePage } from '#session/offline-pages.ts'

const checkEverySeconds = 30
/** A session is prolonged this long before it ends. */
const renewBeforeSeconds = 5 * 60

/** Renews the session while the page is in use. Tabs share one session, so the first that checks renews it for all. */
export function startTokenRenewal(): () => void {
  let running = false
  const renewWhenDue = async () => {
    // Past its end as well: calls of the person may have kept the session meanwhile, and otherwise this leads to sign-in.
    const isDue = tokenExpiresAt() - Date.now() <= renewBeforeSeconds * 1000
    if (isOfflinePage(location.pathname)) return
    if (running || !isDue || !currentToken() || !isPageInUse()) return
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
