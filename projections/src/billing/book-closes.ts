import { bookCloses as resource, type TrialBalanceLine } from '@nightflow/schemas/billing/book-close'
import type { LedgerAccount } from '@nightflow/schemas/billing/ledger'
import { Instant } from '@nightflow/schemas/shared/values'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

const closingOf = (balance: readonly TrialBalanceLine[], account: LedgerAccount): number =>
  balance.find(({ ledgerAccount }) => ledgerAccount === account)?.closingMinor ?? 0

/** The months that are closed, with the trial balance of each as it was then. */
export const bookCloses = defineEntity({
  name: 'billing/book-closes',
  version: 1,
  table: 'book_closes',
  key: ['month'],
  row: resource.row.extend({ closedFrom: Instant, closedUntil: Instant }),
  indexes: { id: '(tenant, close_no)' },
  evolve: {
    'billing.MonthClosed': (seen, { data: { month, from, until, trialBalance, computedAtPosition, reason, at }, position, metadata }) =>
      seen ?? {
        ...{ closeNo: position, month, closedFrom: from, closedUntil: until, trialBalance, computedAtPosition, reason },
        turnoverMinor: trialBalance.reduce((sum, { debitMinor }) => sum + debitMinor, 0),
        receivablesMinor: closingOf(trialBalance, 'receivables'),
        // The balances of customers are a credit: shown with the sign that customers see.
        customerMoneyMinor: -closingOf(trialBalance, 'customerMoney') || 0,
        customerDebtsMinor: closingOf(trialBalance, 'customerDebts'),
        createBy: personOf(metadata.actor),
        createTime: at,
        updateBy: null,
        updateTime: null,
      },
  },
})
