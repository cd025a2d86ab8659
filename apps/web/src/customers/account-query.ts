import { accountDictionaries } from '@nightflow/schemas/customers/account'
import { findAccount } from '@nightflow/schemas/customers/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'

/** Where the words of an account are. */
export const accountWords = { texts: 'customers', name: 'account', calls: { dictionaries: accountDictionaries } }

export const accountQuery = (accountNo: string) =>
  queryOptions({ queryKey: ['account', accountNo], queryFn: ({ signal }) => call(findAccount, { accountNo }, signal) })
