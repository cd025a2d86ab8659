import { type DictionaryEntry, listDictionaryEntries } from '@nightflow/schemas/platform/dictionary-calls'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { currentLanguage } from '#api/language.ts'
import type { Meaning } from '#ui/status-badge.tsx'

/** A word of a dictionary as people read it. */
export type Word = { label: string; meaning: Meaning | undefined }
/** Labels by their values, in the dictionary's order. */
export type Words = ReadonlyMap<string, Word>

const meanings: Record<string, Meaning> = { success: 'good', warning: 'warning', danger: 'alarm', default: 'off' }

/** One and the same function at every render: another would make other words of the same entries, and render again for them. */
const wordsOf = (entries: readonly DictionaryEntry[]): Words =>
  new Map(entries.map(({ dictValue, dictLabel, listClass }) => [dictValue, { label: dictLabel, meaning: meanings[listClass ?? ''] }]))

const dictionaryQuery = (dictType: string) =>
  queryOptions({
    queryKey: ['dictionary', dictType, currentLanguage()],
    queryFn: ({ signal }) => call(listDictionaryEntries, { dictType }, signal),
    staleTime: 5 * 60_000,
    select: wordsOf,
  })

const noWords: Words = new Map()

/** Dictionaries by the field that is written in them; without words while they are on their way. */
export function useDictionaries(typeOfField: Readonly<Record<string, string>>): Record<string, Words> {
  const fields = Object.entries(typeOfField)
  const answers = useQueries({ queries: fields.map(([, dictType]) => dictionaryQuery(dictType)) })
  return Object.fromEntries(fields.map(([field], index) => [field, answers[index]?.data ?? noWords]))
}
