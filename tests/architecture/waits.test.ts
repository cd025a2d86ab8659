import { describe, expect, test } from 'vitest'
import { filesLike, linesLike, textOf } from './source-files.ts'

/** Waits of a fixed time that stay, by file: in all of them time is the subject, the pace or the fault, and nothing is awaited by it. */
const fixedWaits: Readonly<Record<string, string>> = {
  'integration/server/silent-connections.test.ts': 'a slow statement outlasts five checks of the server',
  'integration/server/orderly-end.test.ts': 'pace of senders',
  'integration/platform/threats-accounts.test.ts': 'interval of a loop that waits for a lock',
  'integration/policies/policies.test.ts': 'random moment of a broken connection',
  'integration/audit/api-audit.test.ts': 'interval of a loop that waits for a job',
  'integration/frame-buffer/kafka-crash.test.ts': 'pace of senders, the time-out of a group, and a broker that is away',
  'integration/frame-buffer/kafka-socket.test.ts': 'a peer that sends an answer in two parts',
  'integration/frame-buffer/kafka-without-database.test.ts': 'pace of frames, and the time for which a key is remembered',
  'integration/frame-buffer/kafka-gateway.test.ts': 'the time-out of a group, and the limit of a race',
  'integration/read-models/projector-shards.test.ts': 'pace of frames, and the interval of a loop',
  'integration/event-log/event-log-resilience.test.ts': 'pace of appends',
  'integration/event-log/event-log-order.test.ts': 'transactions that stay open, pace of appends, and the interval of a loop',
  'integration/event-log/event-log-place.test.ts': 'moment of a broken connection',
  'integration/billing/bill-documents.test.ts': 'two events at different moments of the clock',
  'integration/billing/counter-races.test.ts': 'order of two commands',
  'journeys/sign-in-form.ts': 'interval of a loop that waits for a code',
  'journeys/take-screenshots.ts': 'a program for people',
  'response-times/exports.test.ts': 'pace of calls that are measured',
  'response-times/fair-shares.test.ts': 'pace of calls that are measured',
  'response-times/worker-saturated.test.ts': 'pace of calls that are measured, and the interval of a loop',
}
/** Limits below those of the project that stay. */
const shortLimits: Readonly<Record<string, string>> = {
  'integration/platform/gateway-keys.test.ts': 'a revoked key is refused before a remembered one is old',
  'journeys/every-dialog.test.ts': 'a dialog that stays open is closed by loading the page',
}

/** Milliseconds, by the projects of vitest.config.ts. */
const limitOf = (path: string): number => (path.startsWith('tests/journeys/') ? 15_000 : 30_000)
const files = filesLike('tests/{integration,scenarios,journeys,response-times}/**/*.ts')
const named = (path: string): string => path.replace('tests/', '')

describe('tests wait for what is meant', () => {
  const waiting = /\bsleep\(|\bsetTimeout\(|\bwaitForTimeout\(|\bpause\(/

  test('by a condition, an event or a clock, and not by a fixed time', () => {
    const found = linesLike(
      files.filter((path) => !(named(path) in fixedWaits)),
      waiting,
    )
    expect(found).toEqual([])
  })

  test('at least as long as the project says', () => {
    const short = files
      .filter((path) => !(named(path) in shortLimits))
      .flatMap((path) =>
        linesLike([path], /\btimeout: [\d_]+/).filter(
          (line) => Number(/\btimeout: ([\d_]+)/.exec(line)![1]!.replaceAll('_', '')) < limitOf(path),
        ),
      )
    expect(short).toEqual([])
  })

  test('and judge whether it came', () => {
    // `waitFor` throws; an answer of `waitUntil` that is dropped lets a test pass after a minute of waiting.
    expect(linesLike(filesLike('tests/**/*.ts'), /^\s*(?:await|void) waitUntil\(/)).toEqual([])
  })

  test('and an exception that is over leaves the list', () => {
    const listed = [...Object.keys(fixedWaits), ...Object.keys(shortLimits)]
    expect(listed.filter((name) => !files.some((path) => named(path) === name))).toEqual([])
    expect(Object.keys(fixedWaits).filter((name) => !waiting.test(textOf(`tests/${name}`)))).toEqual([])
  })
})
