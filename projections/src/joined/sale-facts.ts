import type { RatePlan } from '@nightflow/domain/billing/rate-usage'
import type { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { versionsOfAllSchemes } from '../billing/price-schemes.ts'
import { type Priced, planOfPriced } from './price-plan.ts'

type Status = z.output<typeof AccountStatus>

export type PaymentFacts = {
  /** Null for an account that is not there. */
  status: Status | null
  /** The most that one recharge may be. */
  purchaseLimitMinor: number | null
  /** Another account has a payment of this identifier. */
  isOfAnother: boolean
}

/** Facts that a payment is decided with, for each that is asked. */
export const paymentFacts = async (
  database: PoolClient,
  asked: readonly { accountNo: string; paymentId: string }[],
): Promise<PaymentFacts[]> => {
  const { rows } = await database.query<PaymentFacts>({
    name: 'payment-facts',
    text: `select account.status, (account.settings->>'purchaseLimitMinor')::float8 as "purchaseLimitMinor",
       exists (select from views.payments where payment_id = asked.payment_id and payments.account_no <> asked.account_no) as "isOfAnother"
     from unnest($1::text[], $2::uuid[]) with ordinality as asked (account_no, payment_id, place)
     left join views.accounts account on account.account_no = asked.account_no order by place`,
    values: [asked.map(({ accountNo }) => accountNo), asked.map(({ paymentId }) => paymentId)],
  })
  return rows
}

export type SoldMeter = { meterNo: string; pan: string }

export type SaleFacts = {
  status: Status | null
  /** The most that one recharge may be. */
  purchaseLimitMinor: number | null
  /** Meters of the account that take tokens now. */
  meters: SoldMeter[]
  plan: RatePlan | Rejection
}

type SaleRow = Priced & Pick<SaleFacts, 'status' | 'purchaseLimitMinor'> & { meters: SoldMeter[] | null }

/** Facts that a sale of tokens is decided with, for each account that is asked. */
export const saleFacts = async (
  database: PoolClient,
  asked: readonly { accountNo: string; timeZone: string; at: number }[],
): Promise<SaleFacts[]> => {
  const { rows } = await database.query<SaleRow>({
    name: 'sale-facts',
    text: `select account.status, account.customer_type_id::float8 as "customerTypeId", account.price_schemes as "priceSchemes",
       (account.settings->>'purchaseLimitMinor')::float8 as "purchaseLimitMinor",
       (select caliber_millimetres::float8 from views.meters where number = account.meter_no) as "caliberMillimetres",
       (select jsonb_agg(jsonb_build_object('meterNo', registered.meter_no, 'pan', registered.pan) order by registered.meter_no)
        from jsonb_to_recordset(account.meters) as held ("meterNo" text, "to" timestamptz)
        join views.sts_meters registered on registered.meter_no = held."meterNo" and not registered.is_removed
        where held."to" is null) as meters
     from unnest($1::text[]) with ordinality as asked (account_no, place)
     left join views.accounts account on account.account_no = asked.account_no order by place`,
    values: [asked.map(({ accountNo }) => accountNo)],
  })
  const versions = await versionsOfAllSchemes(database)
  return asked.map((each, place) => {
    const { status, purchaseLimitMinor, meters, ...priced } = rows[place]!
    return {
      status,
      purchaseLimitMinor,
      meters: meters ?? [],
      plan: planOfPriced(status === null ? undefined : { ...priced, status }, versions, each),
    }
  })
}
