import { expect, test } from 'vitest'
import { countryOfZone, currencyOf } from './country.ts'

test.each([
  ['Asia/Shanghai', 'CN', 'CNY'],
  ['Asia/Makassar', 'ID', 'IDR'],
  ['Europe/Paris', 'FR', 'EUR'],
  ['Africa/Nairobi', 'KE', 'KES'],
])('the zone %s lies in %s, whose currency is %s', (zone, country, currency) => {
  expect(countryOfZone(zone)).toBe(country)
  expect(currencyOf(country)).toBe(currency)
})

test('a zone that lies in no country has none, and an unknown country no currency', () => {
  expect(countryOfZone('UTC')).toBeUndefined()
  expect(currencyOf('ZZ')).toBeUndefined()
})
