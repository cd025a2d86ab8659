import { firstContract } from '@nightflow/domain/billing/account-contracts'
import { PaymentSource } from '@nightflow/schemas/billing/deduction'
import { PaymentStatus } from '@nightflow/schemas/billing/payment'
import { recharges as resource } from '@nightflow/schemas/billing/recharge'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { personOf } from '../projector/entity-history.ts'

/** Payments that recharged an account, with what their deductions and open bills took of them. Texts of the payer are in the payments alone. */
export const recharges = defineEntity({
  name: 'billing/recharges',
  version: 1,
  table: 'recharges',
  key: ['accountNo', 'paymentId'],
  // The holder's name is in `persons` alone, which an erasure empties.
  row: resource.row.omit({ customerName: true }).extend({ paymentId: z.uuid() }),
  indexes: { id: '(tenant, recharge_no)' },
  keysOf: ({ data }) => {
    const { accountNo, paymentId } = data as { accountNo: string; paymentId?: string }
    return paymentId === undefined ? [] : [{ accountNo, paymentId }]
  },
  evolve: {
    'billing.PaymentReceived': (
      seen,
      { data: { accountNo, paymentId, source, payMethod, contractNo = firstContract, amountMinor, restMinor, at }, position, metadata },
    ) =>
      source === PaymentSource.enum.recharge
        ? {
            ...{
              accountNo,
              paymentId,
              rechargeNo: position,
              status: PaymentStatus.enum.received,
              contractNo,
              payMethod,
              amountMinor,
              restMinor,
            },
            ...{ deductedMinor: 0, billsMinor: amountMinor - restMinor, purchasedLitres: 0, deductions: [] },
            ...{ operator: personOf(metadata.actor), createTime: at },
          }
        : seen,
    'billing.PaymentDeducted': (seen, { data: { lines, deductedMinor, purchasedLitres } }) =>
      seen && { ...seen, deductedMinor, deductions: lines, purchasedLitres, restMinor: seen.restMinor - deductedMinor },
    'billing.PaymentReversed': (seen) => seen && { ...seen, status: PaymentStatus.enum.reversed },
  },
})
