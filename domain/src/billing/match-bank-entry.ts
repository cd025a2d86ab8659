import type { WhyOpen } from '@nightflow/schemas/billing/bank-calls'
import { type BankProposal, MatchedBy } from '@nightflow/schemas/billing/bank-entry'
import type { BankEntry } from '@nightflow/schemas/billing/bank-statement'
import { invoiceNumbersIn } from './document-number.ts'
import { billOfReference } from './payment-slip.ts'

/** References that the texts of an entry may have. */
export type BankClues = { referencedBills: number[]; billNos: number[]; invoiceNumbers: string[]; accountNos: string[] }

/** Words of one entry that are looked up. */
const wordsMax = 60

/** Account numbers this short are found in any text, so that they only propose. */
const tellingLength = 4

/** Creditor references with right check digits, numbers, and words that may be account numbers, in reference and remittance. */
export const cluesOf = ({ reference, remittance }: Pick<BankEntry, 'reference' | 'remittance'>): BankClues => {
  const said = `${reference} ${remittance}`.toUpperCase()
  const words = [...new Set(said.split(/[^0-9A-Z-]+/).map((word) => word.replace(/^-+|-+$/g, '')))].filter((word) => /\d/.test(word))
  const accountNos = words.filter((word) => word.length <= 32).slice(0, wordsMax)
  const billNos = accountNos.filter((word) => /^[1-9]\d{0,14}$/.test(word)).map(Number)
  return { referencedBills: referencedIn(said), billNos, invoiceNumbers: invoiceNumbersIn(said).slice(0, wordsMax), accountNos }
}

/** People type references in groups, and digits that follow may belong to something else: every prefix with right check digits may be meant. */
const referencedIn = (said: string): number[] => {
  const found = new Set<number>()
  for (const [typed] of said.matchAll(/RF\s?\d\d(?:\s?\d){1,15}/g)) {
    const digits = typed.replaceAll(/\s/g, '')
    for (let length = digits.length; length > 4; length -= 1) {
      const billNo = billOfReference(digits.slice(0, length))
      if (billNo !== undefined) found.add(billNo)
    }
  }
  return [...found].slice(0, wordsMax)
}

/** Rows of the read models for the clues of an entry. */
export type KnownOfBank = {
  billOf: (billNo: number) => { accountNo: string; contractNo?: number; openMinor: number } | undefined
  /** The bill whose invoice has this bare number. */
  billNoOf: (invoiceNumber: string) => number | undefined
  isAccount: (accountNo: string) => boolean
  /** A cancelled account takes no payment. */
  isClosed: (accountNo: string) => boolean
  /** Accounts whose open bills are this amount together, those of a holder with this name first; a few. */
  accountsWithOpen: (amountMinor: number, name: string) => readonly string[]
  /** The payment of an account, with a reference, or the only one of the amount, that money that went out may take back. */
  paymentOf: (amountMinor: number, by: { accountNo: string } | { reference: string } | 'only') => BankProposal | undefined
}

/** `contractNo` is that of the bill that is named: an account number alone means the present holder. */
export type BankMatch = { matchedBy: MatchedBy; accountNo: string; contractNo?: number } | { why: WhyOpen; proposal: BankProposal | null }

/**
 * The account of an entry. The first rule that names one account decides: creditor reference; number of a bill or its invoice together with its open
 * amount; account number. An amount alone, a name, and a number that is found in any text only propose: a clerk decides. Money that went out is never posted alone.
 */
export const matchBankEntry = (entry: BankEntry, known: KnownOfBank, clues: BankClues = cluesOf(entry)): BankMatch => {
  const { amountMinor } = entry
  const { referencedBills, invoiceNumbers, accountNos } = clues
  const billNos = [...clues.billNos, ...invoiceNumbers.flatMap((number) => known.billNoOf(number) ?? [])]
  const accountsOf = (numbers: readonly number[], isMeant: (openMinor: number) => boolean): string[] =>
    numbers.flatMap((billNo) => {
      const bill = known.billOf(billNo)
      return bill && isMeant(bill.openMinor) ? [bill.accountNo] : []
    })
  const named = accountNos.filter(known.isAccount)
  const rules: readonly (readonly [MatchedBy, string[]])[] = [
    [MatchedBy.enum.creditorReference, accountsOf(referencedBills, () => true)],
    [MatchedBy.enum.billNumber, accountsOf(billNos, (openMinor) => openMinor === Math.abs(amountMinor))],
    [MatchedBy.enum.accountNumber, named.filter(({ length }) => length >= tellingLength)],
  ]
  const [matchedBy, found] = rules.find(([, accounts]) => accounts.length > 0) ?? ([MatchedBy.enum.clerk, []] as const)
  const accounts = [...new Set(found)]
  const [accountNo] = accounts
  // The bill that a returned payment paid is paid: its number names the account whatever is open of it.
  if (amountMinor < 0)
    return { why: 'debit', proposal: returnOf(entry, [...accounts, ...named, ...accountsOf(billNos, () => true)], known) }
  if (accounts.length > 1) return { why: 'several', proposal: proposalOf(accountNo) }
  if (accountNo === undefined) {
    const weak = [...named, ...accountsOf(billNos, () => true), ...known.accountsWithOpen(amountMinor, entry.counterpartyName)]
    return { why: 'nothing', proposal: proposalOf(weak.find((each) => !known.isClosed(each))) }
  }
  if (known.isClosed(accountNo)) return { why: 'closed', proposal: null }
  const billNo = (
    matchedBy === MatchedBy.enum.creditorReference ? referencedBills : matchedBy === MatchedBy.enum.billNumber ? billNos : []
  ).find((each) => known.billOf(each)?.accountNo === accountNo)
  const contractNo = billNo === undefined ? undefined : known.billOf(billNo)?.contractNo
  return { matchedBy, accountNo, ...(contractNo !== undefined && { contractNo }) }
}

const proposalOf = (accountNo: string | undefined): BankProposal | null => (accountNo === undefined ? null : { accountNo, paymentId: null })

/** The payment that money that went out takes back: with its reference, of an account that it names, or the only one of the amount. */
const returnOf = ({ amountMinor, reference }: BankEntry, accountNos: readonly string[], known: KnownOfBank): BankProposal | null => {
  const paidMinor = 0 - amountMinor
  const referred = reference === '' ? undefined : known.paymentOf(paidMinor, { reference })
  if (referred) return referred
  for (const accountNo of new Set(accountNos)) {
    const ofAccount = known.paymentOf(paidMinor, { accountNo })
    if (ofAccount) return ofAccount
  }
  return known.paymentOf(paidMinor, 'only') ?? null
}
