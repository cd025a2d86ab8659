import { chooseLanguage, type Language } from '@nightflow/schemas/shared/language'
import type { FastifyRequest } from 'fastify'

/** The reader's language: the `language` header of the back office's clients, else what the browser prefers. */
export const readerLanguage = ({ headers }: FastifyRequest): Language => {
  const asked = typeof headers.language === 'string' ? [headers.language] : []
  const preferred = (headers['accept-language'] ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => part.split(';')[0]!.trim())
    .filter((tag) => tag !== '')
  return chooseLanguage([...asked, ...preferred])
}
