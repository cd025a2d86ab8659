import type { PriceSchemeVersion } from '@nightflow/schemas/billing/price-scheme'
import type { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { AssignedScheme } from '@nightflow/schemas/shared/assigned-scheme'
import type { PoolClient } from 'pg'
import { versionsOfAllSchemes } from '../billing/price-schemes.ts'

/** An account as its card needs it: the meter, and what decides the price. */
export type CardAccount = {
  accountNo: string
  status: AccountStatus
  meterNo: string | null
  customerTypeId: number | null
  caliberMillimetres: number | null
  /** The most that one recharge may be. */
  purchaseLimitMinor: number | null
  priceSchemes: readonly AssignedScheme[]
}

/** Undefined where no account has the number. */
export const findCardAccount = async (database: PoolClient, accountNo: string): Promise<CardAccount | undefined> => {
  const { rows } = await database.query<CardAccount>(
    `select account_no as "accountNo", status, meter_no as "meterNo", customer_type_id::float8 as "customerTypeId", price_schemes as "priceSchemes",
       (settings->>'purchaseLimitMinor')::float8 as "purchaseLimitMinor",
       (select caliber_millimetres::float8 from views.meters where number = meter_no) as "caliberMillimetres"
     from views.accounts where account_no = $1`,
    [accountNo],
  )
  return rows[0]
}

/** The published versions of every price scheme by its name. */
export const versionsByScheme = async (database: PoolClient): Promise<(name: string) => readonly PriceSchemeVersion[] | undefined> => {
  const versions = await versionsOfAllSchemes(database)
  return (name) => versions.get(name)
}
