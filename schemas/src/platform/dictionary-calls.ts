import { z } from 'zod'
import { callsOf } from '../shared/calls-of-resource.ts'
import { endpoint } from '../shared/endpoint.ts'
import { text } from '../shared/text.ts'
import { dictionaryData, dictionaryTypes } from './dictionary.ts'

export const dictionaryTypeCalls = {
  ...callsOf(dictionaryTypes),
  optionselect: endpoint({
    method: 'GET',
    path: '/prod-api/system/dict/type/optionselect',
    permission: 'signed-in',
    summary: 'Dictionaries in use, to choose from',
    request: z.object({}),
    response: z.array(dictionaryTypes.row),
  }),
}

const DictionaryEntry = dictionaryData.row.pick({
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
