import { listDictionaryLabels } from '@nightflow/platform/settings/dictionaries'
import { type Language, languages, type Texts } from '@nightflow/schemas/shared/language'
import type { Wording } from '@nightflow/schemas/shared/lists'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import { ruoyiWords } from './ruoyi-heads.ts'

/** One thing that a field may hold, with what people call it: `label` is the reader's word, `names` are all others that mean it. */
export type Choice<Value = string> = { value: Value; label: string; names: readonly string[] }

/** Which dictionary says what the values of a field are called. */
export type Dictionaries = Readonly<Record<string, string>>

/** Choices that a refusal names. */
const namedMax = 20

/** A text without what people do not see in it: wide letters, capitals and blanks around it. */
export const plainText = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Two texts that people take for the same. */
export const alike = (one: string, other: string): boolean => plainText(one) === plainText(other)

/**
 * The value that a text means: the value itself, else the reader's word for it, else that of any other language, each only where it
 * means one thing. `choice-unknown` names the first choices there are. Made once for many texts: a sheet has thousands of rows.
 */
export const choosing = <Value extends string | number>(choices: readonly Choice<Value>[]): ((text: string) => Value | Rejection) => {
  const steps = [
    valuesByWord(choices, ({ value }) => [String(value)]),
    valuesByWord(choices, ({ label }) => [label]),
    valuesByWord(choices, ({ names }) => names),
  ]
  const labels = choices.slice(0, namedMax).map(({ label }) => label)
  const unknown = rejected('choice-unknown', { choices: labels.join(', ') + (choices.length > namedMax ? ' …' : '') })
  return (text) => {
    const word = plainText(text)
    const meant = steps.find((step) => step.has(word))?.get(word)
    return meant?.size === 1 ? [...meant][0]! : unknown
  }
}

const valuesByWord = <Value>(
  choices: readonly Choice<Value>[],
  wordsOf: (choice: Choice<Value>) => readonly string[],
): Map<string, Set<Value>> => {
  const values = new Map<string, Set<Value>>()
  for (const choice of choices) {
    for (const word of wordsOf(choice).map(plainText)) values.set(word, (values.get(word) ?? new Set()).add(choice.value))
  }
  return values
}

export const choiceOf = (value: string, labels: Texts, language: Language): Choice => ({
  value,
  label: labels[language],
  names: languages.map((each) => labels[each]),
})

const withRuoyiWords = (type: string, { names, ...choice }: Choice): Choice => ({
  ...choice,
  names: [...names, ...(ruoyiWords[type]?.[choice.value] ?? [])],
})

/** Choices of each of these fields, in the order of its dictionary. */
export const choicesOf = async (dictionaries: Dictionaries, context: RequestContext): Promise<Record<string, Choice[]>> => {
  const rows = await context.read((database) => listDictionaryLabels(database, Object.values(dictionaries)))
  return Object.fromEntries(
    Object.entries(dictionaries).map(([field, type]) => [
      field,
      rows
        .filter(({ dictType }) => dictType === type)
        .map(({ dictValue, labels }) => withRuoyiWords(type, choiceOf(dictValue, labels, context.language))),
    ]),
  )
}

/** Heads and words of a spreadsheet; where a client brings no words for a field, the dictionary's in the reader's language. */
export const wordingOf = async (dictionaries: Dictionaries, { heads, words }: Wording, context: RequestContext): Promise<Wording> => {
  const known = Object.entries(await choicesOf(dictionaries, context)).map(([field, choices]) => [
    field,
    Object.fromEntries(choices.map(({ value, label }) => [value, label])),
  ])
  return { heads, words: { ...Object.fromEntries(known), ...words } }
}
