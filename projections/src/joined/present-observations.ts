import type { AlarmRuleValues } from '@nightflow/schemas/alarms/alarm-rule'
import { BillStatus } from '@nightflow/schemas/billing/bill'
import { minorPerUnit } from '@nightflow/schemas/billing/tariff'
import type { PoolClient } from 'pg'
import type { Observed } from '../alarms/rule-subjects.ts'

/** Overdue bills of accounts, in minor units. */
const arrears = `select account_no as subject, sum(overdue_minor)::float8 as value from views.bills
  where status = '${BillStatus.enum.overdue}' and ($1::text is null or account_no = $1) group by 1 having sum(overdue_minor) > $2::float8 order by 2 desc limit $3`
/** Balances of present holders, in minor units. */
const balances = `select account_no as subject, balance_minor::float8 as value from views.account_balances balance
  where ($1::text is null or account_no = $1) and balance_minor < $2::float8 and contract_no = (select jsonb_array_length(holders) from views.accounts
    where accounts.tenant = balance.tenant and accounts.account_no = balance.account_no) order by 2 limit $3`
const gateways = `select gateway as subject, extract(epoch from $4::timestamptz - last_seen_at)::float8 / 3600 as value from views.gateway_activity
  where ($1::text is null or gateway = $1) and extract(epoch from $4::timestamptz - last_seen_at) / 3600 > $2::float8 order by 2 desc limit $3`
const setAside = `select left(split_part(stream, '/', 2), 64) as subject, 1::float8 as value from views.set_aside_events
  where projection is not null and $1::text is null and $2::float8 is not null and stream not like '%/alarms-event-set-aside-%' group by 1 limit $3`

const queries: Partial<Record<AlarmRuleValues['eventType'], string>> = {
  'account-arrears': arrears,
  'account-balance': balances,
  'gateway-silent': gateways,
  'event-set-aside': setAside,
}
const isOfMoney = (event: AlarmRuleValues['eventType']): boolean => event === 'account-arrears' || event === 'account-balance'

/** Things that are beyond the threshold of a rule at this moment, of events that have no history. */
export const presentObservations = async (
  database: PoolClient,
  { eventType, accountNo, threshold }: AlarmRuleValues,
  { now, most, timeZone }: { now: number; most: number; timeZone: string },
): Promise<Observed[]> => {
  const scale = isOfMoney(eventType) ? minorPerUnit : 1
  const text = queries[eventType]!
  const values = [accountNo, (threshold ?? 0) * scale, most, ...(eventType === 'gateway-silent' ? [new Date(now)] : [])]
  const { rows } = await database.query<{ subject: string; value: number }>(text, values)
  return rows.map(({ subject, value }) => ({ subject, timeZone, observations: [{ at: now, value: value / scale }] }))
}
