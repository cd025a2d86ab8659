import { expect, test } from 'vitest'
import { type Lock, noticeOf } from '../support/notice/notice-of.ts'
import { textOf } from './source-files.ts'

const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Lock }
const notice = textOf('NOTICE')

test('NOTICE names the licence of every package that runs or is in the browser, as the lock file has them', () => {
  expect(notice, 'run "npm run notice"').toBe(noticeOf(packages))
})

test('NOTICE names the MPL-2.0 of resvg and where its source is', () => {
  expect(notice).toMatch(/MPL-2\.0\n.*https:\/\/github\.com\/yisibl\/resvg-js.*\n {2}@resvg\/resvg-wasm\n/)
})

test('a package without a known licence is refused', () => {
  const lock: Lock = { '': { dependencies: { strange: '1.0.0' } }, 'node_modules/strange': { version: '1.0.0' } }
  expect(() => noticeOf(lock)).toThrow(/strange states no licence/)
})
