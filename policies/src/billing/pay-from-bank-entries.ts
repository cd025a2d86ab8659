import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { bankEntryDecider } from '@nightflow/domain/billing/bank-entry-decider'
import { PayMethod } from '@nightflow/schemas/billing/money'
import type { EventOf } from '@nightflow/schemas/events'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { type AnyPolicy, definePolicy, type Reaction } from '../shared/define-policy.ts'

/**
 * An entry of a bank statement and the account that gets its money are two streams. The API writes both; where its process stops in between, this
 * makes the payments of assigned entries, and opens entries again whose payment was reversed. Finished entries are not processed again.
 */
export const payFromBankEntries: AnyPolicy = definePolicy({
  name: 'billing/pay-from-bank-entries',
  actor: 'policy:bank-entries',
  events: ['billing.BankEntryAssigned', 'billing.PaymentReversed'],
  react: async (event, reaction) => {
    const { type, data } = event
    if (type === 'billing.BankEntryAssigned') await payParts(data, reaction)
    if (type === 'billing.PaymentReversed' && data.releasedEntryId !== undefined)
      await release(data.releasedEntryId, data.paymentId, data.reason, reaction)
  },
})

const payParts = async (
  { entryId, parts, isReturn, returnFeeMinor, reference, reason }: EventOf<'billing.BankEntryAssigned'>['data'],
  reaction: Reaction,
) => {
  for (const { accountNo, contractNo, paymentId, amountMinor } of parts) {
    const ofPayment = { accountNo, paymentId, bankEntryId: entryId }
    const result = isReturn
      ? await reaction.execute(accountBillsDecider, { type: 'ReversePayment', ...ofPayment, reason, returnFeeMinor })
      : await reaction.execute(accountBillsDecider, {
          ...{ type: 'ReceivePayment', ...ofPayment, contractNo, amountMinor, payMethod: PayMethod.enum.bank, reference, remark: '' },
        })
    if (result !== 'done-before' && isRejection(result)) await release(entryId, paymentId, reason, reaction)
  }
}

const release = (entryId: string, paymentId: string, reason: string, { execute }: Reaction) =>
  execute(bankEntryDecider, { type: 'ReleaseBankEntry', entryId, paymentId, reason: reason || '-' })
