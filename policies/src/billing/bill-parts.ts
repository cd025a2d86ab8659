import { randomUUID } from 'node:crypto'
import { localDay } from '@nightflow/domain/shared/assigned-schemes'
import { calendarOf, dateOfDay, dayOfDate, hourMilliseconds } from '@nightflow/domain/shared/local-time'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { findTenant } from '@nightflow/platform/tenants/tenants'
import { accountsOfScheme } from '@nightflow/projections/joined/bill-of-account'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { BillType } from '@nightflow/schemas/billing/bill'
import type { ServiceEvent } from '@nightflow/schemas/events'
import type { TenantSettings } from '@nightflow/schemas/platform/tenant'
import type { Pool } from 'pg'
import { type AnyPolicy, definePolicy, type Reaction } from '../shared/define-policy.ts'
import { type PartToBill, raiseBill } from './raise-bill.ts'

const viewsMillisecondsMax = 30_000
/** Local hours after midnight in which gateways deliver the day before. */
const hoursAfterMidnight = 6
const retryHours = 24
/** Earlier events belong to bills that were issued long ago, or to a log that this policy reads for the first time. */
const forgottenDays = 62
const accountsAtOnce = 100

type Cause = { billType: BillType; to: string } & ({ accountNo: string } | { scheme: string })

/** The setting of the tenant that switches each type. */
const switches = {
  [BillType.enum.meterChange]: 'billOnMeterChange',
  [BillType.enum.freeze]: 'billOnFreeze',
  [BillType.enum.transfer]: 'billOnTransfer',
  [BillType.enum.tariffRenewal]: 'billOnTariffChange',
} as const satisfies Partial<Record<BillType, keyof TenantSettings>>

/** The bill that an event asks for, and the day after its last; undefined where it asks for none. */
export const causeOf = ({ type, data }: ServiceEvent, timeZone: string): Cause | undefined => {
  const dayAfter = (at: string): string => dateOfDay(dayOfDate(localDay(at, timeZone)) + 1)
  switch (type) {
    case 'customers.AccountTransferred':
      return { billType: BillType.enum.transfer, accountNo: data.accountNo, to: localDay(data.transferredAt, timeZone) }
    case 'customers.AccountFrozen':
      return { billType: BillType.enum.freeze, accountNo: data.accountNo, to: localDay(data.frozenAt, timeZone) }
    case 'customers.MeterUnlinked':
      // Without a reason the account follows a replacement. Its bill has the volume of the old meter on the day of its removal.
      return data.reason === null
        ? { billType: BillType.enum.meterChange, accountNo: data.accountNo, to: dayAfter(data.unlinkedAt) }
        : undefined
    case 'customers.PriceSchemeAssigned':
      return { billType: BillType.enum.tariffRenewal, accountNo: data.accountNo, to: data.effectiveFrom }
    case 'billing.PriceSchemePublished':
      // The first version ends none, and one that begins with a month is between two ordinary bills.
      return data.version === 1 || data.effectiveFrom.endsWith('-01')
        ? undefined
        : { billType: BillType.enum.tariffRenewal, scheme: data.priceSchemeName, to: data.effectiveFrom }
    default:
      return undefined
  }
}

/**
 * When a transfer, a freeze, a meter change or another price falls into a month, bill what came before it, where the tenant wants that. The bill waits
 * until the days are over and known: it is tried once a day a bounded number of times, and then held for a person.
 */
export const billParts = (pool: Pool): AnyPolicy =>
  definePolicy({
    name: 'billing/bill-parts',
    actor: 'policy:billing',
    events: [
      ...(['customers.AccountTransferred', 'customers.AccountFrozen', 'customers.MeterUnlinked'] as const),
      ...(['customers.PriceSchemeAssigned', 'billing.PriceSchemePublished'] as const),
    ],
    react: async (event, { tenant: code, now, setTimer }) => {
      const tenant = await findTenant(pool, code)
      const cause = tenant && causeOf(event, tenant.timeZone)
      if (!cause || !tenant.settings[switches[cause.billType as keyof typeof switches]]) return
      const calendar = calendarOf(tenant.timeZone)
      if (calendar.dayOf(now.getTime()) - dayOfDate(cause.to) > forgottenDays) return
      if (!(await waitForViews(pool, event.position, viewsMillisecondsMax)))
        throw new Error(`the read models are behind position ${event.position}`)
      const dueAt = new Date(calendar.startOf(dayOfDate(cause.to)) + hoursAfterMidnight * hourMilliseconds)
      const name = 'scheme' in cause ? `scheme/${cause.scheme}` : `account/${cause.accountNo}`
      setTimer({ key: `${name}/${cause.billType}/${cause.to}`, dueAt, data: { ...cause, billId: randomUUID(), attempt: 1, after: '' } })
    },
    onTimer: async ({ key, data }, reaction) => {
      const tenant = await findTenant(pool, reaction.tenant)
      if (!tenant) return
      if ('scheme' in data) return billScheme(pool, reaction, key, data as PartsOfScheme)
      const part = data as PartToBill
      const waits = await raiseBill({ pool, timeZone: tenant.timeZone }, reaction, part)
      if (waits === undefined) return
      const dueAt = new Date(reaction.now.getTime() + retryHours * hourMilliseconds)
      reaction.setTimer({ key, dueAt, data: { ...part, attempt: part.attempt + 1 } })
    },
  })

type PartsOfScheme = { scheme: string; billType: BillType; to: string; after: string }

/** A timer for each account of the scheme, page by page. */
const billScheme = async (pool: Pool, reaction: Reaction, key: string, { scheme, billType, to, after }: PartsOfScheme): Promise<void> => {
  const { tenant, now, setTimer } = reaction
  const accounts = await withTenant(pool, tenant, (database) => accountsOfScheme(database, { scheme, after, limit: accountsAtOnce }))
  for (const accountNo of accounts)
    setTimer({
      key: `account/${accountNo}/${billType}/${to}`,
      dueAt: now,
      data: { accountNo, billType, to, billId: randomUUID(), attempt: 1 },
    })
  if (accounts.length === accountsAtOnce) setTimer({ key, dueAt: now, data: { scheme, billType, to, after: accounts.at(-1) } })
}
