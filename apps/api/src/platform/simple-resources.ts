import { carrierStore } from '@nightflow/projections/platform/carriers'
import { dictionaryDataStore, dictionaryTypeStore, listDictionaryEntries } from '@nightflow/projections/platform/dictionaries'
import { outboxStore } from '@nightflow/projections/platform/outbox-messages'
import { thirdPartyPlatformStore } from '@nightflow/projections/platform/third-party-platforms'
import * as dictionary from '@nightflow/schemas/platform/dictionary'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { Language, Texts } from '@nightflow/schemas/shared/language'
import { languages } from '@nightflow/schemas/shared/language'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../shared/asked.ts'
import { readOnlyRoutes, resourceRoutes } from '../shared/resource-routes.ts'
import { ask, command, type Route } from '../shared/serve.ts'
import { namesOfDictionaries } from './built-in-names.ts'
import { logsRoutes } from './logs.ts'
import { noticeRoutes } from './notices.ts'
import { parameterRoutes } from './parameters.ts'
import { upToDate } from './up-to-date.ts'

type Row = Record<string, unknown>

/** Dictionaries that one list of choices holds. */
const dictionariesMax = 1000

/** Every language has a label: its own, otherwise English, otherwise any. */
const completeLabels = (labels: Partial<Texts>): Texts => {
  const known = Object.values(labels).find((label) => label) ?? ''
  return Object.fromEntries(languages.map((language) => [language, labels[language] || labels.en || known])) as Texts
}

/** What is kept of the labels that were typed: all of them, or the one in the writer's language. */
const labelsWritten = ({ dictLabel, labels, ...values }: Row, { language }: Asked, seen: Row | undefined): Row => {
  const before = (seen?.labels ?? {}) as Partial<Texts>
  const own = typeof dictLabel === 'string' ? { [language]: dictLabel } : {}
  return { ...values, labels: completeLabels({ ...before, ...(labels as Partial<Texts> | undefined), ...own }) }
}

const inReadersLanguage = (row: Row, { language }: Asked): Row => ({
  ...row,
  dictLabel: (row.labels as Record<Language, string>)[language],
})

export const simpleResourceRoutes: readonly Route[] = [
  ...noticeRoutes,
  command(dictionary.refreshDictionaries, upToDate),
  ask(resourceCalls.dictionaryTypes.optionselect, async (_, asked) => {
    const { rows } = await asked.read((database) => dictionaryTypeStore.list(database, { status: '0', pageSize: dictionariesMax }))
    return rows.map((row) => namesOfDictionaries.tell(row, asked)) as ResponseOf<typeof resourceCalls.dictionaryTypes.optionselect>
  }),
  ...resourceRoutes(resourceCalls.dictionaryTypes, dictionaryTypeStore, namesOfDictionaries),
  ask(dictionary.listDictionaryEntries, ({ dictType }, asked) =>
    asked.read((database) => listDictionaryEntries(database, dictType, asked.language)),
  ),
  ...resourceRoutes(resourceCalls.dictionaryData, dictionaryDataStore, {
    tell: inReadersLanguage,
    written: labelsWritten,
    before: async ({ labels, dictLabel }, _, id) => (id === undefined && !labels && !dictLabel ? rejected('label-missing') : undefined),
  }),
  ...parameterRoutes,
  ...resourceRoutes(resourceCalls.carriers, carrierStore),
  ...resourceRoutes(resourceCalls.thirdPartyPlatforms, thirdPartyPlatformStore),
  ...logsRoutes,
  ...readOnlyRoutes(resourceCalls.outbox, outboxStore),
]
