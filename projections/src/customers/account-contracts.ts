import type { PoolClient } from 'pg'

/** The contract of the holder whom an account went to at an instant; undefined where there is no such transfer. */
export const contractOfTransfer = async (database: PoolClient, accountNo: string, transferredAt: string): Promise<number | undefined> => {
  const { rows } = await database.query<{ contractNo: number }>(
    `select place::int + 1 as "contractNo" from views.accounts cross join lateral jsonb_array_elements_text(transfers) with ordinality as each (at, place)
     where account_no = $1 and at = $2 order by place limit 1`,
    [accountNo, transferredAt],
  )
  return rows[0]?.contractNo
}

/** A former holder of an account: the first day, and the day after the last one. */
export type FormerContract = { contractNo: number; from: string | null; to: string; personId: string; name: string | null }

/** The former holders of an account, the latest first. Days are local to the zone. */
export const formerContracts = async (database: PoolClient, accountNo: string, timeZone: string): Promise<FormerContract[]> => {
  const { rows } = await database.query<FormerContract>(
    `select place::int as "contractNo",
       case when place > 1 then to_char((transfers->>(place::int - 2))::timestamptz at time zone $2, 'YYYY-MM-DD') end as "from",
       to_char((transfers->>(place::int - 1))::timestamptz at time zone $2, 'YYYY-MM-DD') as "to", holder as "personId", persons.name
     from views.accounts account cross join lateral jsonb_array_elements_text(holders) with ordinality as each (holder, place)
     left join views.persons on persons.tenant = account.tenant and persons.person_id = holder::uuid
     where account_no = $1 and place <= jsonb_array_length(transfers) order by place desc`,
    [accountNo, timeZone],
  )
  return rows
}
