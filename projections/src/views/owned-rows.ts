import { requestRole, scopedRole } from '@nightflow/event-log/postgres/database'
import type { ClientBase } from 'pg'
import { narrowHypertable } from '../storage/time-keyed-tables.ts'

const owned = (kind: 'account' | 'meter' | 'partition'): string => `select key from platform.owned('${kind}')`
const user = `(select nullif(current_setting('nightflow.reader', true), ''))`

/** Tables that others refer to have policies of their own, so that these are the rows that the reader sees. */
const accounts = 'select account_no from accounts'
const meters = 'select number from meters'
const partitions = 'select key from partitions'

const ofAccount = `account_no in (${owned('account')})`
const ofMeter = `number in (${meters})`
const ofTokenMeter = `meter_no in (${meters})`
const ofPartition = { column: 'partition_key', among: partitions }
/** Of the whole utility, such as its revenue: readers of a part see none. */
const ofUtility = 'false'
/** Neither about customers nor about money: all readers of the tenant see them. */
const shared = undefined

/** The event type of an alarm decides what its subject is: numbers of accounts and meters may be the same. */
const ofSubject = `case
  when event_type in ('account-arrears', 'account-balance') then subject in (${accounts})
  when event_type in ('gateway-silent', 'event-set-aside') then false
  when event_type like 'partition-%' then subject in (select id from partitions)
  else subject in (${meters}) end`

/** People of the departments that the reader sees. */
const people = `platform.users where dept_id = any ((select nullif(current_setting('nightflow.departments', true), '')::bigint[])::bigint[])`
/** Own rounds, and those of readers in these departments; an agent sees the own balance. */
const ofRound = `reader = 'user:' || ${user} or reader in (select 'user:' || user_id from ${people})`
const ownCrews = `select crew_id from platform.crews where leader_id = ${user}::bigint or member_ids @> to_jsonb(${user}::bigint)`
/** Own orders, those of own crews, and those about meters and partitions of the reader. */
const ofOrder = `assignee = 'user:' || ${user} or crew_id in (${ownCrews}) or meter_no in (${meters}) or partition_id in (select id from partitions)`
const ofCase = 'partition_id in (select id from partitions)'
const ofAgent = `user_id::text = ${user} or user_id in (select user_id from ${people})`
const ofPlan = 'plan_id in (select plan_id from walk_by_plans)'

/** A meter belongs to its own owner, and besides to that of the account that it serves, of the partition that it feeds, and of the round that it is in. */
const meterSeen = `number in (${owned('meter')}) or number in (select meter_no from accounts where meter_no is not null)
  or number in (select number from partition_members where side = 'supply')
  or number in (select jsonb_array_elements_text(numbers) from walk_by_plans)`

/** Former holders too: their bills stay with the account. */
const ofPerson = `person_id in (select jsonb_array_elements_text(holders)::uuid from accounts
    union all select (parties->>'legalRepresentativeId')::uuid from accounts where parties->>'legalRepresentativeId' is not null
    union all select (parties->>'agentId')::uuid from accounts where parties->>'agentId' is not null
    union all select (details->>'personId')::uuid from partitions where details->>'personId' is not null)`

/** SQL, or the column whose value is among the rows of a question: what a hypertable's view needs. */
type Condition = string | { column: string; among: string }

/**
 * Which rows of a read model a reader of a part of the utility sees: a condition, or `shared`. A test compares the list with the tables. A table
 * that is forgotten is closed to these readers.
 */
