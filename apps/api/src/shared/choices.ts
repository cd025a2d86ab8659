import { listDictionaryLabels } from '@nightflow/projections/platform/dictionaries'
import { type Language, languages, type Texts } from '@nightflow/schemas/shared/language'
import type { Wording } from '@nightflow/schemas/shared/register'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from './asked.ts'

/** One thing that a field may hold, with what people call it: `label` is the reader's word, `names` are all others that mean it. */
export type Choice<Value = string> = { value: Value; label: string; names: readonly string[] }

/** Which dictionary says what the values of a field are called. */
export type Dictionaries = Readonly<Record<string, string>>

const named = 20

/** Two texts that people take for the same. */
export const alike = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/**
 * What somebody meant by a text: the value itself, else the reader's word for it, else that of any other language, each only where it
 * means one thing. `choice-unknown` names the first choices there are.
 */
export const choose = <Value extends string | number>(text: string, choices: readonly Choice<Value>[]) => {
  const meant = [
    choices.filter(({ value }) => alike(String(value), text)),
    choices.filter(({ label }) => alike(label, text)),
    choices.filter(({ names }) => names.some((name) => alike(name, text))),
  ].find(({ length }) => length > 0)
  if (meant?.length === 1) return meant[0]!.value
  const labels = choices.slice(0, named).map(({ label }) => label)
  return rejected('choice-unknown', { choices: choices.length > named ? `${labels.join(', ')} …` : labels.join(', ') })
}

export const choiceOf = (value: string, labels: Texts, language: Language): Choice => ({
  value,
  label: labels[language],
  names: languages.map((each) => labels[each]),
})

/** What each of these fields may hold, in the order of its dictionary. */
export const choicesOf = async (dictionaries: Dictionaries, asked: Asked): Promise<Record<string, Choice[]>> => {
  const rows = await asked.read((database) => listDictionaryLabels(database, Object.values(dictionaries)))
  return Object.fromEntries(
    Object.entries(dictionaries).map(([field, type]) => [
      field,
      rows.filter(({ dictType }) => dictType === type).map(({ dictValue, labels }) => choiceOf(dictValue, labels, asked.language)),
    ]),
  )
}

/** Heads and words of a spreadsheet; where a client brings no words for a field, the dictionary's in the reader's language. */
export const wordingOf = async (dictionaries: Dictionaries, { heads, words }: Wording, asked: Asked): Promise<Wording> => {
  const known = Object.entries(await choicesOf(dictionaries, asked)).map(([field, choices]) => [
    field,
    Object.fromEntries(choices.map(({ value, label }) => [value, label])),
  ])
  return { heads, words: { ...Object.fromEntries(known), ...words } }
}
