import { payments as resource } from '@nightflow/schemas/billing/bill'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'
import { rowNumbers } from './row-numbers.ts'

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

export const paymentNumbers = rowNumbers({ table: 'payments', number: 'payment_no', identifier: 'paymentId', column: 'payment_id' })
