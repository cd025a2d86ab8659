import { byTimerHeader } from '@nightflow/schemas/shared/by-timer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { httpRequestOf } from '#api/call.ts'
import { isPageInUse, watchPresence } from '#api/presence.ts'

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

/** Is a call marked as caused by a timer? */
const isByTimer = (): boolean =>
  new Headers(httpRequestOf({ method: 'GET', path: '/prod-api/report/alarm/processed/listNotice' }, {}).init.headers).has(byTimerHeader)

test('calls of a page count as a person’s until the page is idle for a minute, and again after the next touch', () => {
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

test('a page that is no longer observed counts as idle', () => {
  stop()
  vi.advanceTimersByTime(60_000)
  page.dispatchEvent(new Event('pointerdown'))
  expect(isPageInUse()).toBe(false)
})
