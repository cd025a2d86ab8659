import { outcomeOf } from '@nightflow/domain/billing/bill-run-figures'
import { type BillRunPhase, billRunAccounts as resource } from '@nightflow/schemas/billing/bill-run'
import { defineEntity } from '../projector/entity.ts'

/** More than an event has accounts: each of them is a row with a number of its own. */
const numbersPerEvent = 1_024
const numbersOf = new WeakMap<object, Map<string, number>>()
/** The place of each account in the page of an event. */
const placesIn = (accounts: readonly { accountNo: string }[]): Map<string, number> => {
  const known = numbersOf.get(accounts) ?? new Map(accounts.map(({ accountNo }, place) => [accountNo, place]))
  numbersOf.set(accounts, known)
  return known
}

/** Result of a run for each account, in its preview and in its posting. */
export const billRunAccounts = defineEntity({
  name: 'billing/bill-run-accounts',
  version: 1,
  table: 'bill_run_accounts',
  key: ['runId', 'phase', 'accountNo'],
  row: resource.row,
  indexes: { id: '(tenant, bill_run_account_no)', outcome: '(tenant, run_id, phase, outcome, bill_run_account_no)' },
  keysOf: ({ data }) => {
    const { runId, phase, accounts } = data as { runId: string; phase: BillRunPhase; accounts: { accountNo: string }[] }
    return accounts.map(({ accountNo }) => ({ runId, phase, accountNo }))
  },
  evolve: {
    'billing.BillRunAdvanced': (_, { data: { runId, phase, firstMonth, lastMonth, accounts, at }, position }, { accountNo }) => {
      const place = placesIn(accounts).get(accountNo ?? '')
      if (place === undefined) return undefined
      const account = accounts[place]!
      const number = position * numbersPerEvent + place
      const ofRun = { runId, phase, firstMonth, lastMonth, createTime: at }
      return { ...account, ...ofRun, outcome: outcomeOf(account.result), billRunAccountNo: number }
    },
  },
})
