import { leftoverDecider } from '@nightflow/domain/payments/leftover-decider'
import { leftoverNamespace } from '@nightflow/domain/payments/leftover-id'
import { orderDecider } from '@nightflow/domain/payments/order-decider'
import { readReport } from '@nightflow/domain/payments/read-report'
import { type ReportedLine, reconcileDay } from '@nightflow/domain/payments/reconcile-day'
import { commandsOfReport } from '@nightflow/domain/payments/report-commands'
import { instantOfMoment } from '@nightflow/domain/shared/local-time'
import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { type Association, findAssociation } from '@nightflow/platform/payments/associations'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { statusOfAccount } from '@nightflow/projections/customers/accounts'
import { findLeftover, leftoverHistory } from '@nightflow/projections/payments/payment-leftovers'
import { ordersOfReferences, ordersPaidWithin, type PaidOrder } from '@nightflow/projections/payments/payment-orders'
import { leftoverCommands, listLeftoverHistory } from '@nightflow/schemas/payments/leftover-calls'
import { uploadPaymentReport } from '@nightflow/schemas/payments/payment-callback'
import { LeftoverSource } from '@nightflow/schemas/payments/payment-leftover'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { actorOf } from '../http/actor.ts'
import { commandRoutes } from '../http/command-routes.ts'
import { decide, timeZoneOf } from '../http/decide.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, type Route, upload } from '../http/serve.ts'
import { eachBy } from '../resource/recorded-routes.ts'
import { logRoutes } from '../resource/resource-routes.ts'

type Row = RowOf<typeof resources.paymentReconciliations>
const dayMilliseconds = 86_400_000

/** The age of a leftover counts from the day of its money. */
const withAge = async (rows: readonly Row[]): Promise<Row[]> =>
  rows.map((row) => ({ ...row, ageDays: Math.max(0, Math.floor((Date.now() - Date.parse(`${row.day}T00:00:00Z`)) / dayMilliseconds)) }))

const ordersOf = (
  context: RequestContext,
  lines: readonly ReportedLine[],
  { associationId }: Association,
  span: { from: Date; to: Date },
) =>
  context.read(async (database) => {
    const references = lines.flatMap(({ reference, platformReference }) =>
      reference === null ? [platformReference] : [reference, platformReference],
    )
    const known: PaidOrder[] = await ordersOfReferences(database, { associationId, references })
    return { known, paidOfDay: await ordersPaidWithin(database, { associationId, ...span }) }
  })

/**
 * Each line is matched with its order. Money that the report alone knows is taken by the same four checks as a callback; the rest of
 * either side waits for a person. The same report again finds nothing new.
 */
const reconcile = async (
  { associationId, day }: RequestOf<typeof uploadPaymentReport>,
  lines: readonly ReportedLine[],
  context: RequestContext,
) => {
  const association = await findAssociation(context.pool, context.caller.tenant, associationId)
  if (!association) return rejected('not-found')
  const timeZone = await timeZoneOf(context)
  const from = new Date(instantOfMoment(day, timeZone))
  const to = new Date(instantOfMoment(nextDay(day), timeZone))
  const { known, paidOfDay } = await ordersOf(context, lines, association, { from, to })
  const compared = reconcileDay(lines, known, { paidOfDay, currency: association.currency })
  const { matched, settle, theirs, ours } = compared
  let position = 0
  const done = async (decided: Promise<{ position: number } | Rejection>): Promise<Rejection | undefined> => {
    const result = await decided
    if (isRejection(result)) return result
    position = Math.max(position, result.position)
    return undefined
  }
  const { take, find } = commandsOfReport(compared, {
    ...{ associationId, platformName: association.tenantPlatformName, currency: association.currency, day },
    ...{ source: LeftoverSource.enum.upload, idOf: (name) => nameBasedId(leftoverNamespace, name) },
  })
  for (const command of take) {
    const refused = await done(decide(context, orderDecider, command, ({ status }) => ({ status })))
    if (refused) return refused
  }
  for (const command of find) {
    const refused = await done(decide(context, leftoverDecider, command, ({ isOpen }) => ({ isOpen })))
    if (refused) return refused
  }
  const response = { lines: lines.length, matched, settled: settle.length, theirs: theirs.length, ours: ours.length }
  return { response, after: response, ...(position > 0 && { position }) }
}

const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + dayMilliseconds).toISOString().slice(0, 10)

export const reconciliationResourceRoutes: readonly Route[] = logRoutes(
  resourceCalls.paymentReconciliations,
  storeOf(resources.paymentReconciliations),
  { enrich: withAge },
)

export const reconciliationRoutes: readonly Route[] = [
  upload(uploadPaymentReport, { queue: 'files', read: async (_, { bytes }) => readReport(bytes.toString('utf8')) }, reconcile),
  ...commandRoutes(
    {
      commands: leftoverCommands,
      decider: leftoverDecider,
      find: eachBy(findLeftover),
      logged: ({ isOpen, owner }) => ({ isOpen, owner }),
    },
    {
      take: { prepare: (_, __, { caller }) => ({ owner: actorOf(caller) }) },
      credit: {
        refuse: async ({ accountNo }, { read }) => {
          const status = await read((database) => statusOfAccount(database, accountNo))
          if (status === undefined) return rejected('account-not-found', { accountNo })
          return status === AccountStatus.enum.cancelled ? rejected('account-closed', { accountNo }) : undefined
        },
      },
    },
  ),
  ask(
    listLeftoverHistory,
    ({ leftoverNo, ...page }, { read }) => read((database) => leftoverHistory(database, leftoverNo, page)),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
