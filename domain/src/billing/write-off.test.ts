import { describe, test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import type { AccountChargesEvent } from './account-charges.ts'
import { accountChargesDecider } from './account-charges-decider.ts'

const given = specificationOf(accountChargesDecider)
const at = '2026-03-02T08:00:00.000Z'
const accountNo = '1001'
const debtId = '3f0f3ad8-5d6e-4b8c-9b0a-00000000000d'
const reason = 'The holder moved abroad'
const named = { accountNo, debtId, reason }
const added: AccountChargesEvent = {
  type: 'billing.DebtAdded',
  data: {
    ...{ accountNo, debtId, debtType: '1', feeName: 'Meter', plan: { source: '1', deductions: 4 }, remark: '', amountMinor: 10_000, at },
    postings: [
      { ledgerAccount: 'customerDebts', amountMinor: 10_000 },
      { ledgerAccount: 'debtIncome', amountMinor: -10_000 },
    ],
  },
}
const proposed: AccountChargesEvent = { type: 'billing.DebtWriteOffProposed', data: { ...named, proposedBy: 'user:clerk', at } }
const dismissed: AccountChargesEvent = { type: 'billing.DebtWriteOffDismissed', data: { ...named, at } }
const writtenOff: AccountChargesEvent = {
  type: 'billing.DebtWrittenOff',
  data: {
    ...{ ...named, debtType: '1', feeName: 'Meter', debtMinor: 10_000, amountMinor: 10_000, at },
    postings: [
      { ledgerAccount: 'writeOffs', amountMinor: 10_000 },
      { ledgerAccount: 'customerDebts', amountMinor: -10_000 },
    ],
  },
}
const propose = { type: 'ProposeWriteOff', ...named } as const
const confirm = { type: 'ConfirmWriteOff', ...named } as const
const dismiss = { type: 'DismissWriteOff', ...named } as const

describe('a debt', () => {
  // requirement of Surcharges and debts: A debt is written off with four eyes | /billing/debts | PUT /prod-api/business/debt/confirmWriteOff/:debtNo
  test('is written off by another person than the one who proposed it', () => {
    given([added]).when(propose).then([proposed])
    given([added, proposed]).when(propose).then([])
    given([added, proposed]).when(confirm).refused('write-off-same-person')
    given([added, proposed]).when(confirm, { actor: 'user:accountant' }).then([writtenOff])
  })
  test('is not written off without a proposal, or after it was dismissed', () => {
    given([added]).when(confirm).refused('write-off-not-proposed')
    given([added]).when(dismiss).refused('write-off-not-proposed')
    given([added, proposed]).when(dismiss).then([dismissed])
    given([added, proposed, dismissed]).when(confirm, { actor: 'user:accountant' }).refused('write-off-not-proposed')
  })
  test('that is paid or written off is not written off again, and one that does not exist is not', () => {
    const all = [added, proposed, writtenOff]
    given(all).when(propose).refused('debt-paid-in-full')
    given(all).when(confirm, { actor: 'user:accountant' }).refused('debt-paid-in-full')
    for (const command of [propose, confirm, dismiss]) given([]).when(command).refused('not-found')
  })
})
