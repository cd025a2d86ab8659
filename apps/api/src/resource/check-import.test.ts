import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkRow, fieldsOfColumns, readingOfForm } from './check-import.ts'

const form = z.object({
  code: z.string(),
  day: z.int().min(1).max(28),
  share: z.number().min(0).max(1).nullable().default(null),
  isOpen: z.boolean().default(false),
})
const fields = ['code', 'day', 'share', 'isOpen']
const check = (...cells: string[]) => checkRow({ number: 2, cells }, fields, { form, reading: readingOfForm(form), language: 'en' })

test('numbers and truth values of a form are read from the texts of a sheet', () => {
  expect(check('7', '5', '0,25', 'TRUE')).toMatchObject({ values: { code: '7', day: 5, share: 0.25, isOpen: true }, problems: [] })
  expect(check('7', '5').values).toEqual({ code: '7', day: 5, share: null, isOpen: false })
})

test('a text that is no such number is a problem of its cell', () => {
  expect(check('A', '29').problems).toMatchObject([{ row: 2, column: 'day', cell: 'B2', value: '29' }])
  for (const day of ['soon', '5 6', '0x5', '1,5', '1.000.000'])
    expect(check('A', day).problems).toMatchObject([{ column: 'day', value: day }])
  expect(check('A', '5', '', 'perhaps').problems).toMatchObject([{ column: 'isOpen', value: 'perhaps' }])
})

test('a head is known by the name of its field, by the reader’s words, by those of another language, whatever capitals, blanks and units it has', () => {
  const names: Record<string, readonly string[]> = { code: ['Code', '编号'], day: ['Day', '日'], share: ['Share', '比例'] }
  const steps = [(field: string) => names[field]?.slice(0, 1) ?? [], (field: string) => names[field] ?? []]
  const known = (...head: string[]) => fieldsOfColumns(head, fields, {}, steps)
  expect(known('code', ' DAY ', '比例', '*isOpen')).toEqual(['code', 'day', 'share', 'isOpen'])
  expect(known('Code (x)', '日（1-28）', 'Colour')).toEqual(['code', 'day', undefined])
  expect(known('Day', 'day', 'Day'), 'the name of the field is nearer than a word').toEqual(['day', undefined, undefined])
})
