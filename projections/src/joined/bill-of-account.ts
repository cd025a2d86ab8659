import { type BillPeriod, overlapping, type UnbilledPart, unbilledParts } from '@nightflow/domain/billing/bill-period'
import { type AccountToBill, type BillOrder, composeBill, type HeldFor } from '@nightflow/domain/billing/compose-bill'
import { firstDayOfUse, partStarts } from '@nightflow/domain/billing/rated-period'
import type { BillType, ComposedBill } from '@nightflow/schemas/billing/bill'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { PoolClient } from 'pg'
import { versionsOfAllSchemes } from '../billing/price-schemes.ts'
import { viewsPosition } from '../projector/checkpoint.ts'
import { type AccountDays, accountsToBill, type ChosenAccount, chooseAccount } from './accounts-to-bill.ts'
import { isPrepaid } from './prepaid-accounts.ts'

type Asked = { accountNo: string; timeZone: string; period: BillPeriod }
/** An account with the period and the type of its bill. */
export type WantedBill = Pick<ChosenAccount, 'accountNo' | 'priceSchemes'> & { period: BillPeriod; billType: BillType }
/** Composed when it is called, so that a process can answer others between two bills. */
export type Composing = () => ComposedBill | HeldFor

/** Reads what the bills of these accounts are computed from, as the read models have it now. Accounts that are not open are left out. */
export const billsOfAccounts = async (
  database: PoolClient,
  wanted: readonly WantedBill[],
  { timeZone, dueOn }: { timeZone: string; dueOn: string },
): Promise<ReadonlyMap<string, Composing>> => {
  if (wanted.length === 0) return new Map()
  const versions = await versionsOfAllSchemes(database)
  const same = { timeZone, dueOn, computedAtPosition: await viewsPosition(database), versionsOf: (name: string) => versions.get(name) }
  const daysOf = rememberedDays()
  const orders = new Map(wanted.map(({ accountNo, period, billType }) => [accountNo, { ...same, period, billType }]))
  const days = wanted.map(({ accountNo, priceSchemes, period }) => ({
    ...{ accountNo, ...period },
    ...daysOf(orders.get(accountNo)!, priceSchemes),
  }))
  const accounts = await accountsToBill(database, days, timeZone)
  return new Map(accounts.map((account: AccountToBill) => [account.accountNo, () => composeBill(orders.get(account.accountNo)!, account)]))
}

/** Most accounts of a page have the same schemes and the same period: their days are computed once. */
const rememberedDays = () => {
  const known = new Map<string, Pick<AccountDays, 'firstDay' | 'partStarts'>>()
  return (order: BillOrder, priceSchemes: WantedBill['priceSchemes']) => {
    const name = JSON.stringify([order.period, priceSchemes])
    const found = known.get(name) ?? { firstDay: firstDayOfUse(order, priceSchemes), partStarts: partStarts(order, priceSchemes) }
    known.set(name, found)
    return found
  }
}

/** The bill of an account for a period as the read models have it now, or why it is held; undefined where no open account has the number. */
export const billOfAccount = async (
  database: PoolClient,
  { accountNo, timeZone, period, billType, dueOn }: Asked & { billType: BillType; dueOn: string },
): Promise<ComposedBill | HeldFor | undefined> => {
  const account = await chooseAccount(database, accountNo)
  const bills = await billsOfAccounts(database, account ? [{ ...account, period, billType }] : [], { timeZone, dueOn })
  return bills.get(accountNo)?.()
}

/** Where there are no such days, `billed` is the bill that has them, or else the period. */
type Unbilled = { parts: readonly UnbilledPart[]; billed: BillPeriod }

/** A prepaid account has no bills from its first deduction on; one that pays afterwards again, from the last. */
const endOfBurned = `case when exists (select from views.accounts account where account.tenant = burned.tenant and account.account_no = burned.account_no
  and ${isPrepaid}) then '9999-01-01' else max(period_to) end`

