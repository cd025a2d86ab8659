import { expect, test } from 'vitest'
import { type Counts, countsOf, failureText, filesToTryAgain, type Report, summaryLines, withSecondTry } from '../tests-report.ts'

const passed = { status: 'passed', fullName: 'a b', ancestorTitles: [], title: 'b', failureMessages: [] }

test('a file whose beforeAll failed is a failure that is named, and its tests are not counted as skipped for a reason', () => {
  const times = { startTime: 0, endTime: 1 }
  const report: Report = {
    numTotalTests: 3,
    numPassedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      { name: '/house/good.test.ts', status: 'passed', message: '', ...times, assertionResults: [passed] },
      {
        name: '/house/broken.test.ts',
        status: 'failed',
        message: 'Hook timed out in 10000ms.',
        ...times,
        assertionResults: [
          { ...passed, status: 'skipped' },
          { ...passed, status: 'skipped' },
        ],
      },
    ],
  }
  expect(countsOf(report, '/house')).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: 2,
    failures: [{ file: 'broken.test.ts', name: 'broke outside its tests', message: 'Hook timed out in 10000ms.' }],
    skippedFor: [],
  })
})

const failure = (file: string, name: string) => ({ file, name, message: 'Timeout 30000ms exceeded.' })
const two: Counts = { passed: 8, failed: 2, skipped: 0, failures: [failure('map.test.ts', 'zooms'), failure('bills.test.ts', 'pays')] }

test('a journey that fails runs once more alone; passing then, it counts as passed and is named', () => {
  expect(filesToTryAgain(two)).toEqual(['map.test.ts', 'bills.test.ts'])
  const tried = withSecondTry(two, 'map.test.ts', { passed: 3, failed: 0, skipped: 0 })
  expect(tried).toMatchObject({ passed: 9, failed: 1, failures: [{ file: 'bills.test.ts' }], flaky: ['map.test.ts: zooms'] })
  expect(summaryLines(tried).at(-1)).toBe('flaky: map.test.ts: zooms')
  expect(withSecondTry(two, 'map.test.ts', { passed: 2, failed: 1, skipped: 0 })).toBe(two)
  expect(withSecondTry(two, 'map.test.ts', { passed: 0, failed: 0, skipped: 0 })).toBe(two)
})

test('three that fail are not tried again, nor what broke without a name', () => {
  expect(filesToTryAgain({ ...two, failed: 3, failures: [...two.failures!, failure('map.test.ts', 'pans')] })).toEqual([])
  expect(filesToTryAgain({ ...two, failed: 1, failures: [] })).toEqual([])
  expect(failureText(failure('map.test.ts', 'zooms'))).toBe('map.test.ts: zooms\n    Timeout 30000ms exceeded.')
})
