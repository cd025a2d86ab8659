import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { presentContract } from '@nightflow/domain/billing/account-contracts'
import { paymentToDivide } from '@nightflow/domain/billing/payment-deduction'
import { billsNamed } from '@nightflow/projections/billing/open-bills'
import { purchaseLimitOf, statusOfAccount } from '@nightflow/projections/customers/accounts'
import { litresOfAccount } from '@nightflow/projections/joined/litres-of-account'
import type { PaymentPreview, previewPayment } from '@nightflow/schemas/billing/counter'
import { hundredths } from '@nightflow/schemas/billing/money'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { clockOf, tryOut } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { cancelled } from './account-facts.ts'

/** The allocation of an amount as the decider would decide it now: the same rule as of the payment itself, and nothing is stored. */
export const previewOfPayment = async (
  { accountNo, amount, ...asked }: RequestOf<typeof previewPayment>,
  context: RequestContext,
): Promise<PaymentPreview | Rejection> => {
  const { now, timeZone } = await clockOf(context)
  const known = await context.read(async (database) => ({
    status: await statusOfAccount(database, accountNo),
    purchaseLimitMinor: await purchaseLimitOf(database, accountNo),
  }))
  if (known.status === undefined) return rejected('account-not-found', { accountNo })
  const amountMinor = hundredths(amount)
  const { purchaseLimitMinor, status } = known
  const given = { ...asked, purchaseLimitMinor, isAccountCancelled: status === cancelled }
  const tried = await tryOut(context, accountBillsDecider, { ...paymentToDivide(accountNo, amountMinor), ...given })
  if (isRejection(tried)) return tried
  const received = tried.events.find((event) => event.type === 'billing.PaymentReceived')
  const deducted = tried.events.find((event) => event.type === 'billing.PaymentDeducted')
  const { lines = [], deductedMinor = 0, vatMinor = 0 } = deducted?.data ?? {}
  const { allocations = [], restMinor = 0, contractNo } = received?.data ?? {}
  const named = await context.read((database) =>
    billsNamed(
      database,
      accountNo,
      allocations.map(({ billId }) => billId),
    ),
  )
  const bills = allocations.flatMap(({ billId, amountMinor: paidMinor }) => {
    const bill = named.get(billId)
    return bill ? [{ billNo: bill.billNo, periodFrom: bill.periodFrom, periodTo: bill.periodTo, amountMinor: paidMinor }] : []
  })
  const isPresent = (contractNo ?? 1) === presentContract(tried.before)
  const forWater = isPresent ? restMinor - deductedMinor : 0
  const litres = await context.read((database) => litresOfAccount(database, { accountNo, amountMinor: forWater, timeZone, now }))
  const billsMinor = allocations.reduce((sum, each) => sum + each.amountMinor, 0)
  return { amountMinor, lines, deductedMinor, vatMinor, bills, billsMinor, restMinor: restMinor - deductedMinor, litres }
}