/** For each account the days of a period that no bill of it has, in parts of one holder each. A bill that was credited whole has no days. */
export const unbilledOfAccounts = async (
  database: PoolClient,
  accountNos: readonly string[],
  { timeZone, period }: Pick<Asked, 'timeZone' | 'period'>,
): Promise<ReadonlyMap<string, Unbilled>> => {
  const { rows: bills } = await database.query<BillPeriod & { accountNo: string }>(
    `select account_no as "accountNo", period_from as "from", period_to as "to" from views.bills
     where account_no = any($1::text[]) and period_from < $3 and period_to > $2 and not (total_minor = 0 and amount_minor > 0)
     union all select account_no, min(period_from), ${endOfBurned} from views.burn_downs burned
       where account_no = any($1::text[]) group by tenant, account_no having min(period_from) < $3 and ${endOfBurned} > $2`,
    [accountNos, period.from, period.to],
  )
  const { rows: transfers } = await database.query<{ accountNo: string; day: string }>(
    `select account_no as "accountNo", to_char(at::timestamptz at time zone $2, 'YYYY-MM-DD') as day
     from views.accounts cross join lateral jsonb_array_elements_text(transfers) at where account_no = any($1::text[])`,
    [accountNos, timeZone],
  )
  const billsOf = Map.groupBy(bills, ({ accountNo }) => accountNo)
  const transfersOf = Map.groupBy(transfers, ({ accountNo }) => accountNo)
  return new Map(
    accountNos.map((accountNo) => {
      const billed = billsOf.get(accountNo) ?? []
      const days = (transfersOf.get(accountNo) ?? []).map(({ day }) => day)
      const { from, to } = overlapping(billed, period) ?? period
      return [accountNo, { parts: unbilledParts(period, billed, days), billed: { from, to } }]
    }),
  )
}

/** The first of these parts of one account; or the bill that has all days. */
export const unbilledOfAccount = async (
  database: PoolClient,
  { accountNo, ...asked }: Asked,
): Promise<UnbilledPart | Pick<Unbilled, 'billed'>> => {
  const { parts, billed } = (await unbilledOfAccounts(database, [accountNo], asked)).get(accountNo)!
  return parts[0] ?? { billed }
}

/** Of accounts that were billed within so many months, what came after their last bill is billed; of others, the month of the day before. */
const monthsBack = 24

/** The first day from which an account has no bill up to a day that is not included. */
export const unbilledSince = async (database: PoolClient, accountNo: string, to: string): Promise<string> => {
  const { rows } = await database.query<{ from: string }>(
    `select coalesce(
       (select max(period_to) from views.bills where account_no = $1 and period_to <= $2 and not (total_minor = 0 and amount_minor > 0)
         and period_to >= to_char($2::date - interval '${monthsBack} months', 'YYYY-MM-DD')),
       to_char($2::date - 1, 'YYYY-MM') || '-01') as "from"`,
    [accountNo, to],
  )
  return rows[0]!.from
}

/** Without any price scheme an account has no bills at all, which is nothing to hold. */
export const hasPriceScheme = async (database: PoolClient, accountNo: string): Promise<boolean> =>
  (await chooseAccount(database, accountNo))?.priceSchemes.some(({ priceScheme }) => priceScheme !== null) ?? false

/** Numbers of the accounts that ever had a price scheme and are not cancelled, in their order. */
export const accountsOfScheme = async (
  database: PoolClient,
  { scheme, after, limit }: { scheme: string; after: string; limit: number },
): Promise<string[]> => {
  const { rows } = await database.query<{ accountNo: string }>(
    `select account_no as "accountNo" from views.accounts
     where account_no > $2 and status <> '${AccountStatus.enum.cancelled}' and price_schemes @> jsonb_build_array(jsonb_build_object('priceScheme', $1::text))
     order by account_no limit $3`,
    [scheme, after, limit],
  )
  return rows.map(({ accountNo }) => accountNo)
}
