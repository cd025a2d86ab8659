import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPresence } from '#api/presence.ts'
import { startTokenRenewal } from '#session/token-renewal.ts'

const minute = 60_000

/** Cookies as a browser keeps them: each is set on its own, and read together. */
const cookieJar = (first: Record<string, string>) => {
  const kept = new Map(Object.entries(first))
  return {
    documentElement: {},
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [name = '', value = ''] = text.split(';')[0]!.split('=')
      kept.set(name, value)
    },
  }
}

let asked: string[]
let page: EventTarget
let stops: (() => void)[]
beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('location', { protocol: 'http:', pathname: '/index' })
  vi.stubGlobal('document', cookieJar({ 'Admin-Token': 'abc', 'Admin-Expires-In': String(Date.now() + 30 * minute) }))
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json({ code: 200, msg: 'Done', data: 30 })
  })
  page = new EventTarget()
  stops = [watchPresence(page), startTokenRenewal()]
  page.dispatchEvent(new Event('pointerdown'))
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an idle page lets its session end', async () => {
  await vi.advanceTimersByTimeAsync(60 * minute)
  expect(asked).toEqual([])
})

test('a page in use renews it, once it is due', async () => {
  await vi.advanceTimersByTimeAsync(24 * minute)
  page.dispatchEvent(new Event('keydown'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(2 * minute)
  page.dispatchEvent(new Event('keydown'))
  await vi.advanceTimersByTimeAsync(minute)
  expect(asked).toEqual(['/prod-api/auth/refresh'])
})

test('a page that wakes up late checks the session', async () => {
  await vi.advanceTimersByTimeAsync(40 * minute)
  page.dispatchEvent(new Event('pointermove'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toEqual(['/prod-api/auth/refresh'])
})
