import { describe, expect, test } from 'vitest'
import { MeterPan, SupplyGroupCode, TariffIndex } from './sts-identifiers.ts'

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: string): boolean => schema.safeParse(value).success

describe('the account number of a meter', () => {
  test.each(['600727000000000009', '000001000000000082'])('%s has its check digit', (pan) => expect(accepts(MeterPan, pan)).toBe(true))

  test('has one check digit of ten', () => {
    const right = Array.from({ length: 10 }, (_, digit) => `60072700000000000${digit}`).filter((pan) => accepts(MeterPan, pan))
    expect(right).toEqual(['600727000000000009'])
  })

  test('is refused with a digit or two neighbours exchanged, and with another length', () => {
    for (const pan of ['600727000000000018', '060727000000000009', '60072700000000000', '6007270000000000090', '60072700000000000x', ''])
      expect(accepts(MeterPan, pan), pan).toBe(false)
  })
})

test('supply group and tariff index are six and two digits', () => {
  expect(['123456', '12345', '1234567', '12345a'].map((code) => accepts(SupplyGroupCode, code))).toEqual([true, false, false, false])
  expect(['01', '1', '001', 'a1'].map((index) => accepts(TariffIndex, index))).toEqual([true, false, false, false])
})
