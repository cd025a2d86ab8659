import { expect, test } from 'vitest'
import { writtenValue } from '#ui/written-dates.ts'

const chosen = { form: 'DD/MM/YYYY', timeZone: 'Asia/Shanghai' } as const

test('a file of the browser writes days and instants in the form that the tenant chose', () => {
  expect(writtenValue('2026-03-09', chosen)).toBe('09/03/2026')
  expect(writtenValue('2026-12-31T23:00:05.000Z', chosen)).toBe('01/01/2027 07:00:05')
})

test('everything else stays, and where no form is chosen days and instants do too', () => {
  for (const value of ['north-2026-03-09', '', 12, null]) expect(writtenValue(value, chosen)).toBe(value)
  expect(writtenValue('2026-03-09', { form: 'language', timeZone: 'UTC' })).toBe('2026-03-09')
})
