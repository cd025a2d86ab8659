import { leftoverDecider } from '@nightflow/domain/payments/leftover-decider'
import { leftoverNamespace } from '@nightflow/domain/payments/leftover-id'
import { orderDecider } from '@nightflow/domain/payments/order-decider'
import { reconcileDay } from '@nightflow/domain/payments/reconcile-day'
import { commandsOfReport } from '@nightflow/domain/payments/report-commands'
import { instantOfMoment } from '@nightflow/domain/shared/local-time'
import { nameBasedId } from '@nightflow/event-log/name-based-id'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { notifyStaff } from '@nightflow/platform/messages/notify-staff'
import { adapterOf } from '@nightflow/platform/payments/adapter-of'
import { type Association, findAssociation, meansOf } from '@nightflow/platform/payments/associations'
import type { ReportLine } from '@nightflow/platform/payments/payment-adapter'
import {
  beginReportPull,
  type DueReport,
  dueReports,
  endReportPull,
  failReportPull,
  type PulledReport,
} from '@nightflow/platform/payments/report-pulls'
import { ordersOfReferences, ordersPaidWithin } from '@nightflow/projections/payments/payment-orders'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { LeftoverSource } from '@nightflow/schemas/payments/payment-leftover'
import type { Pool } from 'pg'
import { type AnyPolicy, type Condition, definePolicy, type Reaction } from '../shared/define-policy.ts'
import { guardedRequest } from '../shared/guarded-request.ts'
import { noticeLanguage } from './notice-language.ts'
import { reportMissingNotice } from './payment-notice-texts.ts'

type Parts = { pool: Pool; trustedHosts: ReadonlySet<string>; head: () => Promise<number>; everyMilliseconds?: number }

const defaultEveryMilliseconds = 300_000
const reportsAtOnce = 50
const dayMilliseconds = 86_400_000
const viewsMillisecondsMax = 30_000
const platformPatienceMilliseconds = 30_000

/**
 * Fetches the report of the day before from each platform that offers one, once a day, and compares it with the orders. A report that cannot be fetched is tried
 * again three times; then it is listed as failed, and the staff gets a notice.
 */
export const pullReports = (parts: Parts): AnyPolicy =>
  definePolicy({
    name: 'payments/pull-reports',
    actor: 'policy:payments',
    conditions: {
      everyMilliseconds: parts.everyMilliseconds ?? defaultEveryMilliseconds,
      find: async function* ({ pool, now }): AsyncGenerator<Condition> {
        for (const due of await dueReports(pool, now, reportsAtOnce))
          yield { tenant: due.tenant, key: `report/${due.associationId}/${due.day}`, react: (reaction) => pull(parts, due, reaction) }
      },
    },
  })

const pull = async (parts: Parts, due: DueReport, reaction: Reaction): Promise<void> => {
  const { pool, trustedHosts } = parts
  const { now, signal } = reaction
  const association = await findAssociation(pool, due.tenant, due.associationId)
  const adapter = association && adapterOf[association.platformType]
  if (!association || !adapter?.report) return
  const means = await meansOf(pool, association, now)
  const place = { ...due, platformName: association.tenantPlatformName }
  let attempt: { isLast: boolean } | undefined
  const tools = {
    now,
    send: async (call: Parameters<typeof guardedRequest>[0]) => {
      // A platform whose protocol has no report is not called, and has no row.
      attempt ??= await beginReportPull(pool, place, now)
      return guardedRequest(call, { trustedHosts, signal, millisecondsMax: platformPatienceMilliseconds })
    },
  }
  try {
    const lines = await adapter.report(due.day, means, tools)
    if (lines) await endReportPull(pool, place, await compare(parts, association, due, lines, reaction))
  } catch (error) {
    if (signal.aborted) throw error
    attempt ??= await beginReportPull(pool, place, now)
    const detail = error instanceof Error ? error.message : String(error)
    await failReportPull(pool, place, { detail, isLast: attempt.isLast })
    if (attempt.isLast)
      await notifyStaff(pool, {
        tenant: due.tenant,
        ...reportMissingNotice(await noticeLanguage(pool, due.tenant), { platformName: place.platformName, day: due.day }),
      })
  }
}

const compare = async (
  { pool, head }: Parts,
  association: Association,
  { tenant, associationId, day, timeZone }: DueReport,
  lines: readonly ReportLine[],
  { execute }: Reaction,
): Promise<PulledReport> => {
  if (!(await waitForViews(pool, await head(), viewsMillisecondsMax))) throw new Error('the read models are behind the log')
  const references = lines.flatMap(({ reference, platformReference }) =>
    reference === null ? [platformReference] : [reference, platformReference],
  )
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + dayMilliseconds).toISOString().slice(0, 10)
  const span = { from: new Date(instantOfMoment(day, timeZone)), to: new Date(instantOfMoment(next, timeZone)) }
  const { known, paidOfDay } = await withTenant(pool, tenant, async (database) => ({
    known: await ordersOfReferences(database, { associationId, references }),
    paidOfDay: await ordersPaidWithin(database, { associationId, ...span }),
  }))
  const compared = reconcileDay(lines, known, { paidOfDay, currency: association.currency })
  const { take, find } = commandsOfReport(compared, {
    ...{ associationId, platformName: association.tenantPlatformName, currency: association.currency, day },
    ...{ source: LeftoverSource.enum.report, idOf: (name) => nameBasedId(leftoverNamespace, name) },
  })
  // A refusal is about one order alone, such as one that was cancelled meanwhile; the rest of the report counts.
  for (const command of take) await execute(orderDecider, command)
  for (const command of find) await execute(leftoverDecider, command)
  const { matched, settle, theirs, ours } = compared
  return { lineCount: lines.length, matched, settled: settle.length, theirs: theirs.length, ours: ours.length }
}
