import { allContexts } from '../contexts.ts'
import type { DefaultDictionary } from '../shared/default-dictionary.ts'

/** The dictionaries of every context. */
export const defaultDictionaries: readonly DefaultDictionary[] = allContexts.flatMap(({ dictionaries = [] }) => dictionaries)
