import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { presentContract } from '@nightflow/domain/billing/account-contracts'
import { settledBills } from '@nightflow/domain/billing/settle-balance'
import { type AccountCards, imageToWrite, isUnloaded, type Prepared } from '@nightflow/domain/cards/account-cards'
import { cardDecider } from '@nightflow/domain/cards/card-decider'
import { stateOfStream } from '@nightflow/event-log/execute-command'
import { type CardAccount, findCardAccount } from '@nightflow/projections/joined/card-account'
import { withHolders } from '@nightflow/projections/joined/holders-of-rows'
import { CardState, WriteStatus } from '@nightflow/schemas/cards/card'
import type { PendingWrite } from '@nightflow/schemas/cards/card-calls'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'

/** Bills and payments of an account as its events say them now. */
export const billsOf = async ({ log, caller: { tenant } }: RequestContext, accountNo: string) =>
  settledBills(await stateOfStream(log, `${tenant}/billing-account-${accountNo}`, accountBillsDecider))

export const cardsOf = ({ log, caller: { tenant } }: RequestContext, accountNo: string): Promise<AccountCards> =>
  stateOfStream(log, `${tenant}/cards-account-${accountNo}`, cardDecider)

/** An account that the caller sees and that is not cancelled. */
export const accountOf = async (context: RequestContext, accountNo: string): Promise<CardAccount | Rejection> => {
  const account = await context.read((database) => findCardAccount(database, accountNo))
  if (!account) return rejected('card-user-not-found')
  return account.status === AccountStatus.enum.cancelled ? rejected('account-closed', { accountNo }) : account
}

const seesHolder = 'customers:account:query'

/** The present holder's name; null for callers who may not see accounts. */
export const holderOf = async (context: RequestContext, accountNo: string): Promise<string | null> => {
  if (!context.caller.may(seesHolder)) return null
  const contractNo = presentContract(await billsOf(context, accountNo))
  const [named] = await context.read((database) => withHolders(database, [{ accountNo, contractNo }]))
  return named?.customerName ?? null
}

/** The cards of an account as the desk shows them. */
export const factsOf = ({ card, purchase, pending }: AccountCards) => ({
  meterNo: card?.meterNo ?? null,
  state: card && (card.isLost ? CardState.enum.lost : CardState.enum.inUse),
  purchaseLitres: isUnloaded(purchase) ? purchase.litres : 0,
  purchaseMinor: isUnloaded(purchase) ? purchase.minor : 0,
  isLoaded: purchase?.isLoaded ?? false,
  pending: pending && writeOf(pending, WriteStatus.enum.prepared),
})

export const writeOf = (prepared: Prepared, status: PendingWrite['status']): PendingWrite => {
  const { operationId, operation, amountMinor, purchaseLitres } = prepared
  return { operationId, operation, status, amountMinor, purchaseLitres, image: imageToWrite(prepared) }
}
