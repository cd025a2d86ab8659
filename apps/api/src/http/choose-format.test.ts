import { expect, test } from 'vitest'
import { chooseFormat } from './choose-format.ts'

test.each([
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['text/csv', 'csv'],
  ['TEXT/CSV; charset=utf-8', 'csv'],
  ['application/vnd.apache.arrow.stream', 'arrow'],
  ['application/json;q=0.1, text/csv;q=0.2, application/vnd.apache.arrow.stream;q=0.3', 'arrow'],
  ['application/json;q=0, */*', 'csv'],
  ['text/*;q=0.9, application/json;q=0.8', 'csv'],
  ['text/csv;q=rubbish', 'json'],
  [`${'x,'.repeat(5000)}text/csv`, 'json'],
] as const)('Accept: %s is answered with %s', (accept, format) => {
  expect(chooseFormat(accept, true)).toBe(format)
})

test('an answer that is no list of rows is not sent as JSON to a caller that accepts CSV alone', () => {
  expect(chooseFormat('text/csv', false)).toBeUndefined()
  expect(chooseFormat('text/csv, application/json;q=0.5', false)).toBe('json')
  expect(chooseFormat('text/html', false)).toBe('json')
})
