import { expect, test } from 'vitest'
import { daysByUseMax } from './use-reports.ts'

// requirement of Reports: A report sorted by use is bounded by meters and days | /report/interval | GET /prod-api/business/useReport/interval/list
test('a report sorted by use has a year of few meters, fewer days of many, and never less than a month', () => {
  expect([0, 10_000, 20_000, 100_000, 1_000_000].map(daysByUseMax)).toEqual([366, 366, 200, 40, 31])
})
