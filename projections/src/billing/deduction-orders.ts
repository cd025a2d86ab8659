import { DeductionOrder } from '@nightflow/schemas/billing/deduction'
import { PersonName } from '@nightflow/schemas/shared/actors'
import { Instant } from '@nightflow/schemas/shared/values'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

const row = z.object({ orderNo: z.int(), deductionOrder: DeductionOrder, setBy: PersonName.nullable(), setAt: Instant })
export type DeductionOrderRow = z.infer<typeof row>

/** Every order in which the tenant has deducted, each from when it was set. */
export const deductionOrders = defineEntity({
  name: 'billing/deduction-orders',
  version: 1,
  table: 'deduction_orders',
  key: ['orderNo'],
  row,
  indexes: {},
  keysOf: ({ position }) => [{ orderNo: position }],
  evolve: {
    'billing.DeductionOrderSet': (_, { data: { deductionOrder, at }, position, metadata }) => ({
      ...{ orderNo: position, deductionOrder, setBy: personOf(metadata.actor), setAt: at },
    }),
  },
})

/** The order that holds; undefined where the tenant has set none. */
export const latestDeductionOrder = async (database: PoolClient): Promise<Omit<DeductionOrderRow, 'orderNo'> | undefined> => {
  const { rows } = await database.query<Omit<DeductionOrderRow, 'orderNo' | 'setAt'> & { setAt: Date }>(
    'select deduction_order as "deductionOrder", set_by as "setBy", set_at as "setAt" from views.deduction_orders order by order_no desc limit 1',
  )
  return rows[0] && { ...rows[0], setAt: rows[0].setAt.toISOString() }
}
