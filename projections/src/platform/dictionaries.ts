import { defaultDictionaries } from '@nightflow/schemas/platform/default-dictionaries'
import type { DictionaryEntry } from '@nightflow/schemas/platform/dictionary'
import type { Language, Texts } from '@nightflow/schemas/shared/language'
import type { Queryable } from './platform-tables.ts'
import { resourceTable } from './resource-table.ts'

const made = ['remark', 'createBy', 'createTime', 'updateBy', 'updateTime']

export const dictionaryTypeStore = resourceTable({
  table: 'platform.dictionary_types',
  id: 'dictId',
  shown: ['dictId', 'dictName', 'dictType', 'status', ...made],
  written: ['dictName', 'dictType', 'status', 'remark'],
  filter: { dictName: 'contains', dictType: 'contains', status: 'equals' },
  named: 'dictType',
  common: true,
})

export const dictionaryDataStore = resourceTable({
  table: 'platform.dictionary_data',
  id: 'dictCode',
  shown: ['dictCode', 'dictType', 'dictValue', 'labels', 'dictSort', 'listClass', 'cssClass', 'isDefault', 'status', ...made],
  written: ['dictType', 'dictValue', 'labels', 'dictSort', 'listClass', 'cssClass', 'isDefault', 'status', 'remark'],
  filter: { dictType: 'equals', dictLabel: 'contains', status: 'equals' },
  columns: { dictLabel: 'labels' },
  order: { field: 'dictSort', direction: 'asc' },
  json: ['labels'],
  named: 'dictValue',
  common: true,
})

/** Entries of one dictionary; whoever needs more needs a resource of its own. */
const entriesMax = 1000

/** The entries in use of a dictionary in use, in its order. */
export const listDictionaryEntries = async (database: Queryable, dictType: string, language: Language): Promise<DictionaryEntry[]> => {
  const { rows } = await database.query<Omit<DictionaryEntry, 'dictLabel' | 'dictCode'> & { dictCode: string; labels: Texts }>(
    `select dict_code as "dictCode", dict_sort as "dictSort", data.dict_type as "dictType", dict_value as "dictValue", labels,
       css_class as "cssClass", list_class as "listClass", is_default as "isDefault", data.status
     from platform.dictionary_data as data join platform.dictionary_types as type using (dict_type)
     where dict_type = $1 and data.status = '0' and type.status = '0' order by dict_sort, dict_code limit $2`,
    [dictType, entriesMax],
  )
  return rows.map(({ labels, dictCode, ...entry }) => ({ ...entry, dictCode: Number(dictCode), dictLabel: labels[language] }))
}

/** What the values of several dictionaries are called in every language, in their order. */
export const listDictionaryLabels = async (
  database: Queryable,
  dictTypes: readonly string[],
): Promise<{ dictType: string; dictValue: string; labels: Texts }[]> => {
  const { rows } = await database.query<{ dictType: string; dictValue: string; labels: Texts }>(
    `select data.dict_type as "dictType", dict_value as "dictValue", labels
     from platform.dictionary_data as data join platform.dictionary_types as type using (dict_type)
     where dict_type = any($1) and data.status = '0' and type.status = '0' order by dict_sort, dict_code limit $2`,
    [dictTypes, entriesMax],
  )
  return rows
}

/** Adds the dictionaries that the service itself speaks with, where they are missing; what operators changed stays. */
export const seedDictionaries = async (database: Queryable): Promise<void> => {
  for (const { dictType, dictName, entries } of defaultDictionaries) {
    const { rows } = await database.query(
      `insert into platform.dictionary_types (dict_type, dict_name, create_by) values ($1, $2, 'system')
       on conflict (dict_type) do nothing returning dict_type`,
      [dictType, dictName.en],
    )
    // Of a dictionary that is there already, an entry that an operator removed stays removed.
    if (rows.length === 0) continue
    await database.query(
      `insert into platform.dictionary_data (dict_type, dict_value, labels, dict_sort, list_class, is_default, create_by)
       select $1, value, labels, sort, class, is_default, 'system'
       from unnest($2::text[], $3::jsonb[], $4::int[], $5::text[], $6::text[]) as entry (value, labels, sort, class, is_default)
       on conflict do nothing`,
      [
        dictType,
        entries.map(({ value }) => value),
        entries.map(({ labels }) => JSON.stringify(labels)),
        entries.map((_, index) => index + 1),
        entries.map(({ listClass }) => listClass ?? null),
        entries.map(({ isDefault }) => (isDefault ? 'Y' : 'N')),
      ],
    )
  }
}
