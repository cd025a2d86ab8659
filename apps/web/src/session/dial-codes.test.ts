import { expect, test } from 'vitest'
import { areaCodeOf, dialCodes } from '#session/dial-codes.ts'
import { usualCountry } from '#session/usual-country.ts'

test.each(['zh-CN', 'en', 'fr', 'id'])('in %s there are some 230 countries, each with a name and a dial code', (language) => {
  const all = dialCodes(language)
  expect(all.length).toBeGreaterThan(225)
  expect(all.filter(({ name, country, areaCode }) => name === country || !/^\d{1,4}$/.test(areaCode))).toEqual([])
})

test('a reader of Indonesian begins with the dial code of Indonesia', () => expect(areaCodeOf(usualCountry('id'))).toBe('62'))
