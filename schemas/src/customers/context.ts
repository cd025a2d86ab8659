import { type Context, callsOfModules, type EventTypes } from '../shared/context.ts'
import * as accountAttachments from './account-attachments.ts'
import * as accountLifecycle from './account-lifecycle.ts'
import * as accountUse from './account-use.ts'
import { customersDictionaries } from './dictionaries.ts'
import * as calls from './endpoints.ts'
import * as findAccountsCall from './find-accounts.ts'
import * as importAccounts from './import-accounts.ts'
import * as leakNotice from './leak-notice.ts'

/** The events of the context. */
export const events = {
  ...accountLifecycle.accountEventTypes,
  ...accountAttachments.attachmentEventTypes,
  ...leakNotice.leakNoticeEventTypes,
} as const satisfies EventTypes

export const customers = {
  calls: callsOfModules(leakNotice, calls, findAccountsCall, accountUse, importAccounts, accountLifecycle, accountAttachments),
  commands: [
    { texts: 'customers', resource: 'account', commands: accountLifecycle.accountCommands.list },
    { texts: 'metering', resource: 'meterHealth', commands: leakNotice.healthCommands.list },
  ],
  dictionaries: customersDictionaries,
} satisfies Context
