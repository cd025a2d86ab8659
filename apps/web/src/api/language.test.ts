import { expect, test } from 'vitest'
import { chooseLanguage } from '#api/language.ts'

test('the language chosen in this session comes first', () => expect(chooseLanguage('fr', ['en-GB'])).toBe('fr'))
test('any Chinese of the browser is zh-CN', () => expect(chooseLanguage(null, ['zh-Hant-TW', 'en'])).toBe('zh-CN'))
test('the old code of Indonesian is understood', () => expect(chooseLanguage(null, ['in-ID'])).toBe('id'))
test('the first language of the browser that is spoken here wins', () => expect(chooseLanguage(null, ['de', 'fr-CA', 'en'])).toBe('fr'))
test('otherwise it is English', () => expect(chooseLanguage('tlh', ['de'])).toBe('en'))
