import type { Allocation } from '@nightflow/schemas/billing/bill'
import type { LedgerAccount, Posting } from '@nightflow/schemas/billing/ledger'
import { firstContract } from './account-contracts.ts'

type Moving = {
  contractNo?: number
  debtId?: string
  lines?: readonly { debtId?: string | null; amountMinor: number }[]
  billId?: string
  billIds?: readonly string[]
  bills?: readonly { billId: string }[]
  allocations?: readonly Allocation[]
  balanceMinor?: number
  postings?: readonly Posting[]
}

/** The contract of a bill, and that of a debt, after all events of the account. */
export type ContractsOfAccount = { readonly ofBill: (billId: string) => number; readonly ofDebt: (debtId: string) => number }

const postedTo = ({ postings = [] }: Moving, account: LedgerAccount): number =>
  postings.reduce((sum, { ledgerAccount, amountMinor }) => sum + (ledgerAccount === account ? amountMinor : 0), 0)

/** Whose bill or debt an event is about; undefined where it is about neither. */
const contractOf = ({ billId, billIds = [], bills = [], debtId }: Moving, { ofBill, ofDebt }: ContractsOfAccount): number | undefined => {
  if (debtId !== undefined) return ofDebt(debtId)
  const about = billId ?? billIds[0] ?? bills[0]?.billId
  return about === undefined ? undefined : ofBill(about)
}

/**
 * By how much one holder owes more through an event; undefined where it does not concern the holder. A payment or a deduction of a log from before there
 * were contracts may have paid for two holders: each bill and each debt is its holder's, and the rest is the payer's.
 */
export const owedMoreBy = (type: string, data: object, contractNo: number, contracts: ContractsOfAccount): number | undefined => {
  const moving = data as Moving
  if (type === 'billing.ContractBegan') return owedMoreByNewContract(moving, contractNo)
  const { allocations, lines } = moving
  const isPayers = (moving.contractNo ?? firstContract) === contractNo
  const payersMinor = isPayers ? postedTo(moving, 'customerMoney') : 0
  const [claimedMinor, debtsMinor] = [postedTo(moving, 'receivables'), postedTo(moving, 'customerDebts')]
  if (allocations !== undefined) {
    const ownMinor = sumOf(allocations, ({ billId }) => contracts.ofBill(billId) === contractNo)
    return isPayers || ownMinor !== 0 ? Math.sign(claimedMinor) * ownMinor + payersMinor : undefined
  }
  if (moving.billId === undefined && lines !== undefined && debtsMinor !== 0) {
    const repaidMinor = sumOf(lines, ({ debtId = null }) => debtId !== null && contracts.ofDebt(debtId) === contractNo)
    return isPayers || repaidMinor !== 0 ? payersMinor + Math.sign(debtsMinor) * repaidMinor : undefined
  }
  const isOwn = (contractOf(moving, contracts) ?? moving.contractNo ?? firstContract) === contractNo
  return isOwn || payersMinor !== 0 ? (isOwn ? claimedMinor + debtsMinor : 0) + payersMinor : undefined
}

/** The balance that goes to the new holder is the former one's no more. */
const owedMoreByNewContract = ({ contractNo: begun = firstContract, balanceMinor = 0 }: Moving, contractNo: number): number | undefined => {
  if (begun === contractNo) return 0 - balanceMinor
  return begun === contractNo + 1 && balanceMinor !== 0 ? balanceMinor : undefined
}

const sumOf = <Part extends { amountMinor: number }>(parts: readonly Part[], isOwn: (part: Part) => boolean): number =>
  parts.reduce((sum, part) => sum + (isOwn(part) ? part.amountMinor : 0), 0)
