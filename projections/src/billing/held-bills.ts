import type { BillType } from '@nightflow/schemas/billing/bill'
import { HeldBillStatus, heldBills as resource } from '@nightflow/schemas/billing/held-bill'
import type { PoolClient } from 'pg'
import { defineEntity } from '../projector/entity.ts'

/** Bills that wait for a person. Each is done with the bill of its identifier, or when it is dismissed. */
export const heldBills = defineEntity({
  name: 'billing/held-bills',
  version: 1,
  table: 'held_bills',
  key: ['accountNo', 'billId'],
  row: resource.row.omit({ customerName: true }),
  indexes: { id: '(tenant, held_no)' },
  evolve: {
    'billing.BillHeld': (seen, { data: { at, ...held }, position }) =>
      seen ?? { ...held, heldNo: position, status: HeldBillStatus.enum.held, createTime: at },
    'billing.BillIssued': (seen) => seen && { ...seen, status: HeldBillStatus.enum.billed },
    'billing.HeldBillDismissed': (seen) => seen && { ...seen, status: HeldBillStatus.enum.dismissed },
  },
})

type HeldBill = { accountNo: string; billId: string; billType: BillType; periodFrom: string; periodTo: string }

/** The bill that waits under this number. */
export const findHeldBill = async (database: PoolClient, heldNo: number): Promise<HeldBill | undefined> => {
  const { rows } = await database.query<HeldBill>(
    `select account_no as "accountNo", bill_id as "billId", bill_type as "billType", period_from as "periodFrom", period_to as "periodTo"
     from views.held_bills where held_no = $1`,
    [heldNo],
  )
  return rows[0]
}
