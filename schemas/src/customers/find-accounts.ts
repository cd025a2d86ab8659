import { z } from 'zod'
import { AccountStatus } from '../shared/account-status.ts'
import { endpoint } from '../shared/endpoint.ts'
import { text } from '../shared/text.ts'
import { AccountNo, LocalDate } from '../shared/values.ts'

/** Accounts of one answer: a person chooses among them, and types more where there are more. */
export const foundAccountsMax = 8

/** Fields that distinguish an account from others of its name. */
export const FoundAccount = z.object({
  accountNo: AccountNo,
  /** The company, or the holder; null where the holder was erased. */
  customerName: z.string().nullable(),
  address: z.string().nullable(),
  telephone: z.string().nullable(),
  meterNo: z.string().nullable(),
  status: AccountStatus,
  /** Open part of its bills, and the first day on which a part of it is due; null for callers who may not see bills. */
  openMinor: z.int().nullable(),
  owedSince: LocalDate.nullable(),
})
export type FoundAccount = z.infer<typeof FoundAccount>

export const findAccounts = endpoint({
  method: 'GET',
  path: '/prod-api/business/customer/find',
  permission: 'customers:account:list',
  summary: 'Accounts by any word of name, address, telephone, account, meter or bill number; exact matches first',
  request: z.object({ search: text(100).min(1) }),
  response: z.object({ accounts: z.array(FoundAccount).max(foundAccountsMax) }),
})
