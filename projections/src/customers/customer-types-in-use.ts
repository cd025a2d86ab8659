import type { PoolClient } from 'pg'

/** Whether an account has one of these customer types, cancelled ones included, or a price scheme has a price for it, in its draft or in a version. */
export const isCustomerTypeUsed = async (database: PoolClient, ids: readonly number[]): Promise<boolean> => {
  const { rowCount } = await database.query(
    `select from unnest($1::bigint[]) as wanted (id) where exists (select from views.accounts where customer_type_id = wanted.id)
       or exists (select from views.price_schemes where not is_removed
         and (jsonb_path_exists(steps::jsonb, '$.**.customerTypeId ? (@ == $id)', jsonb_build_object('id', wanted.id))
           or jsonb_path_exists(versions::jsonb, '$.**.customerTypeId ? (@ == $id)', jsonb_build_object('id', wanted.id)))) limit 1`,
    [ids],
  )
  return rowCount === 1
}
