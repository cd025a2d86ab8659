import type { BillPeriod } from '@nightflow/domain/billing/bill-period'
import { daysOfUse, useToDeduct } from '@nightflow/domain/billing/burn-down'
import type { BillOrder } from '@nightflow/domain/billing/compose-bill'
import { BillType } from '@nightflow/schemas/billing/bill'
import { CardState } from '@nightflow/schemas/cards/card'
import { BusinessMode } from '@nightflow/schemas/customers/account'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { PoolClient } from 'pg'
import { versionsOfAllSchemes } from '../billing/price-schemes.ts'
import { viewsPosition } from '../projector/checkpoint.ts'
import { accountsToBill, type ChosenAccount } from './accounts-to-bill.ts'

/** An account whose balance pays its use. */
export type PrepaidAccount = ChosenAccount & {
  /** Local days on which the account went to another holder, the earliest first. */
  transferDays: string[]
  /** The first day that no bill has and from which the present holder has the account. */
  from: string
}

/**
 * Accounts that pay in advance out of their balance: not those whose meter takes tokens or has a card in use, because there the meter itself counts down
 * what was bought.
 */
export const isPrepaid = `account.status <> '${AccountStatus.enum.cancelled}' and account.settings->>'businessMode' = '${BusinessMode.enum.prepaid}'
  and not exists (select from views.sts_meters token where token.tenant = account.tenant and token.meter_no = account.meter_no and not token.is_removed)
  and not exists (select from views.cards card where card.tenant = account.tenant and card.account_no = account.account_no and card.state in ('${CardState.enum.inUse}', '${CardState.enum.lost}'))`

/** A page of them behind another one, in the order in which they were opened. */
export const choosePrepaid = async (
  database: PoolClient,
  { after, limit, month, timeZone }: { after: number; limit: number; month: string; timeZone: string },
): Promise<PrepaidAccount[]> => {
  const { rows } = await database.query<PrepaidAccount>(
    `select id::float8 as id, account_no as "accountNo", price_schemes as "priceSchemes",
       array(select to_char(at::timestamptz at time zone $4, 'YYYY-MM-DD') from jsonb_array_elements_text(transfers) at order by 1) as "transferDays",
       greatest($3 || '-01', to_char(opened_at at time zone $4, 'YYYY-MM-DD'),
         (select to_char(max(at::timestamptz) at time zone $4, 'YYYY-MM-DD') from jsonb_array_elements_text(transfers) at),
         (select max(period_to) from views.bills bill where bill.tenant = account.tenant and bill.account_no = account.account_no
           and not (bill.total_minor = 0 and bill.amount_minor > 0))) as "from"
     from views.accounts account where ${isPrepaid} and id > $1 order by id limit $2`,
    [after, limit, month, timeZone],
  )
  return rows
}

export const countPrepaid = async (database: PoolClient): Promise<number> =>
  (await database.query<{ count: number }>(`select count(*)::int as count from views.accounts account where ${isPrepaid}`)).rows[0]!.count

export type PeriodOfAccount = Pick<PrepaidAccount, 'accountNo' | 'priceSchemes'> & { period: BillPeriod }
/** Computed when it is called, so that a process can answer others between two accounts. */
export type ComputingUse = () => ReturnType<typeof useToDeduct>

/** Reads what the use of these accounts is computed from, one period of each, as the read models have it now. */
export const useOfPeriods = async (
  database: PoolClient,
  wanted: readonly PeriodOfAccount[],
  timeZone: string,
): Promise<ReadonlyMap<string, ComputingUse>> => {
  if (wanted.length === 0) return new Map()
  const versions = await versionsOfAllSchemes(database)
  const same = {
    timeZone,
    dueOn: wanted[0]!.period.to,
    computedAtPosition: await viewsPosition(database),
    billType: BillType.enum.ordinary,
  }
  const orders = new Map(
    wanted.map(({ accountNo, priceSchemes, period }) => {
      const order: BillOrder = { ...same, period, versionsOf: (name) => versions.get(name) }
      return [accountNo, { order, priceSchemes }]
    }),
  )
  const daysOf = rememberedDays()
  const days = wanted.map(({ accountNo, priceSchemes, period }) => ({
    ...{ accountNo, ...period },
    ...daysOf(orders.get(accountNo)!.order, priceSchemes),
  }))
  const accounts = await accountsToBill(database, days, timeZone)
  return new Map(
    accounts.map((account) => {
      const { order, priceSchemes } = orders.get(account.accountNo)!
      return [account.accountNo, () => useToDeduct(order, account, priceSchemes)]
    }),
  )
}

/** Most accounts of a page have the same schemes and the same period: their days are computed once. */
const rememberedDays = () => {
  const known = new Map<string, ReturnType<typeof daysOfUse>>()
  return (order: BillOrder, priceSchemes: ChosenAccount['priceSchemes']) => {
    const name = JSON.stringify([order.period, priceSchemes])
    const found = known.get(name) ?? daysOfUse(order, priceSchemes)
    known.set(name, found)
    return found
  }
}
