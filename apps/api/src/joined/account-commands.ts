import { accountCollectionDecider } from '@nightflow/domain/billing/account-collection-decider'
import { accountDecider } from '@nightflow/domain/customers/account-decider'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import type { AccountMoney } from '@nightflow/schemas/billing/money'
import { accountCommands, litresOf } from '@nightflow/schemas/customers/account-lifecycle'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { moneyOf } from '../billing/account-facts.ts'
import { describeAccount, refuseLink, withPersons, withScheme } from '../customers/change-account.ts'
import { commandRoutes } from '../http/command-routes.ts'
import { namedBy } from '../http/commanded-rows.ts'
import { decide, timeZoneOf } from '../http/decide.ts'
import type { Route } from '../http/serve.ts'
import { settledOf } from './settled-of.ts'

const owedOf = ({ balanceMinor, openMinor, debtsMinor }: AccountMoney): number => openMinor + debtsMinor - Math.min(0, balanceMinor)

type Closing = { closingRegisterCubicMetres?: number | undefined }
const closingOf = ({ closingRegisterCubicMetres }: Closing) => ({ closingLitres: litresOf(closingRegisterCubicMetres) })

/** Commands on one account. Those that count from a day on look at its money, which is another context's. */
export const accountCommandRoutes: readonly Route[] = commandRoutes(
  { commands: accountCommands, decider: accountDecider, find: namedBy('accountNo'), logged: describeAccount },
  {
    changePriceScheme: { prepare: (_, request, context) => withScheme(context, request) },
    linkMeter: { refuse: refuseLink },
    unlinkMeter: { prepare: (_, request) => closingOf(request) },
    freeze: { prepare: async ({ accountNo }, request, context) => ({ ...(await settledOf(context, accountNo)), ...closingOf(request) }) },
    transfer: {
      prepare: async ({ accountNo }, request, context) => ({
        ...{ ...(await settledOf(context, accountNo)), ...(await withPersons(context)), ...closingOf(request) },
        owedMinor: owedOf(await moneyOf(context, accountNo)),
      }),
      // The contract begins in the stream of the account's money with the transfer; where this process stops in between, `billing/begin-contracts` begins it.
      afterwards: async ({ given: { accountNo, effectiveOn }, startedAt: since, context, after }) => {
        if (after.status === 'none') return undefined
        const { contractNo } = after
        const from = effectiveOn ?? localDay(since, await timeZoneOf(context))
        const beginning = { type: 'BeginContract' as const, accountNo, contractNo, from, since }
        const begun = await decide(context, accountCollectionDecider, beginning, ({ contracts }) => contracts.length)
        return isRejection(begun) ? undefined : begun.position
      },
    },
  },
)
