import { findAccount } from '@nightflow/projections/platform/accounts'
import { carrierStore } from '@nightflow/projections/platform/carriers'
import { dictionaryDataStore, dictionaryTypeStore, listDictionaryEntries } from '@nightflow/projections/platform/dictionaries'
import { noticeStore } from '@nightflow/projections/platform/notices'
import { operationStore } from '@nightflow/projections/platform/operations'
import { outboxStore } from '@nightflow/projections/platform/outbox-messages'
import { signInStore } from '@nightflow/projections/platform/sign-in-log'
import { logSignIn } from '@nightflow/projections/platform/sign-ins'
import { thirdPartyPlatformStore } from '@nightflow/projections/platform/third-party-platforms'
import * as dictionary from '@nightflow/schemas/platform/dictionary'
import { unlockAccount } from '@nightflow/schemas/platform/login-log'
import { registers } from '@nightflow/schemas/platform/registers'
import type { Language, Texts } from '@nightflow/schemas/shared/language'
import { languages } from '@nightflow/schemas/shared/language'
import { platformTenant } from '@nightflow/schemas/shared/permissions'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../shared/asked.ts'
import { logRoutes, readOnlyRoutes, registerRoutes } from '../shared/register-routes.ts'
import { ask, command, type Route } from '../shared/serve.ts'
import { namesOfDictionaries } from './built-in-names.ts'
import { parameterRoutes } from './parameters.ts'
import { upToDate } from './up-to-date.ts'

type Row = Record<string, unknown>

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

export const simpleRegisterRoutes: readonly Route[] = [
  ...registerRoutes(registers.notices, noticeStore),
  command(dictionary.refreshDictionaries, upToDate),
  ...registerRoutes(registers.dictionaryTypes, dictionaryTypeStore, namesOfDictionaries),
  ask(dictionary.listDictionaryEntries, ({ dictType }, asked) =>
    asked.read((database) => listDictionaryEntries(database, dictType, asked.language)),
  ),
  ...registerRoutes(registers.dictionaryData, dictionaryDataStore, {
    tell: inReadersLanguage,
    written: labelsWritten,
    before: async ({ labels, dictLabel }, _, id) => (id === undefined && !labels && !dictLabel ? rejected('label-missing') : undefined),
  }),
  ...parameterRoutes,
  ...registerRoutes(registers.carriers, carrierStore),
  ...registerRoutes(registers.thirdPartyPlatforms, thirdPartyPlatformStore),
  ...logRoutes(registers.operations, operationStore),
  ...logRoutes(registers.signIns, signInStore),
  command(unlockAccount, async ({ userName }, asked) => {
    const account = await findAccount(asked.pool, { name: userName })
    const { tenant } = asked.caller
    // An account of somebody else is as unknown as one that is not there.
    if (!account || (account.tenant !== tenant && tenant !== platformTenant)) return rejected('not-found')
    await logSignIn(asked.pool, { ...account, address: asked.address, client: asked.client }, 'unlocked')
    return { response: {} }
  }),
  ...readOnlyRoutes(registers.outbox, outboxStore),
]
