import { type AccountBills, openOf } from '@nightflow/domain/billing/account-bills'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import type { AccountCharges } from '@nightflow/domain/billing/account-charges'
import { accountChargesDecider } from '@nightflow/domain/billing/account-charges-decider'
import { balanceOf, presentContract } from '@nightflow/domain/billing/account-contracts'
import { deductionOrderDecider } from '@nightflow/domain/billing/deduction-order-decider'
import { settledBills } from '@nightflow/domain/billing/settle-balance'
import { stateOfStream } from '@nightflow/event-log/execute-command'
import { findScheme } from '@nightflow/projections/billing/surcharge-schemes'
import { statusOfAccount } from '@nightflow/projections/customers/accounts'
import { defaultDeductionOrder } from '@nightflow/schemas/billing/deduction'
import type { AccountMoney } from '@nightflow/schemas/billing/money'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'

/** Status of an account. */
export const cancelled = AccountStatus.enum.cancelled

/** Money is taken from and owed by accounts that exist and are not cancelled. */
export const refuseAccount = async (context: RequestContext, accountNo: string): Promise<Rejection | undefined> => {
  return refusalOfStatus(await context.read((database) => statusOfAccount(database, accountNo)), accountNo)
}

export const refusalOfStatus = (status: Awaited<ReturnType<typeof statusOfAccount>>, accountNo: string): Rejection | undefined => {
  if (status === undefined) return rejected('account-not-found', { accountNo })
  return status === cancelled ? rejected('account-closed', { accountNo }) : undefined
}

/** Charges of an account as its events say them now, with its scheme. */
export const chargesOf = async (context: RequestContext, accountNo: string) => {
  const stream = accountChargesDecider.streamOf({ type: 'RemovePersonalSurcharge', accountNo, itemName: '' })
  const state = await stateOfStream(context.log, `${context.caller.tenant}/${stream}`, accountChargesDecider)
  const { scheme } = state
  const known = scheme ? await context.read((database) => findScheme(database, scheme)) : undefined
  return { state, scheme: known, schemeItems: known?.items ?? [] }
}

/** Balance and debts of a holder of an account by the events so far: of the present holder unless another contract is named. */
export const moneyOf = async (context: RequestContext, accountNo: string, wanted?: number): Promise<AccountMoney> => {
  const { debts } = (await chargesOf(context, accountNo)).state
  const stream = `${context.caller.tenant}/billing-account-${accountNo}`
  const bills = settledBills(await stateOfStream(context.log, stream, accountBillsDecider))
  const contractNo = wanted ?? presentContract(bills)
  return moneyOfContract(bills, debts, contractNo)
}

/** The contract of the present holder of an account. */
export const presentContractOf = async ({ log, caller: { tenant } }: RequestContext, accountNo: string): Promise<number> =>
  presentContract(await stateOfStream(log, `${tenant}/billing-account-${accountNo}`, accountBillsDecider))

/** Balance and debts of the holder of one contract. */
export const moneyOfContract = (bills: AccountBills, debts: AccountCharges['debts'], contractNo: number): AccountMoney => ({
  balanceMinor: balanceOf(bills, contractNo),
  openMinor: openOf(bills, contractNo),
  debtsMinor: [...debts.values()].reduce((sum, debt) => sum + (debt.contractNo === contractNo ? debt.residualMinor : 0), 0),
})

/** The order in which the tenant deducts now. */
export const orderOf = async ({ log, caller: { tenant } }: RequestContext) => {
  const stream = deductionOrderDecider.streamOf({ type: 'SetDeductionOrder', deductionOrder: defaultDeductionOrder })
  return (await stateOfStream(log, `${tenant}/${stream}`, deductionOrderDecider)).deductionOrder
}
