import { randomUUID } from 'node:crypto'
import { itemOf, refuseItems } from '@nightflow/domain/billing/charging-item-rules'
import { deductFrom } from '@nightflow/domain/billing/deduction'
import { surchargeSchemeDecider } from '@nightflow/domain/billing/surcharge-scheme-decider'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { takenBeside } from '@nightflow/projections/billing/account-schemes'
import { findScheme, schemeHistory } from '@nightflow/projections/billing/surcharge-schemes'
import { ratioBasisPointsMax } from '@nightflow/schemas/billing/charging-item'
import { hundredths } from '@nightflow/schemas/billing/money'
import { disableScheme, enableScheme, listSchemeHistory, tryScheme } from '@nightflow/schemas/billing/surcharge-calls'
import type { SchemeCommand } from '@nightflow/schemas/billing/surcharge-scheme'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { decide } from '../http/decide.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { orderOf } from './account-facts.ts'

const calls = resourceCalls.surchargeSchemes
const store = recordedStoreOf(resources.surchargeSchemes)
type Answered = Promise<Outcome<Record<string, never>> | Rejection>

const give = (context: RequestContext, given: SchemeCommand) =>
  decide(context, surchargeSchemeDecider, given, (schemes) => schemes.get(given.schemeId) ?? null)

/** The same command of a scheme that a row names. */
const giveTo = async (context: RequestContext, surchargeSchemeId: number, commandOf: (schemeId: string) => SchemeCommand): Answered => {
  const scheme = await context.read((database) => findScheme(database, { surchargeSchemeId }))
  if (!scheme) return rejected('not-found')
  const decided = await give(context, commandOf(scheme.schemeId))
  return isRejection(decided) ? decided : { ...decided, response: {} }
}

const create = async ({ schemeName, items }: RequestOf<typeof calls.create>, context: RequestContext) => {
  const decided = await give(context, { type: 'AddScheme', schemeId: randomUUID(), schemeName, items: items.map(itemOf) })
  return isRejection(decided) ? decided : { ...decided, response: { surchargeSchemeId: decided.position } }
}

/** The deductions of a scheme are checked together with the other deductions of its accounts. */
const change = async ({ surchargeSchemeId, schemeName, items }: RequestOf<typeof calls.change>, context: RequestContext): Answered => {
  const scheme = await context.read((database) => findScheme(database, { surchargeSchemeId }))
  if (!scheme) return rejected('not-found')
  const { schemeId } = scheme
  const names = items.map(({ itemName }) => itemName)
  // Of all accounts, also where the caller sees a part of the utility.
  const taken = await context.write((database) => takenBeside(database, schemeId, names))
  const beside = { names: taken.names, ratioBasisPoints: Math.min(ratioBasisPointsMax, hundredths(taken.ratioPercent)) }
  const decided = await give(context, { type: 'ChangeScheme', schemeId, schemeName, items: items.map(itemOf), beside })
  return isRejection(decided) ? decided : { ...decided, response: {} }
}

/** All of them or none: what is used is known before the first is removed. */
const remove = async ({ surchargeSchemeId }: RequestOf<typeof calls.remove>, context: RequestContext): Answered => {
  const ids = [...new Set(surchargeSchemeId)]
  for (const id of ids) {
    const row = await context.read((database) => store.find(database, id))
    if (!row) return rejected('not-found')
    if (row.isUsed) return rejected('surcharge-scheme-kept')
  }
  let position = 0
  for (const id of ids) {
    const removed = await giveTo(context, id, (schemeId) => ({ type: 'RemoveScheme', schemeId }))
    if (isRejection(removed)) return removed
    position = Math.max(position, removed.position ?? 0)
  }
  return { response: {}, position }
}

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
  const charged = items.map((item) => ({ feeType: '0' as const, item, since, sinceLitres: 0 }))
  const { settlements: _, ...result } = deductFrom(
    { paymentMinor, source, day, cumulativeLitres: purchasedLitres, deductionOrder },
    charged,
    [],
  )
  return { deductionOrder, ...result }
}

export const surchargeSchemeResourceRoutes: readonly Route[] = [
  ...logRoutes(calls, store),
  command(calls.create, create),
  command(calls.change, change),
  command(calls.remove, remove),
]

export const surchargeSchemeRoutes: readonly Route[] = [
  command(enableScheme, ({ surchargeSchemeId }, context) =>
    giveTo(context, surchargeSchemeId, (schemeId) => ({ type: 'EnableScheme', schemeId })),
  ),
  command(disableScheme, ({ surchargeSchemeId }, context) =>
    giveTo(context, surchargeSchemeId, (schemeId) => ({ type: 'DisableScheme', schemeId })),
  ),
  ask(tryScheme, trial),
  ask(
    listSchemeHistory,
    ({ surchargeSchemeId, ...page }, { read }) => read((database) => schemeHistory(database, surchargeSchemeId, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
