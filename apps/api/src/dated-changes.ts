import { accountCollectionDecider } from '@nightflow/domain/billing/account-collection-decider'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import type { AccountMoney } from '@nightflow/schemas/billing/money'
import { freezeAccount, litresOf, transferAccount } from '@nightflow/schemas/customers/account-lifecycle'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { moneyOf } from './billing/account-facts.ts'
import { account, withPersons } from './customers/change-account.ts'
import { decide, timeZoneOf } from './http/decide.ts'
import type { Route } from './http/serve.ts'
import { settledOf } from './settled-of.ts'

const owedOf = ({ balanceMinor, openMinor, debtsMinor }: AccountMoney): number => openMinor + debtsMinor - Math.min(0, balanceMinor)

/** Changes of an account that count from a day on. They look at its money, which is another context's. */
export const datedChangeRoutes: readonly Route[] = [
  // The contract begins in the stream of the account's money with the transfer; where this process stops in between, `billing/begin-contracts` begins it.
  account(transferAccount, {
    prepare: async ({ accountNo }, context) => ({
      since: new Date().toISOString(),
      settled: await settledOf(context, accountNo),
      owedMinor: owedOf(await moneyOf(context, accountNo)),
      persons: await withPersons(context),
    }),
    command: ({ closingRegisterCubicMetres, ...request }, { settled, owedMinor, persons }) => ({
      type: 'TransferAccount',
      ...{ ...request, ...settled, ...persons, closingLitres: litresOf(closingRegisterCubicMetres), owedMinor },
    }),
    afterwards: async ({ request: { accountNo, effectiveOn }, found: { since }, context, after }) => {
      if (after.status === 'none') return undefined
      const { contractNo } = after
      const from = effectiveOn ?? localDay(since, await timeZoneOf(context))
      const beginning = { type: 'BeginContract' as const, accountNo, contractNo, from, since }
      const begun = await decide(context, accountCollectionDecider, beginning, ({ contracts }) => contracts.length)
      return isRejection(begun) ? undefined : begun.position
    },
  }),
  account(freezeAccount, {
    prepare: ({ accountNo }, context) => settledOf(context, accountNo),
    command: ({ closingRegisterCubicMetres, ...request }, settled) => ({
      type: 'FreezeAccount',
      ...{ ...request, ...settled, closingLitres: litresOf(closingRegisterCubicMetres) },
    }),
  }),
]
