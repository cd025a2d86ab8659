import { languages } from '@nightflow/schemas/shared/language'
import { expect, test } from 'vitest'
import { timeLabels } from '#ui/time-labels.ts'

const midnight = Date.parse('2026-11-21T16:00:00Z') / 1000
const halfDay = 12 * 3600

test.each(languages)('on an axis of hours in %s midnight is written as its day', (language) => {
  const [first, noon, second] = timeLabels([midnight, midnight + halfDay, midnight + 2 * halfDay], halfDay, 'Asia/Shanghai', language)
  expect([first, second]).toEqual(timeLabels([midnight, midnight + 2 * halfDay], 86_400, 'Asia/Shanghai', language))
  expect(noon).toMatch(/^12[:.]00$/)
})
