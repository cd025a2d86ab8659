import { readFileSync } from 'node:fs'
import { endpoints } from '@nightflow/schemas/endpoints'
import { reports } from '@nightflow/schemas/reports'
import { resources } from '@nightflow/schemas/resources'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { type Language, languages } from '@nightflow/schemas/shared/language'
import type { Wording } from '@nightflow/schemas/shared/lists'
import { quantityOf } from '@nightflow/schemas/shared/units-of-fields'
import { z } from 'zod'
import type { NamedWording } from '../spreadsheet/write-spreadsheet.ts'
import type { HeadSteps } from './check-import.ts'
import { type Choice, choiceOf } from './choices.ts'
import { ruoyiHeads } from './ruoyi-heads.ts'

/**
 * Names of the fields of a list and of their values: the texts of the screens, which are here too, so that a spreadsheet says the same to a client that
 * brings no words of its own.
 */
type Words = { texts: string; name: string }
type Texts = { readonly [key: string]: string | Texts }

const folder = new URL('../../../web/locales/', import.meta.url)
const loaded = new Map<string, Texts>()

const textsOf = (language: Language, namespace: string): Texts => {
  const key = `${language}/${namespace}`
  const known = loaded.get(key) ?? (JSON.parse(readFileSync(new URL(`${key}.json`, folder), 'utf8')) as Texts)
  loaded.set(key, known)
  return known
}

const textAt = (texts: Texts, path: string): string | undefined => {
  const found = path.split('.').reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts)
  return typeof found === 'string' ? found : undefined
}

/** Lists that are no resources, by the path of their calls. */
const others: Readonly<Record<string, Words>> = {
  '/prod-api/business/unclaimed': { texts: 'metering', name: 'unclaimed' },
  '/prod-api/business/consumptionReview': { texts: 'metering', name: 'consumptionReview' },
  '/prod-api/business/meterHealth': { texts: 'metering', name: 'meterHealth' },
  '/prod-api/business/meter': { texts: 'devices', name: 'meters' },
  '/prod-api/business/groupReading': { texts: 'metering', name: 'groupReading' },
  '/prod-api/business/manualReading': { texts: 'metering', name: 'readingSheet' },
  '/prod-api/business/partitionSubMeter': { texts: 'leakage', name: 'subMeterSheet' },
  '/prod-api/business/partitionInfrastructure': { texts: 'leakage', name: 'infrastructure' },
  '/prod-api/business/meterReplacement': { texts: 'devices', name: 'meterReplacement' },
  '/prod-api/report/alarm/processed': { texts: 'alarms', name: 'alarm' },
  '/prod-api/business/bill/statement/:accountNo': { texts: 'billing', name: 'statement' },
  '/prod-api/business/ledger/agedReceivables': { texts: 'billing', name: 'agedReceivables' },
  '/prod-api/business/ledger/revenue': { texts: 'billing', name: 'revenueReport' },
  '/prod-api/business/ledger/trialBalance': { texts: 'billing', name: 'trialBalance' },
  '/prod-api/business/ledger/vat': { texts: 'billing', name: 'vatReport' },
  '/prod-api/business/customer': { texts: 'customers', name: 'account' },
  '/prod-api/audit/stream': { texts: 'audit', name: 'streams' },
}

const declared = new Map<string, Words>(
  [...Object.values(resources), ...Object.values(reports)].map(({ path, texts, name }) => [path, { texts, name }]),
)

/** The rows of every list, by the path of its calls. */
const shapes = new Map<string, z.ZodRawShape>(
  Object.values(endpoints)
    .flatMap((ofContext) => Object.values<Endpoint>(ofContext))
    .flatMap(({ path, response }) => {
      const rows = response instanceof z.ZodObject ? response.shape.rows : response
      const row = rows instanceof z.ZodArray ? rows.element : undefined
      return path.endsWith('/list') && row instanceof z.ZodObject ? [[path.replace(/\/list$/, ''), row.shape]] : []
    }),
)

/** The words of the list that a call belongs to; undefined where it has none. */
const wordsOf = (path: string): Words | undefined => {
  const list = path.replace(/\/(export|importTemplate|importData)$/, '')
  return declared.get(list) ?? others[list]
}

/** Where a text may be: of the list, of its namespace, or of all lists. */
const textFor = ({ texts, name }: Words, keys: readonly string[], language: Language): string | undefined => {
  const own = textsOf(language, texts)
  for (const key of keys) {
    const text = textAt(own, `${name}.${key}`) ?? textAt(own, key) ?? textAt(textsOf(language, 'shared'), `resource.${key}`)
    if (text !== undefined) return text
  }
  return undefined
}

