/**
 * The bearer token of this browser. It is kept in local storage so that a link opened in a new tab is signed in too;
 * it is short-lived and renewed while the product is open.
 */
const tokenKey = 'nightflow.token'
const expiryKey = 'nightflow.token-expires-at'

type Listener = () => void
const lostListeners = new Set<Listener>()

export const currentToken = (): string | null => localStorage.getItem(tokenKey)

/** Epoch milliseconds after which the token is of no use; 0 when there is none. */
export const tokenExpiresAt = (): number => Number(localStorage.getItem(expiryKey) ?? 0)

export function keepToken(token: string, expiresInSeconds: number): void {
  localStorage.setItem(tokenKey, token)
  localStorage.setItem(expiryKey, String(Date.now() + expiresInSeconds * 1000))
}

/** Forgets the token and tells whoever shows screens that the session is over. */
export function forgetToken(): void {
  const had = currentToken() !== null
  localStorage.removeItem(tokenKey)
  localStorage.removeItem(expiryKey)
  if (had) for (const listener of lostListeners) listener()
}

export function onTokenLost(listener: Listener): () => void {
  lostListeners.add(listener)
  return () => lostListeners.delete(listener)
}
