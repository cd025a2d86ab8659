import type { LedgerAccount, Posting } from '@nightflow/schemas/billing/ledger'
import { PayMethod } from '@nightflow/schemas/billing/money'

/** Postings by account; what moves nothing is left out. Above zero is a debit. */
export const postingsOf = (amounts: Partial<Record<LedgerAccount, number>>): Posting[] =>
  (Object.entries(amounts) as [LedgerAccount, number][])
    .filter(([, amountMinor]) => amountMinor !== 0)
    .map(([ledgerAccount, amountMinor]) => ({ ledgerAccount, amountMinor }))

/** Where money at the counter is kept. */
export const tillOf = (payMethod: PayMethod): 'cash' | 'bank' => (payMethod === PayMethod.enum.cash ? 'cash' : 'bank')

/** Where the money of a payment comes from: the float of an agent, a bank entry in clearing, or the till. */
export const sourceOf = ({
  payMethod,
  bankEntryId,
  agentId,
}: {
  payMethod: PayMethod
  bankEntryId?: string | undefined
  agentId?: number | undefined
}): 'cash' | 'bank' | 'clearing' | 'agentFloat' => {
  if (agentId !== undefined) return 'agentFloat'
  return bankEntryId === undefined ? tillOf(payMethod) : 'clearing'
}
