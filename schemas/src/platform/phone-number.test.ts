import { expect, test } from 'vitest'
import { phoneForm, phoneIdentity } from './phone-number.ts'

test.each([
  ['86', '138 0013 8000', '+8613800138000'],
  ['86', '+86 138-0013-8000', '+8613800138000'],
  ['33', '06 12 34 56 78', '+33612345678'],
  ['33', '612345678', '+33612345678'],
  ['62', '0812 3456 7890', '+6281234567890'],
  ['44', '07400 123456', '+447400123456'],
  ['1', '(202) 555-0123', '+12025550123'],
])('+%s %s is %s, however it is spelt', (areaCode, phonenumber, international) =>
  expect(phoneForm(areaCode, phonenumber)).toEqual({ areaCode, phonenumber: international.slice(areaCode.length + 1), international }),
)

test.each([
  ['86', '1380013800'],
  ['86', '138001380001'],
  ['86', '23800138000'],
  ['33', '12345'],
  ['33', '+86 13800138000'],
  ['62', '1'],
  ['999', '13800138000'],
  ['86', 'water'],
])('+%s %s is no number of that country', (areaCode, phonenumber) => expect(phoneForm(areaCode, phonenumber)).toBeUndefined())

test('spellings of one number have one identity, and impossible numbers have their digits', () => {
  expect(phoneIdentity('33', '06 12 34 56 78')).toBe(phoneIdentity('33', '612345678'))
  expect(phoneIdentity('33', '12-345')).toBe('+3312345')
  expect(phoneIdentity(null, '138 0013 8000')).toBe('13800138000')
  expect(phoneIdentity('999', '１２３')).toBe('+999123')
})
