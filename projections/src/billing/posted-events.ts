import type { Posting } from '@nightflow/schemas/billing/ledger'
import { type EventType, eventCatalogue } from '@nightflow/schemas/events'
import type { KeyOf, RowEvent } from '../projector/entity-shape.ts'

type Field = 'postings' | 'billId' | 'allocations'
const has = (type: EventType, ...fields: readonly Field[]): boolean => fields.some((field) => field in eventCatalogue[type].data.shape)

/** The types of events that carry postings. */
export const postedTypes = (Object.keys(eventCatalogue) as EventType[]).filter((type) => has(type, 'postings'))
/** Those of them that change what of a bill is open. */
export const billedTypes = postedTypes.filter((type) => has(type, 'billId', 'allocations'))
/** Those that make a bill larger or smaller, in place of paying it. */
export const billingTypes = postedTypes.filter((type) => has(type, 'billId'))

/** Those that may move what an account has paid in. */
export const balanceTypes = postedTypes.filter((type) => 'accountNo' in eventCatalogue[type].data.shape)

/** The name of an event's type within its context: what the journal calls it. */
export const entryOf = (type: string): string => type.slice(type.indexOf('.') + 1)

type Posted = { at: string; postings: readonly Posting[]; accountNo: string | null }

export const postedOf = ({ data }: Pick<RowEvent, 'data'>): Posted => {
  const { at, postings, accountNo = null } = data as Omit<Posted, 'accountNo'> & { accountNo?: string }
  return { at, postings, accountNo }
}

type Case<Row> = (row: Row | undefined, event: RowEvent, key: KeyOf<Row>) => Row | undefined

/** The same case for each of these types: what they have in common is all that it reads. */
export const casesOf = <Row>(types: readonly EventType[], each: Case<Row>): { [Type in EventType]?: Case<Row> } =>
  Object.fromEntries(types.map((type) => [type, each]))

const sumOf = (postings: readonly Posting[], wanted: (posting: Posting) => boolean): number =>
  postings.reduce((sum, posting) => sum + (wanted(posting) ? posting.amountMinor : 0), 0)

/** Debits and credits to one ledger account, neither below zero. */
export const turnoverOf = (postings: readonly Posting[], account: string | undefined): { debitMinor: number; creditMinor: number } => {
  const of = ({ ledgerAccount }: Posting) => ledgerAccount === account
  return {
    debitMinor: sumOf(postings, (posting) => of(posting) && posting.amountMinor > 0),
    creditMinor: -sumOf(postings, (posting) => of(posting) && posting.amountMinor < 0),
  }
}

/** The amount that all postings of an event take from an account's balance. */
export const customerMoneyOf = (postings: readonly Posting[]): number =>
  sumOf(postings, ({ ledgerAccount }) => ledgerAccount === 'customerMoney')

/** The amount that all postings of an event add to receivables. */
export const receivablesOf = (postings: readonly Posting[]): number =>
  sumOf(postings, ({ ledgerAccount }) => ledgerAccount === 'receivables')
