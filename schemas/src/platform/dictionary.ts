import { z } from 'zod'
import { formatText } from '../shared/format-texts.ts'
import { Texts } from '../shared/language.ts'
import { InUse, YesNo } from '../shared/lists.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'

/** `sys_notice_type`: what programs call a dictionary. */
export const DictionaryType = z.string().regex(/^[a-z][a-z0-9_]{1,63}$/, formatText('dictionary-type'))

export const dictionaryTypes = defineResource({
  name: 'dictionaryType',
  texts: 'platform',
  noun: 'dictionary',
  path: '/prod-api/system/dict/type',
  permission: 'system:dict',
  id: 'dictId',
  table: 'platform.dictionary_types',
  scope: 'common',
  fields: {
    dictName: { schema: text(100).min(1), filter: 'contains' },
    dictType: { schema: DictionaryType, filter: 'contains', filterMax: 64, isUnique: true, isHalf: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  menu: {
    directory: 'system',
    place: 90,
    path: 'dict',
    component: 'system/dict/index',
    icon: 'book',
    titles: { en: 'Dictionaries', 'zh-CN': '字典管理', fr: 'Dictionnaires', id: 'Kamus' },
    audience: 'platform',
    shows: ['/prod-api/system/dict'],
  },
  screen: { title: 'dictType' },
})

const label = text(100)
const labels = z
  .object({ 'zh-CN': label.optional(), en: label.optional(), fr: label.optional(), id: label.optional() })
  .refine((those) => Object.values(those).some((each) => each !== undefined && each !== ''), formatText('label'))
  .optional()

/**
 * Entries of a dictionary. A label is given in all languages by `labels`, or in the writer's own by `dictLabel`; a language without a
 * label of its own shows English, then any.
 */
export const dictionaryData = defineResource({
  name: 'dictionaryEntry',
  texts: 'platform',
  noun: 'dictionary entry',
  path: '/prod-api/system/dict/data',
  permission: 'system:dict',
  id: 'dictCode',
  table: 'platform.dictionary_data',
  scope: 'common',
  order: { field: 'dictSort', direction: 'asc' },
  fields: {
    dictType: { schema: DictionaryType },
    dictValue: { schema: text(100).min(1), isUnique: true, isHalf: true },
    dictSort: { schema: z.int().min(0).max(9999).default(0), isHalf: true },
    /** Style of its badge, in the words of the back office's clients. */
    listClass: {
      schema: z.enum(['default', 'primary', 'success', 'info', 'warning', 'danger']).nullable().default(null),
      isHalf: true,
    },
    cssClass: { schema: text(100).nullable().default(null) },
    isDefault: { schema: YesNo.default(YesNo.enum.no), dictionary: 'sys_yes_no', isHalf: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable' },
    remark: { schema: lines(100).nullable().default(null) },
    /** In the reader's language. */
    dictLabel: { schema: label.min(1).optional(), shown: z.string(), isComputed: true, isUnsortable: true },
    labels: { schema: labels, shown: Texts, isJson: true },
  },
  moreFilters: { dictType: text(64).optional(), dictLabel: text(100).optional() },
  matchOfMore: { dictType: 'equals', dictLabel: 'contains' },
  screen: {
    title: 'dictLabel',
    columns: ['dictLabel', 'dictValue', 'dictSort', 'listClass', 'isDefault', 'status', 'createTime'],
    moreColumns: ['cssClass', 'remark', 'createBy', 'updateBy', 'updateTime'],
    form: ['dictValue', 'dictSort', 'labels', 'listClass', 'isDefault', 'status', 'remark'],
    filters: ['dictLabel', 'status'],
  },
})