export const rowsOfScope: Readonly<Record<string, Condition | undefined>> = {
  accounts: ofAccount,
  accounts_history: ofAccount,
  personal_surcharges: ofAccount,
  personal_surcharges_history: ofAccount,
  account_schemes: ofAccount,
  account_arrears: ofAccount,
  account_balances: ofAccount,
  bills: ofAccount,
  bills_history: ofAccount,
  bill_movements: ofAccount,
  bill_run_accounts: ofAccount,
  billed_volumes: ofAccount,
  held_bills: ofAccount,
  payments: ofAccount,
  recharges: ofAccount,
  burn_downs: ofAccount,
  transactions: ofAccount,
  debts: ofAccount,
  debts_history: ofAccount,
  debt_records: ofAccount,
  deductions: ofAccount,
  postings: ofAccount,
  payment_orders: ofAccount,
  payment_orders_history: 'order_id in (select order_id from payment_orders)',
  cards: ofAccount,
  cards_history: ofAccount,
  card_records: ofAccount,

  meters: meterSeen,
  meters_history: ofMeter,
  meter_replacements: ofMeter,
  placed_meters: ofMeter,
  valve_operations: ofMeter,
  valves: ofMeter,
  key_updates: ofMeter,
  meter_signals: ofMeter,
  meter_days: { column: 'meter_id', among: 'select id from meters' },
  meter_states: ofMeter,
  day_reviews: ofMeter,
  day_reviews_history: ofMeter,
  meter_health: ofMeter,
  meter_health_history: ofMeter,
  manual_readings: ofMeter,

  partitions: `id in (${owned('partition')}) or root_id in (${owned('partition')})`,
  partition_days: ofPartition,
  partition_members: ofPartition,
  partition_meters: 'partition_id in (select id from partitions)',
  partition_infrastructure: 'partition_id in (select id from partitions)',
  detections: 'partition_id in (select id from partitions)',
  detection_progress: 'partition_id in (select id from partitions)',

  alarms: ofSubject,
  alarms_history: ofSubject,
  alarm_rules: shared,
  alarm_rules_history: shared,
  built_in_alarm_rules: shared,
  built_in_alarm_rules_history: shared,
  persons: ofPerson,
  walk_by_plans: ofRound,
  walk_by_plans_history: ofPlan,
  agent_balances: ofAgent,
  agent_balances_history: ofAgent,
  agent_sales: ofAgent,
  agent_entries: ofAgent,
  agent_settlements: ofAgent,

  meter_moves: ofUtility,
  quarantined_readings: ofUtility,
  unclaimed_frames: ofUtility,
  imports: ofUtility,
  imported_meters: ofUtility,
  withdrawn_imports: ofUtility,
  tenant_days: ofUtility,
  group_days: ofUtility,
  partition_day_marks: ofUtility,
  cascade_changes: ofUtility,
  bill_runs: ofUtility,
  bill_runs_history: ofUtility,
  bank_statements: ofUtility,
  bank_entries: ofUtility,
  bank_entries_history: ofUtility,
  payment_callbacks: ofUtility,
  payment_leftovers: ofUtility,
  payment_leftovers_history: ofUtility,
  ledger_sums: ofUtility,
  step_sums: ofUtility,
  burn_down_runs: ofUtility,
  vat_sums: ofUtility,
  book_closes: ofUtility,
  audit_events: ofUtility,
  audit_streams: ofUtility,
  set_aside_events: ofUtility,

  gateway_activity: shared,
  validation_progress: shared,
  validation_progress_history: shared,
  health_settings: shared,
  health_settings_history: shared,
  surcharge_schemes: shared,
  surcharge_schemes_history: shared,
  collection_settings: shared,
  collection_settings_history: shared,
  deduction_orders: shared,
  system_cards: shared,
  price_schemes: shared,
  price_schemes_history: shared,
  concentrators: shared,
  concentrators_history: shared,
  flow_meters: shared,
  flow_meters_history: shared,
  pressure_meters: shared,
  pressure_meters_history: shared,
  map_devices: shared,
  map_devices_history: shared,
  sts_meters: `meter_no in (${meters})`,
  sts_meters_history: `meter_no in (${meters})`,
  sts_refunds: ofTokenMeter,
  sts_refunds_history: ofTokenMeter,
  sts_vended_requests: ofUtility,
  token_downlinks: ofTokenMeter,
  sts_tokens: ofTokenMeter,
  sts_tokens_history: ofTokenMeter,
  work_orders: ofOrder,
  work_orders_history: 'order_id in (select order_id from work_orders)',
  leak_cases: ofCase,
  leak_cases_history: 'case_id in (select case_id from leak_cases)',
  annotations: 'partition_id in (select id from partitions)',
  annotations_history: 'annotation_key in (select annotation_key from annotations)',
}

const conditionOf = (table: string): Condition | undefined => (Object.hasOwn(rowsOfScope, table) ? rowsOfScope[table] : ofUtility)

/** Roles belong to the cluster. The service has no right to create one: for it both are there since the migration of the platform. */
const createScopedRole = `do $$ begin
    if not exists (select from pg_roles where rolname = '${scopedRole}') then create role ${scopedRole} nologin nobypassrls; end if;
    if not pg_has_role('${scopedRole}', '${requestRole}', 'usage') then grant ${requestRole} to ${scopedRole}; end if;
  exception when duplicate_object or unique_violation then null; end $$`

/** Tables with row-level security, and hypertables, which have views instead. */
type Narrowed = { tables: readonly string[]; hypertables: readonly string[] }

/**
 * Narrows the tables of the schema, on the search path, for readers of a part of the utility. Once all tables are there, because policies refer
 * to others. Read models without a platform beside them have no owners and no such readers: everything is closed to them.
 */
export const narrowToOwners = async (client: ClientBase, schema: string, { tables, hypertables }: Narrowed): Promise<void> => {
  await client.query(createScopedRole)
  const { rows } = await client.query<{ hasOwners: boolean }>(`select to_regclass('platform.owners') is not null as "hasOwners"`)
  const wanted = (table: string): Condition | undefined => (rows[0]!.hasOwners ? conditionOf(table) : ofUtility)
  for (const table of tables) {
    const condition = wanted(table)
    if (condition === undefined) continue
    const sql = typeof condition === 'string' ? condition : `${condition.column} in (${condition.among})`
    await client.query(`create policy owned_rows on ${table} as restrictive for select to ${scopedRole} using (${sql})`)
  }
  for (const table of hypertables) {
    const condition = wanted(table)
    if (condition !== undefined) await narrowHypertable(client, schema, table, typeof condition === 'string' ? undefined : condition)
  }
}
