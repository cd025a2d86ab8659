import { expect, test } from 'vitest'
import { hundredths, TypedAmount } from './money.ts'

test.each([0.01, 19.99, 1.15, 999_999.99, 25_000_000.5, 9_999_999_999.99, -9_999_999_999.99, 10_000_000_000])(
  'an amount of %d units is whole hundredths: a currency of small units has large bills, debts and payments',
  (units) => {
    expect(TypedAmount.safeParse(units).success).toBe(true)
    expect(hundredths(units)).toBe(Number(units.toFixed(2).replace('.', '')))
  },
)

test.each([0.001, 1.000_001, 25_000_000.505, 999_999_999.991, 10_000_000_000.01])(
  'an amount of %d units is refused: it has a third decimal, or is more than ten billion',
  (units) => expect(TypedAmount.safeParse(units).success).toBe(false),
)
