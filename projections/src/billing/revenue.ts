import type { LedgerAccount } from '@nightflow/schemas/billing/ledger'
import type { RevenueBy } from '@nightflow/schemas/billing/ledger-reports'
import type { PoolClient } from 'pg'
import { type LedgerSpan, quartersOf } from './ledger-balances.ts'

/** A part of the revenue without VAT. Groups are words of `revenue_group`, or names of customer types or partitions. */
export type RevenuePart = { revenueGroup: string; litres: number | null; netMinor: number }

const revenueAccounts = [
  'waterRevenue',
  'standingRevenue',
  'surcharges',
  'debtIncome',
  'lateFees',
  'returnFees',
  'adjustments',
] satisfies LedgerAccount[]

/** The word for accounts that have no customer type, or no meter of a partition. */
const without = 'none'

/** Groups of one answer: more partitions or types than a utility has. */
export const revenueGroupsMax = 5_000

/** The revenue of a span, divided in one way; every way has the same total. The largest part is first, except for steps. */
export const revenueOf = (database: PoolClient, by: RevenueBy, span: LedgerSpan): Promise<RevenuePart[]> => {
  if (by === 'component') return byComponent(database, span)
  if (by === 'customerType') return byCustomerType(database, span)
  return by === 'step' ? byStep(database, span) : byPartition(database, span)
}

const byComponent = async (database: PoolClient, { from, until }: LedgerSpan): Promise<RevenuePart[]> => {
  const { rows } = await database.query<RevenuePart>(
    `select ledger_account as "revenueGroup", null::float8 as litres, sum(credit_minor - debit_minor)::float8 as "netMinor"
     from views.ledger_sums where quarter >= $1 and quarter < $2 and ledger_account = any($3::text[])
     group by ledger_account order by "netMinor" desc, 1`,
    [...quartersOf({ from, until }), revenueAccounts],
  )
  return rows
}

const earnedBy = `ledger_account = any($3::text[]) and create_time >= to_timestamp($1 / 1000.0) and create_time < to_timestamp($2 / 1000.0)`

/** By the customer types that accounts have today: of millions of postings a few sums are made at once, and only these are named. */
const byCustomerType = async (database: PoolClient, { from, until }: LedgerSpan): Promise<RevenuePart[]> => {
  const { rows } = await database.query<RevenuePart>(
    `with earned as materialized (
       select customer_type_id, sum(credit_minor - debit_minor)::float8 as net
       from views.postings left join views.accounts using (account_no) where ${earnedBy} group by customer_type_id)
     select coalesce(customer_type_name, '${without}') as "revenueGroup", null::float8 as litres, sum(net) as "netMinor"
     from earned left join platform.customer_types using (customer_type_id)
     group by 1 order by "netMinor" desc, 1 limit ${revenueGroupsMax}`,
    [from, until, revenueAccounts],
  )
  return rows
}

/**
 * By the partitions of the meters that accounts have today. A customer's meter is counted by its own metering point and by those above: the lowest is the
 * one it belongs to. All meters are named once: to look for the point of each account took four times as long.
 */
const byPartition = async (database: PoolClient, { from, until }: LedgerSpan): Promise<RevenuePart[]> => {
  const { rows } = await database.query<RevenuePart>(
    `with earned as materialized (
       select account_no, sum(credit_minor - debit_minor)::float8 as net from views.postings where ${earnedBy} group by account_no)
     select coalesce(named.name, '${without}') as "revenueGroup", null::float8 as litres, sum(net) as "netMinor"
     from earned left join views.accounts using (account_no)
     left join (select distinct on (member.number) member.number, name from views.partition_members member
       join views.partitions on partitions.key = member.partition_key
       where member.side = 'consumption' order by member.number, active_until > now() desc, level desc, partitions.key) named on named.number = accounts.meter_no
     group by 1 order by "netMinor" desc, 1 limit ${revenueGroupsMax}`,
    [from, until, revenueAccounts],
  )
  return rows
}

/** Bills by the steps of their prices; what is no line of a bill, such as surcharges and credits, is there by its ledger account. */
const byStep = async (database: PoolClient, { from, until }: LedgerSpan): Promise<RevenuePart[]> => {
  const { rows: steps } = await database.query<RevenuePart>(
    `select case when kind = 'volume' then 'step-' || step else kind end as "revenueGroup",
       case when kind = 'volume' then sum(litres)::float8 end as litres, sum(amount_minor)::float8 as "netMinor"
     from views.step_sums where quarter >= $1 and quarter < $2 group by kind, step order by kind desc, step`,
    quartersOf({ from, until }),
  )
  const components = await byComponent(database, { from, until })
  const billed = steps.reduce((sum, { netMinor }) => sum + netMinor, 0)
  const inBills: readonly string[] = ['waterRevenue', 'standingRevenue']
  const others = components.filter(({ revenueGroup }) => !inBills.includes(revenueGroup))
  const posted = components.reduce((sum, { revenueGroup, netMinor }) => sum + (inBills.includes(revenueGroup) ? netMinor : 0), 0)
  const rest = posted - billed
  return [...steps, ...(rest === 0 ? [] : [{ revenueGroup: 'standingRevenue', litres: null, netMinor: rest }]), ...others]
}
