import { firstContract } from '@nightflow/domain/billing/account-contracts'
import { type BurnedPeriod, withDeduction } from '@nightflow/domain/billing/burned-periods'
import { burnDowns as resource } from '@nightflow/schemas/billing/burn-down-row'
import type { PoolClient } from 'pg'
import { defineEntity } from '../projector/entity.ts'

/** The use of prepaid accounts that their balances paid, by the first day of the period. The holder's name is in `persons` alone, which an erasure empties. */
export const burnDowns = defineEntity({
  name: 'billing/burn-downs',
  version: 1,
  table: 'burn_downs',
  key: ['accountNo', 'periodFrom'],
  row: resource.row.omit({ customerName: true }),
  indexes: {
    id: '(tenant, burn_down_no)',
    assumed: '(tenant, account_no) where estimated_days > 0',
  },
  evolve: {
    'billing.ConsumptionDeducted': (seen, { data, position }) => {
      const { accountNo, contractNo = firstContract, at } = data
      const { lines, ...period } = withDeduction(seen, data)
      return {
        ...{ accountNo, contractNo, burnDownNo: seen?.burnDownNo ?? position, createTime: seen?.createTime ?? at },
        ...period,
        lines: [...lines],
      }
    },
  },
})

/** A period with the position up to which the read models had the log when it was read. */
export type KnownPeriod = BurnedPeriod & { accountNo: string }

const columns = `account_no as "accountNo", period_from as "periodFrom", period_to as "periodTo", litres::float8 as litres, sequence::int as sequence,
  estimated_litres::float8 as "estimatedLitres", estimated_days::int as "estimatedDays", due_minor::float8 as "dueMinor", lines`

/** How far back days that were assumed are looked at again, in days. */
const settledDaysMax = 400

/**
 * Of each of these accounts the last period, and those from the first one on that still has assumed days, because what is settled in one fills the steps of
 * those after it.
 */
export const openPeriods = async (
  database: PoolClient,
  accountNos: readonly string[],
  today: string,
): Promise<Map<string, KnownPeriod[]>> => {
  const { rows } = await database.query<KnownPeriod>(
    `select ${columns} from views.burn_downs own where account_no = any($1::text[])
       and period_from >= least(
         (select max(period_from) from views.burn_downs last where last.tenant = own.tenant and last.account_no = own.account_no),
         (select min(period_from) from views.burn_downs assumed where assumed.tenant = own.tenant and assumed.account_no = own.account_no
           and assumed.estimated_days > 0 and assumed.period_to > to_char($2::date - ${settledDaysMax}, 'YYYY-MM-DD')))
     order by account_no, period_from`,
    [accountNos, today],
  )
  return Map.groupBy(rows, ({ accountNo }) => accountNo)
}
