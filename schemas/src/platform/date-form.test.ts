import { expect, test } from 'vitest'
import { DateForm, type FixedDateForm, fixedFormOf, writeDate, writeInstant, writeMonth, writeShortDate } from './date-form.ts'

const day = { year: 2026, month: 3, day: 9 }

test.each([
  ['YYYY-MM-DD', '2026-03-09', '03-09', '2026-03'],
  ['YYYY/MM/DD', '2026/03/09', '03/09', '2026/03'],
  ['DD/MM/YYYY', '09/03/2026', '09/03', '03/2026'],
  ['DD-MM-YYYY', '09-03-2026', '09-03', '03-2026'],
  ['DD.MM.YYYY', '09.03.2026', '09.03', '03.2026'],
  ['MM/DD/YYYY', '03/09/2026', '03/09', '03/2026'],
] as const)('%s writes a day, a day without its year and a month', (form, whole, short, month) => {
  expect([writeDate(form, day), writeShortDate(form, day), writeMonth(form, day)]).toEqual([whole, short, month])
})

test('every form that can be chosen is written', () => {
  for (const form of DateForm.options) expect(writeDate(fixedFormOf(form) satisfies FixedDateForm, day)).toMatch(/^[\d./-]{10}$/)
})

test('an instant is written in the zone that counts, with the clock of 24 hours', () => {
  expect(writeInstant('DD/MM/YYYY', Date.parse('2026-12-31T23:00:05Z'), 'Asia/Shanghai')).toBe('01/01/2027 07:00:05')
  expect(writeInstant('YYYY-MM-DD', Date.parse('2026-12-31T16:00:00Z'), 'Asia/Shanghai')).toBe('2027-01-01 00:00:00')
})
