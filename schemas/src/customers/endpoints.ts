import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { HistoryRow, historyOf, historyPage } from '../shared/history.ts'
import { boundedTotal, fromEnd } from '../shared/list-page.ts'
import { createdWithin, paging, wording } from '../shared/lists.ts'
import { AccountNo } from '../shared/values.ts'
import { AccountDetail, AccountRow, accountFilter } from './account.ts'

const path = '/prod-api/business/customer'
const filter = { ...accountFilter, ...createdWithin }

export const listAccounts = endpoint({
  method: 'GET',
  path: `${path}/list`,
  permission: 'customers:account:list',
  summary: 'A page of accounts, newest first; the search looks into number, name, telephone, address and meter',
  envelope: 'rows',
  sorts: ['accountNo', 'openedAt', 'status', 'meterNo'],
  request: z.object({ ...filter, ...paging, ...fromEnd }),
  response: z.object({ rows: z.array(AccountRow), ...boundedTotal }),
})

export const exportAccounts = endpoint({
  method: 'POST',
  path: `${path}/export`,
  permission: 'customers:account:export',
  summary: 'All accounts that the filter leaves, as a spreadsheet',
  envelope: 'file',
  request: z.object({ ...filter, ...wording }),
  response: z.object({}),
})

export const findAccount = endpoint({
  method: 'GET',
  path: `${path}/:accountNo`,
  permission: 'customers:account:query',
  summary: 'One account with its holder, its settings and its meters',
  request: z.object({ accountNo: AccountNo }),
  response: AccountDetail,
})

export const listAccountHistory = endpoint({
  method: 'GET',
  path: `${path}/:accountNo/history`,
  permission: 'customers:account:query',
  summary: 'What happened to an account, newest first; page on with `before`',
  request: z.object({ accountNo: AccountNo, ...historyPage }),
  response: historyOf(HistoryRow),
})
