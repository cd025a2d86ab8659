import type { Allocation } from '@nightflow/schemas/billing/bill'
import type { LedgerAccount, Posting } from '@nightflow/schemas/billing/ledger'
import { firstContract } from './account-contracts.ts'

type Moving = {
  contractNo?: number
  billId?: string
  billIds?: readonly string[]
  bills?: readonly { billId: string }[]
  allocations?: readonly Allocation[]
  balanceMinor?: number
  postings?: readonly Posting[]
}

/** The bills of an account by their contract. */
export type ContractOfBill = (billId: string) => number

const postedTo = ({ postings = [] }: Moving, account: LedgerAccount): number =>
  postings.reduce((sum, { ledgerAccount, amountMinor }) => sum + (ledgerAccount === account ? amountMinor : 0), 0)

/** Whose bills an event is about; undefined where it is about none. */
const contractOfBills = ({ billId, billIds = [], bills = [] }: Moving, ofBill: ContractOfBill): number | undefined => {
  const about = billId ?? billIds[0] ?? bills[0]?.billId
  return about === undefined ? undefined : ofBill(about)
}

/**
 * By how much one holder owes more through an event; undefined where it does not concern the holder. Payments of a log from before there were contracts
 * may have paid bills of two holders: each bill is its holder's, and what no bill took is the payer's.
 */
export const owedMoreBy = (type: string, data: object, contractNo: number, ofBill: ContractOfBill): number | undefined => {
  const moving = data as Moving
  if (type === 'billing.ContractBegan') {
    const { contractNo: begun = firstContract, balanceMinor = 0 } = moving
    if (begun === contractNo) return 0 - balanceMinor
    return begun === contractNo + 1 && balanceMinor !== 0 ? balanceMinor : undefined
  }
  const { allocations } = moving
  const claimedMinor = postedTo(moving, 'receivables')
  const isPayers = (moving.contractNo ?? firstContract) === contractNo
  const payersMinor = isPayers ? postedTo(moving, 'customerMoney') + postedTo(moving, 'customerDebts') : 0
  if (allocations === undefined) {
    const isOfBill = (contractOfBills(moving, ofBill) ?? moving.contractNo ?? firstContract) === contractNo
    return isOfBill || payersMinor !== 0 ? (isOfBill ? claimedMinor : 0) + payersMinor : undefined
  }
  const allocatedMinor = allocations.reduce((sum, { billId, amountMinor }) => sum + (ofBill(billId) === contractNo ? amountMinor : 0), 0)
  return isPayers || allocatedMinor !== 0 ? Math.sign(claimedMinor) * allocatedMinor + payersMinor : undefined
}
