import { payments as resource } from '@nightflow/schemas/billing/bill'
import type { PoolClient } from 'pg'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

/** Money that was received at the counter, with the bills that it paid. */
export const payments = defineEntity({
  name: 'billing/payments',
  version: 1,
  table: 'payments',
  key: ['accountNo', 'paymentId'],
  row: resource.row,
  indexes: { id: '(tenant, payment_no)' },
  evolve: {
    'billing.PaymentReceived': (seen, { data: { postings: _, at, ...payment }, position, metadata }) =>
      seen ?? {
        ...payment,
        paymentNo: position,
        status: '0' as const,
        createBy: personOf(metadata.actor),
        createTime: at,
        updateBy: null,
        updateTime: null,
      },
    'billing.PaymentReversed': (seen, { data: { at }, metadata }) =>
      seen && { ...seen, status: '1' as const, updateBy: personOf(metadata.actor), updateTime: at },
  },
})

/** The account and the identifier of a payment, by the number of its row. */
export const findPaymentId = async (
  database: PoolClient,
  paymentNo: number,
): Promise<{ accountNo: string; paymentId: string } | undefined> => {
  const { rows } = await database.query<{ accountNo: string; paymentId: string }>(
    'select account_no as "accountNo", payment_id as "paymentId" from views.payments where payment_no = $1',
    [paymentNo],
  )
  return rows[0]
}

/** The number of a payment, by the identifier that the caller chose. */
export const findPaymentNo = async (database: PoolClient, accountNo: string, paymentId: string): Promise<number | undefined> => {
  const { rows } = await database.query<{ no: number }>(
    'select payment_no::float8 as no from views.payments where account_no = $1 and payment_id = $2',
    [accountNo, paymentId],
  )
  return rows[0]?.no
}
