import { PaymentStatus } from '@nightflow/schemas/billing/payment'
import type { PoolClient } from 'pg'

/** Texts that belong to a person by their row: of payments to accounts that the person holds, and of bank entries that went to these alone. */
export type TextsOfPerson = { payments: { accountNo: string; paymentId: string; transactionNo: number }[]; entries: string[] }

const textsMax = 10_000

/**
 * Since the person holds the account: earlier texts may name the holder before. At most `textsMax` of each; those that were erased are not
 * among them, so that a repeated search finds the rest.
 */
export const textsOfPerson = async (database: Pick<PoolClient, 'query'>, tenant: string, personId: string): Promise<TextsOfPerson> => {
  const held = `with held as (select tenant, account_no, coalesce((transfers->>-1)::timestamptz, opened_at) as since
    from views.accounts where tenant = $1 and holder_id = $2)`
  const payments = await database.query<TextsOfPerson['payments'][number]>(
    `${held} select account_no as "accountNo", payment_id as "paymentId", payment_no::float8 as "transactionNo"
     from views.payments join held using (tenant, account_no)
     where (reference <> '' or remark <> '') and status <> '${PaymentStatus.enum.refunded}' and create_time >= since order by payment_no limit ${textsMax}`,
    [tenant, personId],
  )
  const entries = await database.query<{ entryId: string }>(
    `${held} select entry_id as "entryId" from views.bank_entries where tenant = $1 and jsonb_array_length(parts) > 0
       and not exists (select from jsonb_array_elements(parts) part
         left join held on held.account_no = part->>'accountNo' and held.since <= bank_entries.create_time where held.account_no is null)
       and not exists (select from log.person_keys erased where erased.tenant = $1 and erased.person_id = entry_id and erased_at is not null)
     order by bank_entry_no limit ${textsMax}`,
    [tenant, personId],
  )
  return { payments: payments.rows, entries: entries.rows.map(({ entryId }) => entryId) }
}
