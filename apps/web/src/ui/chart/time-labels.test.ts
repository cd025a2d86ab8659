import { languages } from '@nightflow/schemas/shared/language'
import { expect, test } from 'vitest'
import { timeLabels } from '#ui/chart/time-labels.ts'

const midnight = Date.parse('2026-11-21T16:00:00Z') / 1000
const halfDay = 12 * 3600

test.each(languages)('on an axis of hours in %s midnight is written as its day', (language) => {
  const [first, noon, second] = timeLabels([midnight, midnight + halfDay, midnight + 2 * halfDay], halfDay, 'Asia/Shanghai', {
    language,
    dateForm: 'language',
  })
  expect([first, second]).toEqual(
    timeLabels([midnight, midnight + 2 * halfDay], 86_400, 'Asia/Shanghai', { language, dateForm: 'language' }),
  )
  expect(noon).toMatch(/^12[:.]00$/)
})

test('a form that the tenant chose holds in every language, days without their year and months', () => {
  const days = [Date.parse('2026-03-08T16:00:00Z') / 1000, Date.parse('2026-03-09T16:00:00Z') / 1000]
  const chosen = { language: 'fr', dateForm: 'DD/MM/YYYY' } as const
  expect(timeLabels(days, 86_400, 'Asia/Shanghai', chosen)).toEqual(['09/03', '10/03'])
  expect(timeLabels(days, 28 * 86_400, 'Asia/Shanghai', { ...chosen, dateForm: 'YYYY-MM-DD' })).toEqual(['2026-03', '2026-03'])
})
