import { customerTypes } from '@nightflow/schemas/customers/customer-type'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import type { Queryable } from '../storage/platform-tables.ts'
import { storeOf } from '../storage/resource-table.ts'

export type CustomerType = RowOf<typeof customerTypes>
/** Types that one form chooses from. */
const typesMax = 1000

const store = storeOf(customerTypes)

/** The customer types in use. The connection sees its tenant alone. */
export const listCustomerTypes = async (database: Queryable): Promise<CustomerType[]> =>
  (await store.list(database, { status: InUse.enum.enabled, pageSize: typesMax })).rows

export const findCustomerType = (database: Queryable, id: number): Promise<CustomerType | undefined> => store.find(database, id)

/** The customer types that exist, in use or not. */
export const listCustomerTypeIds = async (database: Queryable, limit: number): Promise<number[]> => {
  const { rows } = await database.query<{ id: number }>(
    'select customer_type_id::float8 as id from platform.customer_types order by customer_type_id limit $1',
    [limit],
  )
  return rows.map(({ id }) => id)
}
