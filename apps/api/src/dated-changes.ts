import { accountCollectionDecider } from '@nightflow/domain/billing/account-collection-decider'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import type { AccountMoney } from '@nightflow/schemas/billing/money'
import { freezeAccount, litresOf, transferAccount } from '@nightflow/schemas/customers/account-lifecycle'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { moneyOf } from './billing/account-facts.ts'
import { decideAccount, decideTransfer } from './customers/change-account.ts'
import { decide, timeZoneOf } from './http/decide.ts'
import { command, type Route } from './http/serve.ts'
import { settledOf } from './settled-of.ts'

const owedOf = ({ balanceMinor, openMinor, debtsMinor }: AccountMoney): number => openMinor + debtsMinor - Math.min(0, balanceMinor)

/**
 * The account goes to another holder from a day on. The contract begins in the stream of the account's money with the transfer; where this process stops in
 * between, `billing/begin-contracts` begins it.
 */
const transferAccountRoute: Route = command(transferAccount, async ({ closingRegisterCubicMetres, ...request }, context) => {
  const { accountNo, effectiveOn } = request
  const since = new Date().toISOString()
  const decided = await decideTransfer(context, {
    ...request,
    ...(await settledOf(context, accountNo)),
    closingLitres: litresOf(closingRegisterCubicMetres),
    owedMinor: owedOf(await moneyOf(context, accountNo)),
  })
  if (isRejection(decided)) return decided
  const { contractNo } = decided.after as { contractNo: number }
  const from = effectiveOn ?? localDay(since, await timeZoneOf(context))
  const begun = await decide(
    context,
    accountCollectionDecider,
    { type: 'BeginContract', accountNo, contractNo, from, since },
    ({ contracts }) => contracts.length,
  )
  return isRejection(begun) ? decided : { ...decided, position: Math.max(decided.position, begun.position) }
})

const freezeAccountRoute: Route = command(freezeAccount, async ({ closingRegisterCubicMetres, ...request }, context) =>
  decideAccount(context, {
    type: 'FreezeAccount',
    ...request,
    ...(await settledOf(context, request.accountNo)),
    closingLitres: litresOf(closingRegisterCubicMetres),
  }),
)

/** Changes of an account that count from a day on. They look at its money, which is another context's. */
export const datedChangeRoutes: readonly Route[] = [transferAccountRoute, freezeAccountRoute]
