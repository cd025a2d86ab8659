import { chooseLanguage, type Language } from '@nightflow/schemas/shared/language'
import type { FastifyRequest } from 'fastify'
import { acceptedRanges } from './accepted-ranges.ts'

/** The reader's language: the `language` header of the back office's clients, else what the browser prefers. */
export const readerLanguage = ({ headers }: FastifyRequest): Language => {
  const context = typeof headers.language === 'string' ? [headers.language] : []
  const preferred = acceptedRanges(headers['accept-language'] ?? '')
    .filter(({ range, quality }) => range !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ range }) => range)
  return chooseLanguage([...context, ...preferred])
}
