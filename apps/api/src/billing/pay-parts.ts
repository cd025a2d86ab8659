import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { bankEntryDecider } from '@nightflow/domain/billing/bank-entry-decider'
import type { BankPart } from '@nightflow/schemas/billing/bank-entry'
import { PayMethod } from '@nightflow/schemas/billing/money'
import { isRejection, type Rejection } from '@nightflow/schemas/shared/rejections'
import { decide } from '../http/decide.ts'
import { claimOf } from '../http/named-id.ts'
import type { RequestContext } from '../http/request-context.ts'

/** Facts of a bank entry that its payments need. */
export type EntryToPay = { entryId: string; amountMinor: number; reference: string; returnFeeMinor?: number }

/**
 * The payments of the parts of an entry, or the reversals where it took money out, in the streams of their accounts. Each is made once, however often
 * it is tried: the policy `billing/pay-from-bank-entries` makes what this process could not. The position of the last event.
 */
export const payParts = async (
  context: RequestContext,
  { entryId, amountMinor, reference, returnFeeMinor }: EntryToPay,
  parts: readonly BankPart[],
  reason: string,
): Promise<number | Rejection> => {
  let position = 0
  for (const { accountNo, contractNo, paymentId, amountMinor: partMinor } of parts) {
    const ofPayment = { accountNo, paymentId, bankEntryId: entryId }
    const decided = await decide(
      context,
      accountBillsDecider,
      amountMinor > 0
        ? {
            type: 'ReceivePayment',
            ...ofPayment,
            contractNo,
            amountMinor: partMinor,
            payMethod: PayMethod.enum.bank,
            reference,
            remark: '',
          }
        : { type: 'ReversePayment', ...ofPayment, reason, returnFeeMinor },
      ({ balanceMinor }) => ({ balanceMinor }),
      amountMinor > 0 ? claimOf(context, 'billing.PaymentReceived', paymentId) : {},
    )
    if (isRejection(decided)) {
      await release(context, entryId, paymentId, reason || '-')
      return decided
    }
    position = Math.max(position, decided.position)
  }
  return position
}

/** The part of an entry is open again. */
export const release = (context: RequestContext, entryId: string, paymentId: string | null, reason: string) =>
  decide(context, bankEntryDecider, { type: 'ReleaseBankEntry', entryId, paymentId, reason }, ({ amountMinor }) => ({ amountMinor }))
