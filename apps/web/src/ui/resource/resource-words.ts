import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import type { Meaning } from '#ui/status-badge.tsx'

export type NamedResource = { texts: string; name: string; calls: { dictionaries?: Readonly<Record<string, string>> } }

const none = {}

/** Names of a resource's fields and their values: its own text where it has one, otherwise the shared one. */
export function useResourceWords({ texts, name, calls: { dictionaries = none } }: NamedResource) {
  const { t: say, i18n } = useTranslation(texts)
  const words = useDictionaries(dictionaries)
  const own = useCallback(
    (key: string, values: Record<string, string | number> = {}) =>
      say([`${name}.${key}`, key, `shared:resource.${key}`], values as Record<string, string>),
    [say, name],
  )
  const hint = (field: string): string | undefined => {
    const key = `${name}.hint.${field}`
    return i18n.exists(key, { ns: texts }) ? say(key) : undefined
  }
  const word = (field: string, value: unknown): { label: string; meaning?: Meaning | undefined } => {
    const known = words[field]?.get(String(value))
    if (known) return known
    const key = [`${name}.value.${field}.${value}`, `value.${field}.${value}`].find((each) => i18n.exists(each, { ns: texts }))
    return { label: key ? say(key) : String(value) }
  }
  return { own, hint, word, field: (field: string) => own(`field.${field}`) }
}

export type ResourceWords = ReturnType<typeof useResourceWords>
