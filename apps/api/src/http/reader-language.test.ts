import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { readerLanguage } from './reader-language.ts'

test.each([
  [{}, 'en'],
  [{ 'accept-language': 'fr' }, 'fr'],
  [{ 'accept-language': 'fr;q=0.2, id;q=0.9, en;q=0.5' }, 'id'],
  [{ 'accept-language': 'fr;q=0, id;q=0.1' }, 'id'],
  [{ 'accept-language': 'de, zh-TW;q=0.8, fr;q=0.8' }, 'zh-CN'],
  [{ 'accept-language': 'fr', language: 'zh_CN' }, 'zh-CN'],
  [{ 'accept-language': ';;;,,q=' }, 'en'],
] as const)('a reader with %j reads %s', (headers, language) => {
  expect(readerLanguage({ headers } as unknown as FastifyRequest)).toBe(language)
})
