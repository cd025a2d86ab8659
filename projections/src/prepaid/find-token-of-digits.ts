import type { TokenStatus } from '@nightflow/schemas/prepaid/token'
import type { TokenDownlink } from '@nightflow/schemas/prepaid/token-downlink'
import type { RechargeFlag } from '@nightflow/schemas/prepaid/token-refund'
import type { PoolClient } from 'pg'

export type FoundToken = {
  tokenNo: number
  meterNo: string
  accountNo: string | null
  status: TokenStatus
  chargedMinor: number
  operator: string | null
  /** The way to the meter by radio, whose confirmation is the word of the meter. */
  downlink: TokenDownlink
  rechargeFlag: RechargeFlag | null
}

/** The sale that twenty digits are of, with what is known of their entry; undefined where they were not made here. */
export const findTokenOfDigits = async (database: PoolClient, digits: string): Promise<FoundToken | undefined> => {
  const { rows } = await database.query<FoundToken>(
    `select token_no::float8 as "tokenNo", token.meter_no as "meterNo", token.account_no as "accountNo", token.status,
       charged_minor::float8 as "chargedMinor", operator, token.downlink, recharge_flag as "rechargeFlag"
     from views.sts_tokens token left join views.sts_refunds refund using (tenant, meter_no, request_id)
     where string_to_array(token.digits, ' ') @> array[$1::text] order by token_no desc limit 1`,
    [digits],
  )
  return rows[0]
}
