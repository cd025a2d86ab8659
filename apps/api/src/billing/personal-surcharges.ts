import { debtsOfContract, settledItems } from '@nightflow/domain/billing/account-charges'
import { accountChargesDecider } from '@nightflow/domain/billing/account-charges-decider'
import { presentContract } from '@nightflow/domain/billing/account-contracts'
import { itemOf } from '@nightflow/domain/billing/charging-item-rules'
import { surchargeSchemeDecider } from '@nightflow/domain/billing/surcharge-scheme-decider'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { openDebtsOf } from '@nightflow/projections/billing/debts'
import { personalSurchargeHistory } from '@nightflow/projections/billing/personal-surcharges'
import { findScheme } from '@nightflow/projections/billing/surcharge-schemes'
import { statusOfAccount } from '@nightflow/projections/customers/accounts'
import type { PersonalSurchargeCommand } from '@nightflow/schemas/billing/personal-surcharge'
import { assignScheme, findAccountCharges, listPersonalSurchargeHistory } from '@nightflow/schemas/billing/surcharge-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import { commandsOf } from '../http/commands-of.ts'
import { decide, refusalOf } from '../http/decide.ts'
import { decideEach } from '../http/decide-each.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { chargesOf, refuseAccount } from './account-facts.ts'

const calls = resourceCalls.personalSurcharges
const store = recordedStoreOf(resources.personalSurcharges)

const charges = commandsOf(accountChargesDecider, ({ scheme, personal }) => ({
  scheme,
  items: [...personal.values()].map(({ item }) => item),
}))

/** All of them or none: each is checked before the first is removed. Surcharges that another person removed meanwhile count as removed. */
const remove = async ({ personalSurchargeId }: RequestOf<typeof calls.remove>, context: RequestContext) => {
  const removals: Extract<PersonalSurchargeCommand, { type: 'RemovePersonalSurcharge' }>[] = []
  for (const id of new Set(personalSurchargeId)) {
    const row = await context.read((database) => store.find(database, id))
    if (!row) return rejected('not-found')
    const removal = { type: 'RemovePersonalSurcharge' as const, accountNo: row.accountNo, itemName: row.itemName }
    const refused = await refusalOf(context, accountChargesDecider, removal)
    if (refused) return refused
    removals.push(removal)
  }
  const { position } = await decideEach(removals, (removal) => decide(context, accountChargesDecider, removal, () => undefined))
  return { response: {}, position }
}

/** A scheme that is assigned is used first: from then on it cannot be disabled. */
const useScheme = async (surchargeSchemeId: number, context: RequestContext) => {
  const scheme = await context.read((database) => findScheme(database, { surchargeSchemeId }))
  if (!scheme) return undefined
  const { schemeId, items: schemeItems } = scheme
  const used = await decide(context, surchargeSchemeDecider, { type: 'UseScheme', schemeId }, () => null)
  return isRejection(used) ? used : { schemeId, schemeItems }
}

const accountCharges = async ({ accountNo }: RequestOf<typeof findAccountCharges>, context: RequestContext) => {
  const status = await context.read((database) => statusOfAccount(database, accountNo))
  if (status === undefined) return rejected('account-not-found', { accountNo })
  const { state, scheme, schemeItems } = await chargesOf(context, accountNo)
  const debtIds = debtsOfContract(state, presentContract(state.bills))
  const debts = await context.read((database) => openDebtsOf(database, accountNo, debtIds))
  return {
    scheme: scheme ? { surchargeSchemeId: scheme.surchargeSchemeId, schemeName: scheme.schemeName, status: scheme.status } : null,
    items: settledItems(state, schemeItems).map(({ item, ...settled }) => ({ ...item, ...settled })),
    cumulativeLitres: state.cumulativeLitres,
    debtMinor: debts.reduce((sum, { residualMinor }) => sum + residualMinor, 0),
    debts,
  }
}

export const personalSurchargeResourceRoutes: readonly Route[] = [
  ...logRoutes(calls, store),
  charges(calls.create, {
    refuse: ({ accountNo }, context) => refuseAccount(context, accountNo),
    prepare: ({ accountNo }, context) => chargesOf(context, accountNo),
    command: ({ accountNo, ...typed }, { schemeItems }) => ({
      type: 'AddPersonalSurcharge',
      ...{ accountNo, item: itemOf(typed), schemeItems },
    }),
    answer: ({ position }) => ({ personalSurchargeId: position }),
  }),
  charges(calls.change, {
    // The account and the name of the item are those of the row, whatever the form says.
    prepare: async ({ personalSurchargeId }, context) => {
      const row = await context.read((database) => store.find(database, personalSurchargeId))
      return row && { row, schemeItems: (await chargesOf(context, row.accountNo)).schemeItems }
    },
    command: ({ personalSurchargeId: _, ...typed }, { row: { accountNo, itemName }, schemeItems }) => ({
      type: 'ChangePersonalSurcharge',
      ...{ accountNo, item: itemOf({ ...typed, itemName }), schemeItems },
    }),
  }),
  command(calls.remove, remove),
]

export const personalSurchargeRoutes: readonly Route[] = [
  charges(assignScheme, {
    refuse: ({ accountNo }, context) => refuseAccount(context, accountNo),
    prepare: async ({ surchargeSchemeId }, context) =>
      surchargeSchemeId === null ? { schemeId: null, schemeItems: [] } : useScheme(surchargeSchemeId, context),
    command: ({ accountNo }, scheme) => ({ type: 'AssignSurchargeScheme', accountNo, ...scheme }),
  }),
  ask(findAccountCharges, accountCharges),
  ask(
    listPersonalSurchargeHistory,
    ({ personalSurchargeId, ...page }, { read }) =>
      read(async (database) => {
        const row = await store.find(database, personalSurchargeId)
        return row && personalSurchargeHistory(database, row, page)
      }),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
