import { bareNumber } from '@nightflow/domain/billing/document-number'
import type { KnownOfBank } from '@nightflow/domain/billing/match-bank-entry'
import type { BankProposal } from '@nightflow/schemas/billing/bank-entry'
import { PayMethod } from '@nightflow/schemas/billing/money'
import { PaymentStatus } from '@nightflow/schemas/billing/payment'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { PoolClient } from 'pg'
import { bareInvoiceNumber } from './bills.ts'

/** Look-ups for many entries at once: one statement each, whatever their number. */
export type BankLookups = {
  billNos: readonly number[]
  /** Bare. */
  invoiceNumbers: readonly string[]
  accountNos: readonly string[]
  /** Amounts that came, for accounts with as much open, and amounts that went, for payments that they take back. */
  receivedMinor: readonly number[]
  paidOutMinor: readonly number[]
}

/** Accounts with the same amount open, and payments of the same amount, that are looked at. */
const samplesMax = 20

/** The bills, accounts and payments that entries of a bank statement may mean. */
export const readKnownOfBank = async (database: PoolClient, lookups: BankLookups): Promise<KnownOfBank> => {
  const bills = await billsOf(database, lookups)
  const billNos = new Map([...bills.values()].map(({ billNo, invoiceNumber }) => [invoiceNumber && bareNumber(invoiceNumber), billNo]))
  const isClosedOf = await accountsOf(
    database,
    lookups.accountNos,
    [...bills.values()].map(({ accountNo }) => accountNo),
  )
  const open = await openAccountsOf(database, lookups.receivedMinor)
  const payments = await paymentsOf(database, lookups.paidOutMinor)
  return {
    billOf: (billNo) => bills.get(billNo),
    billNoOf: (invoiceNumber) => billNos.get(invoiceNumber),
    isAccount: (accountNo) => isClosedOf.has(accountNo),
    isClosed: (accountNo) => isClosedOf.get(accountNo) ?? false,
    accountsWithOpen: (amountMinor, name) => {
      const accounts = open.get(amountMinor) ?? []
      const isNamed = (holder: string | null): boolean => holder !== null && name !== '' && wordsOf(holder) === wordsOf(name)
      return accounts
        .toSorted((one, other) => Number(isNamed(other.holder)) - Number(isNamed(one.holder)))
        .filter(({ holder }) => accounts.length === 1 || isNamed(holder))
        .map(({ accountNo }) => accountNo)
    },
    paymentOf: (amountMinor, by) => {
      const same = payments.filter((payment) => payment.amountMinor === amountMinor)
      const isMeant = (payment: Payment): boolean =>
        by === 'only' ? same.length === 1 : 'accountNo' in by ? payment.accountNo === by.accountNo : payment.reference === by.reference
      const found = same.find(isMeant)
      return found && { accountNo: found.accountNo, paymentId: found.paymentId }
    },
  }
}

/** A bank writes names in capitals, without accents, and in its own order. */
const wordsOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ')

type Bill = { billNo: number; invoiceNumber: string | null; accountNo: string; contractNo: number; openMinor: number }

const billsOf = async (database: PoolClient, { billNos, invoiceNumbers }: BankLookups) => {
  const { rows } = await database.query<Bill>(
    `select bill_no::float8 as "billNo", invoice_number as "invoiceNumber", account_no as "accountNo", contract_no::int as "contractNo",
       open_minor::float8 as "openMinor"
     from views.bills where bill_no = any($1::bigint[]) or ${bareInvoiceNumber} = any($2::text[])`,
    [billNos, invoiceNumbers],
  )
  return new Map(rows.map((row) => [row.billNo, row]))
}

const accountsOf = async (database: PoolClient, named: readonly string[], ofBills: readonly string[]): Promise<Map<string, boolean>> => {
  const { rows } = await database.query<{ accountNo: string; isClosed: boolean }>(
    `select account_no as "accountNo", status = '${AccountStatus.enum.cancelled}' as "isClosed" from views.accounts where account_no = any($1::text[])`,
    [[...new Set([...named, ...ofBills])]],
  )
  return new Map(rows.map(({ accountNo, isClosed }) => [accountNo, isClosed]))
}

const openAccountsOf = async (database: PoolClient, amounts: readonly number[]) => {
  const { rows } = await database.query<{ amountMinor: number; accounts: { accountNo: string; holder: string | null }[] }>(
    `with owing as (select account_no, sum(open_minor) as open from views.bills where open_minor > 0 group by account_no),
       same as (select open, account_no, row_number() over (partition by open order by account_no) as place
         from owing where open = any($1::bigint[]))
     select open::float8 as "amountMinor", json_agg(json_build_object('accountNo', account_no, 'holder', persons.name)) as accounts
     from same join views.accounts using (account_no) left join views.persons on person_id = holder_id
     where place <= ${samplesMax} group by open`,
    [[...new Set(amounts)]],
  )
  return new Map(rows.map(({ amountMinor, accounts }) => [amountMinor, accounts]))
}

type Payment = BankProposal & { amountMinor: number; reference: string; paymentId: string }

/** The newest payments of each amount that were received at the bank and not taken back. */
const paymentsOf = async (database: PoolClient, amounts: readonly number[]): Promise<Payment[]> => {
  const { rows } = await database.query<Payment>(
    `select account_no as "accountNo", payment_id as "paymentId", amount_minor::float8 as "amountMinor", reference from (
       select *, row_number() over (partition by amount_minor order by payment_no desc) as place
       from views.payments where amount_minor = any($1::bigint[]) and status = '${PaymentStatus.enum.received}' and pay_method = '${PayMethod.enum.bank}') newest
     where place <= ${samplesMax} order by payment_no desc`,
    [[...new Set(amounts)]],
  )
  return rows
}
