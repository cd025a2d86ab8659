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
import { dismissHeldBill, issueHeldBill, previewHeldBill } from '@nightflow/schemas/billing/held-bill-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type Decided, decide, timeZoneOf } from '../http/decide.ts'
import { decideEach } from '../http/decide-each.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { logRoutes } from '../resource/resource-routes.ts'
import { refuseAccount } from './account-facts.ts'
import { withHoldersOf } from './named-holders.ts'

type Held = NonNullable<Awaited<ReturnType<typeof findHeldBill>>>

const heldOf = ({ read }: RequestContext, heldNo: number): Promise<Held | undefined> => read((database) => findHeldBill(database, heldNo))

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
  const held = await heldOf(context, heldNo)
  const bill = held && (await compose(held, context))
  if (!bill || isRejection(bill)) return bill
  const { billType: _, computedAtPosition: __, ...shown } = bill
  return shown
}

const issueOne = async (held: Held, context: RequestContext): Promise<Decided | Rejection> => {
  const { accountNo, billId } = held
  const bill = await compose(held, context)
  if (isRejection(bill)) return bill
  return decide(context, accountBillsDecider, { type: 'IssueBill', accountNo, billId, ...bill }, ({ bills }) => {
    const issued = bills.get(billId)
    return issued && { totalMinor: issued.totalMinor, openMinor: issued.openMinor }
  })
}

type Answered = Pick<ResponseOf<typeof dismissHeldBill>, 'done' | 'refused'>

/** Decides each held bill on its own: one that is refused does not hold up the others. One alone is refused as a whole. */
const giveEach = async (
  heldNos: readonly number[],
  context: RequestContext,
  give: (held: Held) => Promise<Decided | Rejection>,
): Promise<{ answered: Answered; position: number; after: object } | Rejection> => {
  const found = await Promise.all([...new Set(heldNos)].map((heldNo) => heldOf(context, heldNo)))
  if (found.some((held) => held === undefined)) return rejected('not-found')
  const { accepted, refused, position } = await decideEach(found as Held[], give)
  const [alone] = refused
  if (alone && found.length === 1) return alone.refusal
  const answered: Answered = {
    done: accepted.length,
    refused: refused.map(({ item: { accountNo, periodFrom, periodTo }, refusal }) => ({
      number: `${accountNo}, ${periodFrom} – ${lastDayOf(periodTo)}`,
      code: refusal.rejected,
      details: { ...refusal.details } as Answered['refused'][number]['details'],
    })),
  }
  const bills = accepted.map(({ item: { accountNo, billId }, decided }) => ({ accountNo, billId, after: decided.after }))
  return { answered, position, after: { bills, refused: answered.refused } }
}

const issue = async ({ heldNo }: RequestOf<typeof issueHeldBill>, context: RequestContext) => {
  const given = await giveEach(heldNo, context, (held) => issueOne(held, context))
  if (isRejection(given)) return given
  const { answered, position, after } = given
  return { response: { ...answered, billNo: position }, ...(position > 0 && { position }), after }
}

const dismiss = async ({ heldNo, reason }: RequestOf<typeof dismissHeldBill>, context: RequestContext) => {
  const given = await giveEach(heldNo, context, ({ accountNo, billId }) =>
    decide(context, heldBillDecider, { type: 'DismissHeldBill', accountNo, billId, reason }, (bills) => bills.get(billId) ?? null),
  )
  if (isRejection(given)) return given
  const { answered, position, after } = given
  return { response: answered, ...(position > 0 && { position }), after }
}

/** A held bill is the holder's whose its first day is. */
const ofHolder = withHoldersOf<{ accountNo: string; customerName: string | null; periodFrom: string }>(({ periodFrom }) => periodFrom)

export const heldBillResourceRoutes: readonly Route[] = logRoutes(resourceCalls.heldBills, storeOf(resources.heldBills), ofHolder)

export const heldBillRoutes: readonly Route[] = [
  ask(previewHeldBill, preview),
  command(issueHeldBill, issue),
  command(dismissHeldBill, dismiss),
]
