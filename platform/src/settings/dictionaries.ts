import { defaultDictionaries } from '@nightflow/schemas/platform/default-dictionaries'
import { dictionaryData, dictionaryTypes } from '@nightflow/schemas/platform/dictionary'
import type { DictionaryEntry } from '@nightflow/schemas/platform/dictionary-calls'
import type { Language, Texts } from '@nightflow/schemas/shared/language'
import { InUse, YesNo } from '@nightflow/schemas/shared/lists'
import { followDefaults } from '../storage/follow-defaults.ts'
import type { Queryable } from '../storage/platform-tables.ts'
import { storeOf } from '../storage/resource-table.ts'

export const dictionaryTypeStore = storeOf(dictionaryTypes)

export const dictionaryDataStore = storeOf(dictionaryData, { columns: { dictLabel: 'labels' } })

/** Entries of one dictionary; a longer list needs a resource of its own. */
const entriesMax = 1000

/** The entries in use of a dictionary in use, in its order. */
export const listDictionaryEntries = async (database: Queryable, dictType: string, language: Language): Promise<DictionaryEntry[]> => {
  const { rows } = await database.query<Omit<DictionaryEntry, 'dictLabel' | 'dictCode'> & { dictCode: string; labels: Texts }>(
    `select dict_code as "dictCode", dict_sort as "dictSort", data.dict_type as "dictType", dict_value as "dictValue", labels,
       css_class as "cssClass", list_class as "listClass", is_default as "isDefault", data.status
     from platform.dictionary_data as data join platform.dictionary_types as type using (dict_type)
     where dict_type = $1 and data.status = '${InUse.enum.enabled}' and type.status = '${InUse.enum.enabled}' order by dict_sort, dict_code limit $2`,
    [dictType, entriesMax],
  )
  return rows.map(({ labels, dictCode, ...entry }) => ({ ...entry, dictCode: Number(dictCode), dictLabel: labels[language] }))
}

/** Labels of the values of several dictionaries in every language, in their order. */
export const listDictionaryLabels = async (
  database: Queryable,
  dictTypes: readonly string[],
): Promise<{ dictType: string; dictValue: string; labels: Texts }[]> => {
  const { rows } = await database.query<{ dictType: string; dictValue: string; labels: Texts }>(
    `select data.dict_type as "dictType", dict_value as "dictValue", labels
     from platform.dictionary_data as data join platform.dictionary_types as type using (dict_type)
     where dict_type = any($1) and data.status = '${InUse.enum.enabled}' and type.status = '${InUse.enum.enabled}' order by dict_sort, dict_code limit $2`,
    [dictTypes, entriesMax],
  )
  return rows
}

const shippedTypes = defaultDictionaries.map(({ dictType, dictName, entries }) => ({
  dict_type: dictType,
  dict_name: dictName.en,
  entries: entries.map(({ value }) => value),
}))

const shippedEntries = defaultDictionaries.flatMap(({ dictType, entries }) =>
  entries.map(({ value, labels, listClass, isDefault }, index) => ({
    dict_type: dictType,
    dict_value: value,
    labels,
    dict_sort: index + 1,
    list_class: listClass ?? null,
    is_default: isDefault ? YesNo.enum.yes : YesNo.enum.no,
  })),
)

/**
 * Adds the default dictionaries and their entries where this database has not been given them yet, and brings those that operators have not
 * edited to the declaration. An entry that an operator removed stays removed.
 */
export const seedDictionaries = async (database: Queryable): Promise<void> => {
  await database.query(
    `insert into platform.dictionary_types (dict_type, dict_name, create_by)
     select dict_type, dict_name, 'system' from jsonb_to_recordset($1::jsonb) as declared (dict_type text, dict_name text)
     on conflict do nothing`,
    [JSON.stringify(shippedTypes)],
  )
  await database.query(
    `insert into platform.dictionary_data (dict_type, dict_value, labels, dict_sort, list_class, is_default, shipped, create_by)
     select dict_type, dict_value, labels, dict_sort, list_class, is_default, entry, 'system'
     from jsonb_array_elements($1::jsonb) as entry,
       jsonb_to_record(entry) as declared (dict_type text, dict_value text, labels jsonb, dict_sort int, list_class text, is_default text)
       join platform.dictionary_types as types using (dict_type)
     where not coalesce(types.shipped -> 'entries' ? dict_value, false)
     on conflict do nothing`,
    [JSON.stringify(shippedEntries)],
  )
  await followDefaults(database, {
    table: 'platform.dictionary_data',
    key: ['dict_type', 'dict_value'],
    columns: { labels: 'jsonb', dict_sort: 'int', list_class: 'text', is_default: 'text' },
    rows: shippedEntries,
  })
  await followDefaults(database, {
    table: 'platform.dictionary_types',
    key: ['dict_type'],
    columns: { dict_name: 'text' },
    rows: shippedTypes,
  })
}