/** The head of a column of a spreadsheet: the field's name with the unit of its figures. Undefined for fields that people do not see, such as identifiers. */
export const headOf = (path: string, field: string, language: Language): string | undefined => {
  const words = wordsOf(path)
  const name = words && textFor(words, [`field.${field}`], language)
  const unit = quantityOf(field)?.ownUnit
  return name !== undefined && unit !== undefined && !name.includes(unit) ? `${name} (${unit})` : name
}

/** A text of the screens with its values, for papers that say the same as a screen; its key where there is none. */
export const screenText = (namespace: string, key: string, language: Language, values: Readonly<Record<string, string>> = {}): string =>
  (textAt(textsOf(language, namespace), key) ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

/** The title of the page of a list. */
export const pageTitleOf = (words: Words, language: Language): string => textFor(words, ['title'], language) ?? words.name

/** Heads of a column that comes in, in a language: the list's and the sheet's. */
export const headsIn = (path: string, field: string, language: Language): string[] => {
  const words = wordsOf(path)
  if (!words) return []
  const names = [textFor(words, [`sheet.${field}`], language), textFor(words, [`field.${field}`], language), headOf(path, field, language)]
  return [...new Set(names.filter((name) => name !== undefined))]
}

/** Heads of the columns of a sheet that comes in: in the reader's language, in the others, and those that clients of RuoYi write. */
export const headStepsOf = (path: string, reader: Language): HeadSteps => [
  (field) => headsIn(path, field, reader),
  (field) => languages.flatMap((language) => headsIn(path, field, language)),
  (field) => ruoyiHeads[path.replace(/\/importData$/, '')]?.[field] ?? [],
]

/** The head of a template: as the sheet is called where that has names of its own. */
export const templateHeadOf = (path: string, field: string, language: Language): string | undefined => headsIn(path, field, language)[0]

const yesAndNo: Record<Language, readonly [yes: string, no: string]> = {
  'zh-CN': ['是', '否'],
  en: ['Yes', 'No'],
  fr: ['Oui', 'Non'],
  id: ['Ya', 'Tidak'],
}

const bare = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? bare(schema.def.innerType) : schema

/** The values of a field that is enumerated, or of one that is true or false. */
const valuesOf = (schema: z.core.$ZodType | undefined): string[] => {
  const inner = schema && bare(schema)
  if (inner instanceof z.ZodEnum) return inner.options.map(String)
  return inner instanceof z.ZodBoolean ? ['true', 'false'] : []
}

const labelOf = (words: Words, field: string, value: string, language: Language): string => {
  const [yes, no] = yesAndNo[language]
  const usual = value === 'true' ? yes : value === 'false' ? no : value
  return textFor(words, [`value.${field}.${value}`], language) ?? usual
}

/** Labels of values that no dictionary names: words of the screens, and yes and no. */
export const valueChoicesOf = (path: string, shape: z.ZodRawShape, language: Language): Record<string, Choice[]> => {
  const words = wordsOf(path)
  if (!words) return {}
  return Object.fromEntries(
    Object.entries(shape).flatMap(([field, schema]) => {
      const choices = valuesOf(schema).map((value) => {
        const labels = Object.fromEntries(languages.map((each) => [each, labelOf(words, field, value, each)])) as Record<Language, string>
        return choiceOf(value, labels, language)
      })
      return choices.some(({ value, label }) => value !== label) ? [[field, choices]] : []
    }),
  )
}

/** A cell holds a text, a figure or a list of them: parts of parts are for programs. */
const isPlain = (schema: z.core.$ZodType | undefined): boolean => {
  const inner = schema && bare(schema)
  return !(inner instanceof z.ZodObject || (inner instanceof z.ZodArray && !isPlain(inner.element)))
}

/** Heads and words in the reader's language, for a client that brings none: it gets every field that has a name. */
export const wordingIn = (
  wording: Wording,
  { path, language, row }: { path: string; language: Language; row: z.ZodType | undefined },
): NamedWording => {
  const shape: z.ZodRawShape = row instanceof z.ZodObject ? row.shape : (shapes.get(path.replace(/\/export$/, '')) ?? {})
  const labelled = Object.entries(valueChoicesOf(path, shape, language)).map(([field, choices]) => [
    field,
    Object.fromEntries(choices.map(({ value, label }) => [value, label])),
  ])
  return {
    ...wording,
    words: { ...Object.fromEntries(labelled), ...wording.words },
    ...(wording.heads === undefined &&
      wordsOf(path) && { nameOf: (field: string) => (isPlain(shape[field]) ? headOf(path, field, language) : undefined) }),
  }
}
