import type { Allocation } from '@nightflow/schemas/billing/bill'
import { AccountNo, Instant } from '@nightflow/schemas/shared/values'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import type { RowEvent } from '../projector/entity-shape.ts'
import { billsOf } from './bill-events.ts'
import { accountOf } from './debt-events.ts'
import { billedTypes, casesOf, postedOf, receivablesOf } from './posted-events.ts'

const row = z.object({
  accountNo: AccountNo,
  billId: z.uuid(),
  position: z.int(),
  movedAt: Instant,
  /** Change of the open part of the bill by the event. */
  changeMinor: z.int(),
})
type Row = z.infer<typeof row>

/** An event about one bill posts what it changes; one about several allocates it, and its postings say in which direction. */
const changeOf = (event: RowEvent, billId: string | undefined): number => {
  const { billId: only, allocations = [] } = event.data as { billId?: string; allocations?: Allocation[] }
  const posted = receivablesOf(postedOf(event).postings)
  if (only !== undefined) return posted
  const allocated = allocations.reduce((sum, each) => sum + (each.billId.toLowerCase() === billId ? each.amountMinor : 0), 0)
  return Math.sign(posted) * allocated
}

/** How the open part of each bill came about, so that it is known as of any day. */
export const billMovements = defineEntity({
  name: 'billing/bill-movements',
  version: 1,
  table: 'bill_movements',
  key: ['accountNo', 'billId', 'position'],
  row,
  indexes: { moved: '(tenant, moved_at)' },
  isCommutative: true,
  keysOf: (event) => billsOf(event).map((billId) => ({ accountNo: accountOf(event), billId, position: event.position })),
  evolve: casesOf<Row>(billedTypes, (_, event, key) => ({
    ...(key as Row),
    movedAt: postedOf(event).at,
    changeMinor: changeOf(event, key.billId),
  })),
})
