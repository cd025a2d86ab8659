import { expect, test } from 'vitest'
import { countsOf, type Report } from '../tests-report.ts'

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
    failures: ['broken.test.ts: broke outside its tests\n    Hook timed out in 10000ms.'],
    skippedFor: [],
  })
})
