import type { AccountBills } from '@nightflow/domain/billing/account-bills'
import { accountBillsDecider } from '@nightflow/domain/billing/account-bills-decider'
import { refusalOfHeld } from '@nightflow/domain/billing/compose-bill'
import { dueDay } from '@nightflow/domain/billing/due-day'
import { heldBillDecider } from '@nightflow/domain/billing/held-bill-decider'
import { lastDayOf } from '@nightflow/domain/billing/papers'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { readCollectionSettings } from '@nightflow/projections/billing/collection-settings'
import { findHeldBill } from '@nightflow/projections/billing/held-bills'
import { billOfAccount, unbilledOfAccount } from '@nightflow/projections/joined/bill-of-account'
import type { ComposedBill } from '@nightflow/schemas/billing/bill'
import { type dismissHeldBill, heldBillDismissals, heldBillIssues, previewHeldBill } from '@nightflow/schemas/billing/held-bill-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { commandRoutes } from '../http/command-routes.ts'
import { timeZoneOf } from '../http/decide.ts'
import type { Given } from '../http/each-route.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route } from '../http/serve.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { refuseAccount } from './account-facts.ts'
import { withHoldersOf } from './named-holders.ts'

type Held = NonNullable<Awaited<ReturnType<typeof findHeldBill>>>

/** The bill by what is known now, or why it is still held. */
const compose = async (held: Held, context: RequestContext): Promise<ComposedBill | Rejection> => {
  const { accountNo, billType } = held
  const refused = await refuseAccount(context, accountNo)
  if (refused) return refused
  const timeZone = await timeZoneOf(context)
  return context.read(async (database) => {
    const asked = { accountNo, timeZone, period: { from: held.periodFrom, to: held.periodTo } }
    const unbilled = await unbilledOfAccount(database, asked)
    if ('billed' in unbilled) return rejected('bill-period-billed', unbilled.billed)
    const { settings } = await readCollectionSettings(database)
    const found = await billOfAccount(database, { ...asked, period: unbilled, billType, dueOn: dueDay(Date.now(), timeZone, settings) })
    if (!found) return rejected('account-not-found', { accountNo })
    return typeof found === 'string' ? refusalOfHeld(found) : found
  })
}

const preview = async ({ heldNo }: RequestOf<typeof previewHeldBill>, context: RequestContext) => {
  const held = await context.read((database) => findHeldBill(database, heldNo))
  const bill = held && (await compose(held, context))
  if (!bill || isRejection(bill)) return bill
  const { billType: _, computedAtPosition: __, ...shown } = bill
  return shown
}

const findHeldBills = async (database: PoolClient, heldNos: readonly number[]): Promise<Held[]> => {
  const found: Held[] = []
  for (const heldNo of heldNos) {
    const held = await findHeldBill(database, heldNo)
    if (held) found.push(held)
  }
  return found
}

type Decisions = Given<Held, object>
type Answered = ResponseOf<typeof dismissHeldBill>

/** One that is refused does not hold up the others; the answer has its account and days, and what the text of the refusal names. */
const answeredOf = ({ accepted, refused }: Decisions): Answered => ({
  done: accepted.length,
  refused: refused.map(({ item: { accountNo, periodFrom, periodTo }, refusal }) => ({
    number: `${accountNo}, ${periodFrom} – ${lastDayOf(periodTo)}`,
    code: refusal.rejected,
    details: { ...refusal.details } as Answered['refused'][number]['details'],
  })),
})
const givenEach = {
  isOneRefused: true as const,
  logged: ({ accepted }: Decisions, { refused }: Answered) => ({
    after: { bills: accepted.map(({ item: { accountNo, billId }, decided }) => ({ accountNo, billId, after: decided.after })), refused },
  }),
}

const issued = ({ bills }: AccountBills, _: unknown, { billId }: Held) => {
  const bill = bills.get(billId)
  return bill && { totalMinor: bill.totalMinor, openMinor: bill.openMinor }
}

/** A held bill is the holder's whose its first day is. */
const ofHolder = withHoldersOf<{ accountNo: string; customerName: string | null; periodFrom: string }>(({ periodFrom }) => periodFrom)

export const heldBillResourceRoutes: readonly Route[] = logRoutes(resourceCalls.heldBills, storeOf(resources.heldBills), ofHolder)

export const heldBillRoutes: readonly Route[] = [
  ask(previewHeldBill, preview),
  ...commandRoutes(
    { commands: heldBillIssues, decider: accountBillsDecider, find: findHeldBills, logged: issued },
    {
      issue: {
        ...givenEach,
        prepare: (held, _, context) => compose(held, context),
        answer: (given) => ({ ...answeredOf(given), billNo: given.position }),
      },
    },
  ),
  ...commandRoutes(
    {
      commands: heldBillDismissals,
      decider: heldBillDecider,
      find: findHeldBills,
      logged: (bills, { billId }) => bills.get(billId) ?? null,
    },
    { dismiss: { ...givenEach, answer: answeredOf } },
  ),
]
