import { type Texts, texts } from './language.ts'

type ListClass = 'default' | 'primary' | 'success' | 'info' | 'warning' | 'danger'
export type DefaultEntry = { value: string; labels: Texts; listClass?: ListClass; isDefault?: true }
/**
 * Default of a dictionary. Operators change it in the database, which stores the English name: until an operator renames it, readers see
 * the name in their own language.
 */
export type DefaultDictionary = { dictType: string; dictName: Texts; entries: readonly DefaultEntry[] }

export const entry = (value: string, en: string, zh: string, fr: string, id: string, listClass?: ListClass): DefaultEntry => ({
  value,
  labels: texts(en, zh, fr, id),
  ...(listClass && { listClass }),
})
