import { byTimerHeader } from '@nightflow/schemas/shared/by-timer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { httpRequestOf } from '#api/call.ts'
import { isSomebodyThere, watchPresence } from '#api/presence.ts'

let page: EventTarget
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { cookie: 'Admin-Token=abc', documentElement: {} })
  page = new EventTarget()
  stop = watchPresence(page)
  page.dispatchEvent(new Event('pointerdown'))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Does a call say that nobody caused it? */
const isByTimer = (): boolean =>
  new Headers(httpRequestOf({ method: 'GET', path: '/prod-api/report/alarm/processed/listNotice' }, {}).init.headers).has(byTimerHeader)

test('what a page asks is asked by a person until nobody has touched it for a minute, and again after the next touch', () => {
  expect(isByTimer()).toBe(false)
  vi.advanceTimersByTime(59_000)
  page.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(59_000)
  expect(isByTimer()).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(isByTimer()).toBe(true)
  page.dispatchEvent(new Event('pointermove'))
  expect(isByTimer()).toBe(false)
})

test('a page that is no longer watched is touched by nobody', () => {
  stop()
  vi.advanceTimersByTime(60_000)
  page.dispatchEvent(new Event('pointerdown'))
  expect(isSomebodyThere()).toBe(false)
})
