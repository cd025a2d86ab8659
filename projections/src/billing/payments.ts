import { firstContract } from '@nightflow/domain/billing/account-contracts'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { PaymentStatus, payments as resource } from '@nightflow/schemas/billing/payment'
import type { PersonErased } from '@nightflow/schemas/privacy/erase-person'
import type { PoolClient } from 'pg'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'
import { rowNumbers } from './row-numbers.ts'

/** The holder's name is in `persons` alone, which an erasure empties. */
const row = resource.row.omit({ customerName: true })

/** Money that was received at the counter with the bills that it paid, and what of the balance went back. */
export const payments = defineEntity({
  name: 'billing/payments',
  version: 6,
  table: 'payments',
  key: ['accountNo', 'paymentId'],
  row,
  indexes: { id: '(tenant, payment_no)', identifier: '(tenant, payment_id)' },
  keysOf: ({ type, data }) => {
    // A person may deduct from a balance: such a deduction is of no payment.
    if (type === 'billing.PaymentDeducted' && data.paymentId === undefined) return []
    if (type !== 'privacy.PersonErased') return [{ accountNo: data.accountNo as string, paymentId: data.paymentId as string }]
    const erased = data as PersonErased
    return erased.payment ? [{ accountNo: erased.payment.accountNo, paymentId: erased.personId }] : []
  },
  evolve: {
    'billing.PaymentReceived': (
      seen,
      {
        data: {
          postings: _,
          bankEntryId: __,
          personId: ___,
          agentId: ____,
          contractNo = firstContract,
          source = PaymentSource.enum.bill,
          at,
          ...payment
        },
        position,
        metadata,
      },
    ) =>
      seen ?? {
        ...payment,
        ...{ contractNo, source, deductedMinor: 0, deductions: [] },
        reference: payment.reference ?? '',
        remark: payment.remark ?? '',
        paymentNo: position,
        status: PaymentStatus.enum.received,
        createBy: personOf(metadata.actor),
        createTime: at,
        updateBy: null,
        updateTime: null,
      },
    'billing.PaymentDeducted': (seen, { data: { lines, deductedMinor } }) =>
      seen && { ...seen, deductedMinor, deductions: lines, restMinor: seen.restMinor - deductedMinor },
    'billing.PaymentReversed': (seen, { data: { at }, metadata }) =>
      seen && { ...seen, status: PaymentStatus.enum.reversed, updateBy: personOf(metadata.actor), updateTime: at },
    'billing.BalanceRefunded': (
      seen,
      { data: { postings: _, contractNo = firstContract, at, reason, amountMinor, ...refund }, position, metadata },
    ) =>
      seen ?? {
        ...refund,
        ...{ contractNo, source: PaymentSource.enum.recharge, deductedMinor: 0, deductions: [] },
        paymentNo: position,
        status: PaymentStatus.enum.refunded,
        amountMinor: -amountMinor,
        restMinor: -amountMinor,
        allocations: [],
        reference: '',
        remark: reason,
        createBy: personOf(metadata.actor),
        createTime: at,
        updateBy: null,
        updateTime: null,
      },
    'privacy.PersonErased': (seen) => seen && { ...seen, reference: '', remark: '' },
  },
})

export const paymentNumbers = rowNumbers({ table: 'payments', number: 'payment_no', identifier: 'paymentId', column: 'payment_id' })

/** Account, identifier and amount of the payment with this number. */
export const findPayment = async (database: PoolClient, paymentNo: number) => {
  const { rows } = await database.query<{ accountNo: string; paymentId: string; amountMinor: number }>(
    `select account_no as "accountNo", payment_id as "paymentId", amount_minor::float8 as "amountMinor" from views.payments where payment_no = $1`,
    [paymentNo],
  )
  return rows[0]
}

/** Whether another account has a payment or a refund with this identifier. Those of before identifiers were claimed in the log are found here alone. */
export const isPaymentOfAnother = async (database: PoolClient, accountNo: string, paymentId: string): Promise<boolean> => {
  const { rowCount } = await database.query('select from views.payments where payment_id = $1 and account_no <> $2 limit 1', [
    paymentId,
    accountNo,
  ])
  return rowCount === 1
}
