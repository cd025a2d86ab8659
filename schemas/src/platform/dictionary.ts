import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { formatText } from '../shared/format-texts.ts'
import { Texts } from '../shared/language.ts'
import { editableResource, InUse, madeBy } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'

/** `sys_notice_type`: what programs call a dictionary. */
export const DictionaryType = z.string().regex(/^[a-z][a-z0-9_]{1,63}$/, formatText('dictionary-type'))

const remark = lines(100).nullable()
const type = { dictName: text(100).min(1), dictType: DictionaryType, status: InUse, remark }

const typeCalls = editableResource({
  path: '/prod-api/system/dict/type',
  permission: 'system:dict',
  noun: 'dictionary',
  id: 'dictId',
  dictionaries: { status: 'sys_normal_disable' },
  row: z.object({ dictId: z.int(), ...type, ...madeBy }),
  form: z.object({ ...type, status: InUse.default('0'), remark: remark.default(null) }),
  filter: { dictName: text(100).optional(), dictType: text(64).optional(), status: InUse.optional() },
})

export const dictionaryTypes = {
  ...typeCalls,
  optionselect: endpoint({
    method: 'GET',
    path: '/prod-api/system/dict/type/optionselect',
    permission: 'signed-in',
    summary: 'Dictionaries in use, to choose from',
    request: z.object({}),
    response: z.array(typeCalls.row),
  }),
}

const entry = {
  dictType: DictionaryType,
  dictValue: text(100).min(1),
  dictSort: z.int().min(0).max(9999),
  /** How a badge of it looks, in the words of the back office's clients. */
  listClass: z.enum(['default', 'primary', 'success', 'info', 'warning', 'danger']).nullable(),
  cssClass: text(100).nullable(),
  isDefault: z.enum(['Y', 'N']),
  status: InUse,
  remark,
}

const label = text(100)
const DictionaryRow = z.object({
  dictCode: z.int(),
  ...entry,
  /** In the reader's language. */
  dictLabel: z.string(),
  labels: Texts,
  ...madeBy,
})

/**
 * Entries of a dictionary. A label is given in all languages by `labels`, or in the writer's own by `dictLabel`; a language without a
 * label of its own shows English, then any.
 */
export const dictionaryData = editableResource({
  path: '/prod-api/system/dict/data',
  permission: 'system:dict',
  noun: 'dictionary entry',
  id: 'dictCode',
  dictionaries: { status: 'sys_normal_disable', isDefault: 'sys_yes_no' },
  row: DictionaryRow,
  form: z.object({
    ...entry,
    labels: z
      .object({ 'zh-CN': label.optional(), en: label.optional(), fr: label.optional(), id: label.optional() })
      .refine((labels) => Object.values(labels).some((text) => text !== undefined && text !== ''), formatText('label'))
      .optional(),
    dictLabel: label.min(1).optional(),
    dictSort: entry.dictSort.default(0),
    listClass: entry.listClass.default(null),
    cssClass: entry.cssClass.default(null),
    isDefault: entry.isDefault.default('N'),
    status: InUse.default('0'),
    remark: remark.default(null),
  }),
  filter: { dictType: text(64).optional(), dictLabel: text(100).optional(), status: InUse.optional() },
})

const DictionaryEntry = DictionaryRow.pick({
  dictCode: true,
  dictSort: true,
  dictLabel: true,
  dictValue: true,
  dictType: true,
  cssClass: true,
  listClass: true,
  isDefault: true,
  status: true,
})
export type DictionaryEntry = z.infer<typeof DictionaryEntry>

export const listDictionaryEntries = endpoint({
  method: 'GET',
  path: '/prod-api/system/dict/data/type/:dictType',
  permission: 'signed-in',
  summary: 'The entries in use of one dictionary, in its order and in the reader’s language; none where there is no such dictionary',
  request: z.object({ dictType: text(64) }),
  response: z.array(DictionaryEntry),
})

export const refreshDictionaries = endpoint({
  method: 'DELETE',
  path: '/prod-api/system/dict/type/refreshCache',
  permission: 'system:dict:remove',
  summary: 'Answers that dictionaries are up to date: the service keeps no copy of them',
  request: z.object({}),
  response: z.object({}),
})
