import type { TrialBalanceLine } from '@nightflow/schemas/billing/book-close'
import type { LedgerEntry } from '@nightflow/schemas/billing/journal'
import { LedgerAccount } from '@nightflow/schemas/billing/ledger'
import type { ClientBase, PoolClient } from 'pg'
import { quarterMilliseconds } from './ledger-sums.ts'
import { billingTypes, entryOf } from './posted-events.ts'
import { rateUnrecorded } from './vat-sums.ts'

/** From the first instant up to the second, which is not included; both begin a local day. Epoch milliseconds. */
export type LedgerSpan = { from: number; until: number }

export const quartersOf = ({ from, until }: LedgerSpan): [number, number] => [
  Math.floor(from / quarterMilliseconds),
  Math.floor(until / quarterMilliseconds),
]

/** Opening, turnover and closing of each ledger account that anything was posted to by the end of the span, in the order of the chart. */
export const trialBalanceOf = async (database: ClientBase, span: LedgerSpan): Promise<TrialBalanceLine[]> => {
  const { rows } = await database.query<TrialBalanceLine>(
    `select ledger_account as "ledgerAccount",
       coalesce(sum(debit_minor - credit_minor) filter (where quarter < $1), 0)::float8 as "openingMinor",
       coalesce(sum(debit_minor) filter (where quarter >= $1), 0)::float8 as "debitMinor",
       coalesce(sum(credit_minor) filter (where quarter >= $1), 0)::float8 as "creditMinor",
       sum(debit_minor - credit_minor)::float8 as "closingMinor"
     from views.ledger_sums where quarter < $2 group by ledger_account`,
    quartersOf(span),
  )
  const byAccount = new Map(rows.map((row) => [row.ledgerAccount, row]))
  return LedgerAccount.options.flatMap((account) => byAccount.get(account) ?? [])
}

/** The instant of the first quarter of an hour in which anything was posted; null where nothing was. */
export const firstPostingAt = async (database: PoolClient): Promise<number | null> => {
  const { rows } = await database.query<{ first: number | null }>('select min(quarter) as first from views.ledger_sums')
  const first = rows[0]!.first
  return first === null ? null : first * quarterMilliseconds
}

const monthOfQuarter = (zone: string): string =>
  `to_char(to_timestamp(quarter::bigint * ${quarterMilliseconds / 1000}) at time zone ${zone}, 'YYYY-MM')`

export type MonthlyVat = { month: string; entry: LedgerEntry; vatBasisPoints: number | null; netMinor: number; vatMinor: number }

/** Income with VAT and its VAT, by local month, type of event and rate, the highest rate first; amounts without a recorded rate are last. */
export const vatByMonth = async (database: PoolClient, span: LedgerSpan, timeZone: string): Promise<MonthlyVat[]> => {
  const { rows } = await database.query<MonthlyVat>(
    `select ${monthOfQuarter('$3')} as month, entry, nullif(vat_basis_points, ${rateUnrecorded}) as "vatBasisPoints",
       sum(net_minor)::float8 as "netMinor", sum(vat_minor)::float8 as "vatMinor"
     from views.vat_sums where quarter >= $1 and quarter < $2
     group by 1, 2, vat_basis_points order by 1, vat_basis_points desc, 2`,
    [...quartersOf(span), timeZone],
  )
  return rows
}

const billingEntries = billingTypes.map(entryOf)

/** Amounts of bills, credits and debits with VAT: open with the customer, or paid at once from the customer's balance. */
const billed = (entries: string): string => `coalesce(sum(debit_minor - credit_minor)
  filter (where entry = any(${entries}::text[]) and ledger_account in ('receivables', 'customerMoney')), 0)::float8`
const unpaid = `coalesce(sum(debit_minor - credit_minor) filter (where ledger_account = 'receivables'), 0)::float8`

export type BilledMonth = { period: string; billedMinor: number; unpaidChangeMinor: number }

/** Billed amount of each local month, and the increase of the unpaid amount after it; months without postings are left out. */
export const billedByMonth = async (database: PoolClient, span: LedgerSpan, timeZone: string): Promise<BilledMonth[]> => {
  const { rows } = await database.query<BilledMonth>(
    `select ${monthOfQuarter('$3')} as period, ${billed('$4')} as "billedMinor", ${unpaid} as "unpaidChangeMinor"
     from views.ledger_sums where quarter >= $1 and quarter < $2 group by 1 order by 1`,
    [...quartersOf(span), timeZone, billingEntries],
  )
  return rows
}

/** All that was ever billed, what of it is paid, and what is open. */
export const billedAltogether = async (database: PoolClient): Promise<{ billedMinor: number; paidMinor: number; unpaidMinor: number }> => {
  const { rows } = await database.query<{ billedMinor: number; unpaidMinor: number }>(
    `select ${billed('$1')} as "billedMinor", ${unpaid} as "unpaidMinor" from views.ledger_sums`,
    [billingEntries],
  )
  const { billedMinor, unpaidMinor } = rows[0]!
  return { billedMinor, paidMinor: billedMinor - unpaidMinor, unpaidMinor }
}

/** Bills that are open, and those of them that were due before a local day. */
export const countOpenBills = async (database: PoolClient, day: string) => {
  const { rows } = await database.query<{ openBills: number; overdueBills: number; overdueMinor: number }>(
    `select count(*)::int as "openBills", count(*) filter (where due_on < $1)::int as "overdueBills",
       coalesce(sum(open_minor) filter (where due_on < $1), 0)::float8 as "overdueMinor"
     from views.bills where open_minor > 0`,
    [day],
  )
  return rows[0]!
}
