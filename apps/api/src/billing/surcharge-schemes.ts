import { randomUUID } from 'node:crypto'
import { itemOf, refuseItems } from '@nightflow/domain/billing/charging-item-rules'
import { deductFrom } from '@nightflow/domain/billing/deduction'
import { type Schemes, surchargeSchemeDecider } from '@nightflow/domain/billing/surcharge-scheme-decider'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { takenBeside } from '@nightflow/projections/billing/account-schemes'
import { findScheme, schemeHistory } from '@nightflow/projections/billing/surcharge-schemes'
import { FeeType, ratioBasisPointsMax } from '@nightflow/schemas/billing/charging-item'
import { hundredths } from '@nightflow/schemas/billing/money'
import { listSchemeHistory, surchargeSchemeCommands, tryScheme } from '@nightflow/schemas/billing/surcharge-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, rejected } from '@nightflow/schemas/shared/rejections'
import { commandRoutes } from '../http/command-routes.ts'
import { commandsOf } from '../http/commands-of.ts'
import { decide } from '../http/decide.ts'
import { decideInOrder } from '../http/decide-each.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { eachBy } from '../resource/recorded-routes.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { orderOf } from './account-facts.ts'

const calls = resourceCalls.surchargeSchemes
const store = recordedStoreOf(resources.surchargeSchemes)
const trial = async (
  { amount, source, purchasedLitres, items: typed, since, day }: RequestOf<typeof tryScheme>,
  context: RequestContext,
) => {
  const items = typed.map(itemOf)
  const paymentMinor = hundredths(amount)
  if (paymentMinor <= 0) return rejected('payment-not-positive')
  const refused = refuseItems(items)
  if (refused) return refused
  const deductionOrder = await orderOf(context)
  const charged = items.map((item) => ({ feeType: FeeType.enum.system, item, since, sinceLitres: 0 }))
  const {
    settlements: _,
    settledBefore: __,
    ...result
  } = deductFrom({ paymentMinor, source, day, cumulativeLitres: purchasedLitres, deductionOrder }, charged, [])
  return { deductionOrder, ...result }
}

const schemeOf = (schemes: Schemes, { schemeId }: { schemeId: string }) => schemes.get(schemeId) ?? null
const scheme = commandsOf(surchargeSchemeDecider, schemeOf)

const findOne = ({ surchargeSchemeId }: { surchargeSchemeId: number }, { read }: RequestContext) =>
  read((database) => findScheme(database, { surchargeSchemeId }))

/** All of them or none: what is used is known before the first is removed. */
const remove = async ({ surchargeSchemeId }: RequestOf<typeof calls.remove>, context: RequestContext) => {
  const found: string[] = []
  for (const id of new Set(surchargeSchemeId)) {
    const row = await context.read((database) => store.find(database, id))
    const known = row && (await findOne({ surchargeSchemeId: id }, context))
    if (!known) return rejected('not-found')
    if (row.isUsed) return rejected('surcharge-scheme-kept')
    found.push(known.schemeId)
  }
  const position = await decideInOrder(found, (schemeId) =>
    decide(context, surchargeSchemeDecider, { type: 'RemoveScheme', schemeId }, () => undefined),
  )
  return isRejection(position) ? position : { response: {}, position }
}

export const surchargeSchemeResourceRoutes: readonly Route[] = [
  ...logRoutes(calls, store),
  scheme(calls.create, {
    command: ({ schemeName, items }) => ({ type: 'AddScheme', schemeId: randomUUID(), schemeName, items: items.map(itemOf) }),
    answer: ({ position }) => ({ surchargeSchemeId: position }),
  }),
  scheme(calls.change, {
    // The deductions of a scheme are checked together with the other deductions of its accounts.
    prepare: async (request, context) => {
      const found = await findOne(request, context)
      if (!found) return undefined
      const names = request.items.map(({ itemName }) => itemName)
      // Of all accounts, also where the caller sees a part of the utility.
      const taken = await context.write((database) => takenBeside(database, found.schemeId, names))
      const beside = { names: taken.names, ratioBasisPoints: Math.min(ratioBasisPointsMax, hundredths(taken.ratioPercent)) }
      return { schemeId: found.schemeId, beside }
    },
    command: ({ schemeName, items }, found) => ({ type: 'ChangeScheme', schemeName, items: items.map(itemOf), ...found }),
  }),
  command(calls.remove, remove),
]

export const surchargeSchemeRoutes: readonly Route[] = [
  ...commandRoutes({
    commands: surchargeSchemeCommands,
    decider: surchargeSchemeDecider,
    find: eachBy((database, surchargeSchemeId) => findScheme(database, { surchargeSchemeId })),
    logged: schemeOf,
  }),
  ask(tryScheme, trial),
  ask(
    listSchemeHistory,
    ({ surchargeSchemeId, ...page }, { read }) => read((database) => schemeHistory(database, surchargeSchemeId, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
