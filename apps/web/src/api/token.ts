import { readCookie, removeCookie, writeCookie } from '#api/cookies.ts'

/** The bearer token of this browser, in a cookie of its own site: a link opened in a new tab is signed in too. */
const tokenCookie = 'Admin-Token'
/** Epoch milliseconds when the token ends unless it is used. */
const expiryCookie = 'Admin-Expires-In'
/** Remembers, over the renewals of a session, that its cookies outlive the browser. */
const rememberedKey = 'nightflow.remembered'
const rememberedSeconds = 7 * 24 * 3600

type Listener = () => void
const lostListeners = new Set<Listener>()

export const currentToken = (): string | null => readCookie(tokenCookie)

/** Epoch milliseconds after which the token is of no use; 0 when there is none. */
export const tokenExpiresAt = (): number => Number(readCookie(expiryCookie) ?? 0)

export function keepToken(token: string, expiresInMinutes: number, isRemembered: boolean): void {
  if (isRemembered) localStorage.setItem(rememberedKey, 'yes')
  else localStorage.removeItem(rememberedKey)
  writeCookie(tokenCookie, token, keptSeconds())
  keepExpiry(expiresInMinutes)
}

/** Another token in the place of the one that is kept: while an operator visits a tenant, and afterwards. */
export const replaceToken = (token: string, expiresInMinutes: number): void =>
  keepToken(token, expiresInMinutes, keptSeconds() !== undefined)

export const keepExpiry = (expiresInMinutes: number): void =>
  writeCookie(expiryCookie, String(Date.now() + expiresInMinutes * 60_000), keptSeconds())

const keptSeconds = (): number | undefined => (localStorage.getItem(rememberedKey) ? rememberedSeconds : undefined)

/** Deletes the token and notifies the screens that the session is over. */
export function forgetToken(): void {
  const had = currentToken() !== null
  forgetTokenSilently()
  if (had) for (const listener of lostListeners) listener()
}

/** For a page that is about to be left or reloaded: no screen is notified. */
export function forgetTokenSilently(): void {
  removeCookie(tokenCookie)
  removeCookie(expiryCookie)
  localStorage.removeItem(rememberedKey)
}

export function onTokenLost(listener: Listener): () => void {
  lostListeners.add(listener)
  return () => lostListeners.delete(listener)
}
