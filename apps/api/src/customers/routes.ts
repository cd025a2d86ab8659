import { findAccount, listAccounts, scanAccounts } from '@nightflow/projections/customers/account-queries'
import { accountHistory } from '@nightflow/projections/customers/accounts'
import { findAccountsBy } from '@nightflow/projections/customers/find-accounts'
import { AccountRow, accountDictionaries } from '@nightflow/schemas/customers/account'
import * as attachments from '@nightflow/schemas/customers/account-attachments'
import * as lifecycle from '@nightflow/schemas/customers/account-lifecycle'
import { accountUse as accountUseEndpoint } from '@nightflow/schemas/customers/account-use'
import * as customers from '@nightflow/schemas/customers/endpoints'
import { findAccounts } from '@nightflow/schemas/customers/find-accounts'
import { openAccounts as openAccountsEndpoint } from '@nightflow/schemas/customers/import-accounts'
import * as notices from '@nightflow/schemas/customers/leak-notice'
import { clockOf } from '../http/decide.ts'
import { assignOwners } from '../http/owners.ts'
import { pagesAfter } from '../http/pages.ts'
import { ask, command, open, query, type Route, upload } from '../http/serve.ts'
import { wordingOf } from '../resource/choices.ts'
import { spreadsheet } from '../resource/export-routes.ts'
import { addAttachment, listAttachments, readAttachment, removeAttachmentRoute } from './account-attachments.ts'
import { accountUse } from './account-use.ts'
import { accountChangeRoutes } from './change-account.ts'
import { importAccountsRoutes } from './import-accounts.ts'
import { openAccount } from './open-account.ts'
import { openAccounts } from './open-batch.ts'
import { leakNoticeRoutes, stopLeakNoticesByLink } from './tell-of-leak.ts'

export const customersRoutes: readonly Route[] = [
  ask(customers.listAccounts, async (request, context) => {
    const clock = await clockOf(context)
    return context.read((database) => listAccounts(database, request, clock))
  }),
  ask(findAccounts, async ({ search }, { read, caller: { may } }) => ({
    accounts: await read((database) => findAccountsBy(database, search, { seesBills: may('billing:bill:list') })),
  })),
  spreadsheet(customers.exportAccounts, async (request, context) => {
    const clock = await clockOf(context)
    return {
      fileName: 'accounts.xlsx',
      wording: await wordingOf(accountDictionaries, request, context),
      row: AccountRow,
      rows: (database) => scanAccounts(database, request, clock),
    }
  }),
  ask(customers.findAccount, async (request, context) => {
    const clock = await clockOf(context)
    return context.read((database) => findAccount(database, request, clock))
  }),
  query(
    customers.listAccountHistory,
    accountHistory,
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
  ask(accountUseEndpoint, accountUse),
  command(lifecycle.openAccount, openAccount),
  ...importAccountsRoutes,
  command(openAccountsEndpoint, openAccounts),
  command(lifecycle.assignAccountOwner, ({ accountNo, ...owner }, context) => assignOwners('account', accountNo, owner, context)),
  ...accountChangeRoutes,
  ask(attachments.listAttachments, listAttachments),
  upload(attachments.addAttachment, { queue: 'pictures', read: readAttachment }, addAttachment),
  removeAttachmentRoute,
  ...leakNoticeRoutes,
  open(notices.stopLeakNoticesByLink, stopLeakNoticesByLink),
]
