import { DeductionMethod, ItemSource } from '@nightflow/schemas/billing/charging-item'
import { DebtStatus } from '@nightflow/schemas/billing/debt'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
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

/** Of these accounts those whose bills may take something: an item of a scheme, a personal surcharge, or an instalment of a debt. */
export const accountsWithCharges = async (database: PoolClient, accountNos: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await database.query<{ accountNo: string }>(
    `select account_no as "accountNo" from views.account_schemes where account_no = any($1::text[]) and scheme_id is not null
     union select account_no from views.personal_surcharges
       where account_no = any($1::text[]) and taken_from = '${ItemSource.enum.bills}' and not is_removed
     union select account_no from views.debts
       where account_no = any($1::text[]) and plan_source = '${PaymentSource.enum.bill}' and status = '${DebtStatus.enum.open}'`,
    [accountNos],
  )
  return new Set(rows.map(({ accountNo }) => accountNo))
}
