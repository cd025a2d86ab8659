import { DeductionMethod } from '@nightflow/schemas/billing/charging-item'
import { AccountNo } from '@nightflow/schemas/shared/values'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

/** Which surcharge scheme an account has. */
export const accountSchemes = defineEntity({
  name: 'billing/account-schemes',
  version: 1,
  table: 'account_schemes',
  key: ['accountNo'],
  row: z.object({ accountNo: AccountNo, schemeId: z.uuid().nullable() }),
  indexes: { scheme: '(tenant, scheme_id)' },
  evolve: {
    'billing.SurchargeSchemeAssigned': (_, { data: { accountNo, schemeId } }) => ({ accountNo, schemeId }),
  },
})

/**
 * Other deductions of the accounts that have a scheme: the names of its items that one of them has as a personal surcharge, and the largest
 * share of a payment that one of them takes by personal surcharges, in percent.
 */
export const takenBeside = async (
  database: PoolClient,
  schemeId: string,
  itemNames: readonly string[],
): Promise<{ names: string[]; ratioPercent: number }> => {
  const having = `from views.personal_surcharges as item join views.account_schemes as account using (tenant, account_no)
     where account.scheme_id = $1 and not item.is_removed`
  const named = await database.query<{ name: string }>(
    `select distinct lower(item_name) as name ${having} and lower(item_name) = any($2)`,
    [schemeId, itemNames.map((name) => name.toLowerCase())],
  )
  const largest = await database.query<{ ratio: number }>(
    `select coalesce(max(ratio), 0)::float8 as ratio
     from (select sum(item.ratio_percent) as ratio ${having} and item.method = '${DeductionMethod.enum.percentage}' group by account_no) as of_account`,
    [schemeId],
  )
  return { names: named.rows.map(({ name }) => name), ratioPercent: largest.rows[0]!.ratio }
}
