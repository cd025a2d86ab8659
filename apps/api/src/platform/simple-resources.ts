import { dictionaryDataStore, dictionaryTypeStore, listDictionaryEntries } from '@nightflow/platform/settings/dictionaries'
import * as dictionary from '@nightflow/schemas/platform/dictionary-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { resources } from '@nightflow/schemas/resources'
import type { Texts } from '@nightflow/schemas/shared/language'
import { languages } from '@nightflow/schemas/shared/language'
import { InUse } from '@nightflow/schemas/shared/lists'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { FormOf, RowOf } from '@nightflow/schemas/shared/resource'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { resourceRoutes } from '../resource/resource-routes.ts'
import { namesOfDictionaries } from './built-in-names.ts'
import { logsRoutes } from './logs.ts'
import { noticeRoutes } from './notices.ts'
import { parameterRoutes } from './parameters.ts'
import { upToDate } from './up-to-date.ts'

type Entry = RowOf<typeof resources.dictionaryData>
type TypedEntry = FormOf<typeof resources.dictionaryData>

/** Dictionaries that one list of choices holds. */
const dictionariesMax = 1000

/** Every language has a label: its own, otherwise English, otherwise any. */
const completeLabels = (labels: Partial<Texts>): Texts => {
  const known = Object.values(labels).find((label) => label) ?? ''
  return Object.fromEntries(languages.map((language) => [language, labels[language] || labels.en || known])) as Texts
}

/** The stored labels: all of them, or the one in the writer's language. */
const labelsWritten = ({ dictLabel, labels, ...values }: TypedEntry, { language }: RequestContext, seen: Entry | undefined): TypedEntry => {
  const own = typeof dictLabel === 'string' ? { [language]: dictLabel } : {}
  return { ...values, labels: completeLabels({ ...seen?.labels, ...labels, ...own }) }
}

const inReadersLanguage = (row: Entry, { language }: RequestContext): Entry => ({ ...row, dictLabel: row.labels[language] })

export const simpleResourceRoutes: readonly Route[] = [
  ...noticeRoutes,
  command(dictionary.refreshDictionaries, upToDate),
  ask(resourceCalls.dictionaryTypes.optionselect, async (_, context) => {
    const { rows } = await context.read((database) =>
      dictionaryTypeStore.list(database, { status: InUse.enum.enabled, pageSize: dictionariesMax }),
    )
    return rows.map((row) => namesOfDictionaries.tell(row, context))
  }),
  ...resourceRoutes(resourceCalls.dictionaryTypes, dictionaryTypeStore, {
    tell: (row, context) => namesOfDictionaries.tell(row, context),
    written: (values) => namesOfDictionaries.written(values),
  }),
  ask(dictionary.listDictionaryEntries, ({ dictType }, context) =>
    context.read((database) => listDictionaryEntries(database, dictType, context.language)),
  ),
  ...resourceRoutes(resourceCalls.dictionaryData, dictionaryDataStore, {
    tell: inReadersLanguage,
    written: labelsWritten,
    before: async ({ labels, dictLabel }, _, id) => (id === undefined && !labels && !dictLabel ? rejected('label-missing') : undefined),
  }),
  ...parameterRoutes,
  ...logsRoutes,
]
