import { AlarmStatus } from '@nightflow/schemas/alarms/alarm'
import { BillStatus } from '@nightflow/schemas/billing/bill'
import { PersonId } from '@nightflow/schemas/shared/personal'
import { AccountNo, Instant } from '@nightflow/schemas/shared/values'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

const row = z.object({
  accountNo: AccountNo,
  /** Whether the arrears were found above the threshold of the account's settings. */
  isExceeded: z.boolean(),
  /** Holders, present and former, who want no reminders. */
  remindersStoppedFor: z.array(PersonId),
  /** When the money of the account was closed for its cancellation. */
  closedAt: Instant.nullable(),
  /** Since when the balance has been below its threshold, and the holder is warned. */
  lowSince: Instant.nullable(),
  at: Instant,
})
type Row = z.infer<typeof row>

const changed = (seen: Row | undefined, { accountNo, at }: { accountNo: string; at: string }, change: Partial<Row>): Row => ({
  ...{ isExceeded: false, remindersStoppedFor: [], closedAt: null, lowSince: null },
  ...seen,
  ...{ accountNo, at },
  ...change,
})

const withoutPerson = (seen: Row | undefined, { personId }: { personId: string }): string[] =>
  (seen?.remindersStoppedFor ?? []).filter((each) => each !== personId)

/** Decisions about arrears, reminders and the end of an account. */
export const accountArrears = defineEntity({
  name: 'billing/account-arrears',
  version: 4,
  table: 'account_arrears',
  key: ['accountNo'],
  row,
  evolve: {
    'billing.ArrearsExceeded': (seen, { data }) => changed(seen, data, { isExceeded: true }),
    'billing.ArrearsSettled': (seen, { data }) => changed(seen, data, { isExceeded: false }),
    'billing.BalanceFellLow': (seen, { data }) => changed(seen, data, { lowSince: data.at }),
    'billing.BalanceRecovered': (seen, { data }) => changed(seen, data, { lowSince: null }),
    'billing.RemindersStopped': (seen, { data }) =>
      changed(seen, data, { remindersStoppedFor: [...withoutPerson(seen, data), data.personId] }),
    'billing.RemindersAllowed': (seen, { data }) => changed(seen, data, { remindersStoppedFor: withoutPerson(seen, data) }),
    'billing.AccountMoneyClosed': (seen, { data }) => changed(seen, data, { closedAt: data.at }),
    'billing.AccountMoneyReopened': (seen, { data }) => changed(seen, data, { closedAt: null }),
  },
})

export type ArrearsOfAccount = { accountNo: string; overdueMinor: number; since: string }

/** Accounts of which the overdue bills of one holder are above an amount and that have no open alarm of it, the largest first. */
export const accountsInArrears = async (database: PoolClient, aboveMinor: number, limit: number): Promise<ArrearsOfAccount[]> => {
  const { rows } = await database.query<ArrearsOfAccount>(
    `select account_no as "accountNo", max(overdue)::float8 as "overdueMinor", max(since) as since from (
       select account_no, contract_no, sum(overdue_minor) as overdue, max(missed_on) as since from views.bills bill where status = '${BillStatus.enum.overdue}'
         and not exists (select from views.alarms where alarms.tenant = bill.tenant and alarms.event_type = 'account-arrears'
           and alarms.subject = bill.account_no and alarms.status in ('${AlarmStatus.enum.unprocessed}', '${AlarmStatus.enum.processing}'))
       group by account_no, contract_no having sum(overdue_minor) > $1) of_holders
     group by account_no order by 2 desc limit $2`,
    [aboveMinor, limit],
  )
  return rows
}
