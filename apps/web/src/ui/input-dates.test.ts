import { DateForm, writeDate } from '@nightflow/schemas/platform/date-form'
import { languages } from '@nightflow/schemas/shared/language'
import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import { inputDates } from '#ui/input-dates.ts'

const forms = DateForm.options.filter((form) => form !== 'language')

test.each(forms)('inputs write a day in the form %s as everything else does', (form) => {
  const { day, moment } = inputDates(form, 'fr')
  expect(dayjs('2026-03-09T14:05').format(day)).toBe(writeDate(form, { year: 2026, month: 3, day: 9 }))
  expect(dayjs('2026-03-09T14:05').format(moment)).toBe(`${writeDate(form, { year: 2026, month: 3, day: 9 })} 14:05`)
})

test('where the tenant leaves it to the language, each language has its own order', () => {
  const written = languages.map((language) => dayjs('2026-03-09').format(inputDates('language', language).day))
  expect(Object.fromEntries(languages.map((language, index) => [language, written[index]]))).toEqual({
    'zh-CN': '2026年3月9日',
    en: 'Mar 9, 2026',
    fr: '9 Mar 2026',
    id: '9 Mar 2026',
  })
})
