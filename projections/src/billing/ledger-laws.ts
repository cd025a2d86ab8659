import { DeductionStatus } from '@nightflow/schemas/billing/deduction'
import { PaymentStatus } from '@nightflow/schemas/billing/payment'
import { TransactionKind } from '@nightflow/schemas/billing/transaction'
import type { ClientBase } from 'pg'

/** Findings of one law are named up to so many. */
const namedMax = 20

type Broken = { tenant: string; what: string; ledger: number; other: number }

/** By account: what the ledger has, beside what the documents of the account come to. */
const accountLaw = (account: string, sign: 1 | -1, documents: string): string => `
  select coalesce(ledger.tenant, other.tenant) as tenant, coalesce(ledger.account_no, other.account_no) as what,
    coalesce(ledger.amount, 0)::float8 as ledger, coalesce(other.amount, 0)::float8 as other
  from (select tenant, account_no, ${sign} * sum(debit_minor - credit_minor) as amount from postings
    where ledger_account = '${account}' group by tenant, account_no) ledger
  full join (select tenant, account_no, sum(amount) as amount from (${documents}) documents group by tenant, account_no) other
    on other.tenant = ledger.tenant and other.account_no is not distinct from ledger.account_no
  where coalesce(ledger.amount, 0) <> coalesce(other.amount, 0)`

const openBills = 'select tenant, account_no, open_minor as amount from bills'
const residualDebts = 'select tenant, account_no, residual_minor as amount from debts'
/** Money received and not taken back, less the parts taken by bills and deductions. */
const balances = `select tenant, account_no, amount_minor as amount from payments where status <> '${PaymentStatus.enum.reversed}'
  union all select tenant, account_no, open_minor - total_minor from bills
  union all select tenant, account_no, -due_minor from burn_downs
  union all select tenant, account_no, balance_minor from transactions where kind in ('${TransactionKind.enum.waterSold}', '${TransactionKind.enum.waterTakenBack}')
  union all select tenant, account_no, -deducted_minor from deductions where status <> '${DeductionStatus.enum.reversed}'`

/** Each sums up in its own way what others have summed up as they went. */
const laws: readonly { sql: string; words: (broken: Broken) => string }[] = [
  {
    sql: `select tenant, position::text as what, sum(debit_minor - credit_minor)::float8 as ledger, 0::float8 as other from postings
      group by tenant, position having sum(debit_minor - credit_minor) <> 0 order by position`,
    words: ({ what, ledger }) => `the postings at position ${what} sum to ${ledger} instead of zero`,
  },
  {
    sql: accountLaw('receivables', 1, openBills),
    words: ({ what, ledger, other }) => `account ${what} has receivables of ${ledger}, and ${other} is open of its bills`,
  },
  {
    sql: accountLaw('customerMoney', -1, balances),
    words: ({ what, ledger, other }) =>
      `account ${what} has ${ledger} of customer money, and its payments less what took of them is ${other}`,
  },
  {
    sql: accountLaw('customerMoney', -1, 'select tenant, account_no, balance_minor as amount from account_balances'),
    words: ({ what, ledger, other }) => `account ${what} has ${ledger} of customer money, and a balance of ${other}`,
  },
  {
    sql: accountLaw('customerDebts', 1, residualDebts),
    words: ({ what, ledger, other }) => `account ${what} has customer debts of ${ledger}, and ${other} is left of its debts`,
  },
  {
    sql: `select tenant, ledger_account as what, sum(posted)::float8 as ledger, sum(summed)::float8 as other from (
        select tenant, ledger_account, debit_minor - credit_minor as posted, 0 as summed from postings
        union all select tenant, ledger_account, 0, debit_minor - credit_minor from ledger_sums) both_sides
      group by tenant, ledger_account having sum(posted) <> sum(summed)`,
    words: ({ what, ledger, other }) => `the journal has ${ledger} on ${what}, and the sums by time ${other}`,
  },
  {
    sql: `select tenant, 'VAT' as what, sum(posted)::float8 as ledger, sum(summed)::float8 as other from (
        select tenant, credit_minor - debit_minor as posted, 0 as summed from ledger_sums where ledger_account = 'vat'
        union all select tenant, 0, vat_minor from vat_sums) both_sides
      group by tenant having sum(posted) <> sum(summed)`,
    words: ({ what, ledger, other }) => `the ledger has ${ledger} of ${what}, and the sums by rate ${other}`,
  },
  {
    sql: `select tenant, bill_id::text as what, sum(moved)::float8 as ledger, sum(open)::float8 as other from (
        select tenant, bill_id, change_minor as moved, 0 as open from bill_movements
        union all select tenant, bill_id, 0, open_minor from bills) both_sides
      group by tenant, bill_id having sum(moved) <> sum(open)`,
    words: ({ what, ledger, other }) => `bill ${what} has movements of ${ledger}, and ${other} of it is open`,
  },
  {
    // Finds postings into a month after its close, and those taken from it.
    sql: `select closed.tenant, closed.month || ', ' || line."ledgerAccount" as what,
        coalesce((select sum(debit_minor - credit_minor) from postings
          where postings.tenant = closed.tenant and ledger_account = line."ledgerAccount" and create_time < closed_until), 0)::float8 as ledger,
        line."closingMinor"::float8 as other
      from book_closes closed cross join lateral (
        select account as "ledgerAccount", coalesce((select ("closingMinor") from jsonb_to_recordset(trial_balance)
          as kept ("ledgerAccount" text, "closingMinor" bigint) where kept."ledgerAccount" = account), 0) as "closingMinor"
        from (select distinct ledger_account as account from postings where postings.tenant = closed.tenant) accounts) line
      where coalesce((select sum(debit_minor - credit_minor) from postings
          where postings.tenant = closed.tenant and ledger_account = line."ledgerAccount" and create_time < closed_until), 0) <> line."closingMinor"`,
    words: ({ what, ledger, other }) => `${what}: the ledger has ${ledger} at the end of the month, and the close of the month ${other}`,
  },
]

/**
 * Laws between the ledger and its documents: every event's postings sum to zero, receivables are the open parts of bills,
 * customers' money is the sum of their balances, their debts are the rests of the debts, and a closed month does not change. Tables are
 * those of the connection's search path. Returns the violations, one line each.
 */
export const brokenLedgerLaws = async (client: ClientBase): Promise<string[]> => {
  const findings: string[] = []
  for (const { sql, words } of laws) {
    const { rows } = await client.query<Broken>(`select * from (${sql}) broken limit ${namedMax + 1}`)
    findings.push(...rows.slice(0, namedMax).map((broken) => `${broken.tenant}/ledger: ${words(broken)}`))
    if (rows.length > namedMax) findings.push(`${rows[0]!.tenant}/ledger: more than the ${namedMax} named`)
  }
  return findings
}
