import { z } from 'zod'
import { AccountNo } from '../shared/values.ts'
import { ChargingItem, chargingItemsMax } from './charging-item.ts'
import { DeductionOrder, PaymentSource, PurchasedLitres } from './deduction.ts'
import { amountMinorMax } from './money.ts'

/** The order and the items of the scheme are those that hold when it is decided. */
export const DeductPayment = z.object({
  type: z.literal('DeductPayment'),
  deductionId: z.uuid(),
  accountNo: AccountNo,
  source: PaymentSource,
  paymentMinor: z.int().min(-amountMinorMax).max(amountMinorMax),
  purchasedLitres: PurchasedLitres,
  deductionOrder: DeductionOrder,
  schemeItems: z.array(ChargingItem).max(chargingItemsMax),
})
export type DeductPayment = z.infer<typeof DeductPayment>
