import { expect, test } from 'vitest'
import { meterAmong } from './vending.ts'

const [one, other] = [
  { meterNo: 't1', pan: '600727000000000009' },
  { meterNo: 't2', pan: '600727000000000017' },
]

test('an account with several meters names one, an account with one meter need not', () => {
  expect(meterAmong([one, other], 'A-1', undefined)).toEqual({ rejected: 'sts-meter-unnamed', details: { meters: 't1, t2' } })
  expect(meterAmong([one, other], 'A-1', 't2')).toBe(other)
  expect(meterAmong([one], 'A-1', undefined)).toBe(one)
})

test('a meter that the account does not have is refused by name, and so is an account without a meter', () => {
  expect(meterAmong([one], 'A-1', 't2')).toEqual({ rejected: 'sts-meter-not-of-account', details: { accountNo: 'A-1', meterNo: 't2' } })
  expect(meterAmong([], 'A-1', undefined)).toEqual({ rejected: 'sts-meter-not-of-account', details: { accountNo: 'A-1', meterNo: '-' } })
})
