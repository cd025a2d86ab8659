import type { ProofDifference, ProofPart } from '@nightflow/schemas/audit/money-proof'
import type { PoolClient } from 'pg'
import type { FoundDifference, MoneyCheck } from './money-checks.ts'

/** Number and name of the rows of a part, by key. The ledger has no rows. */
const rowsOf: Partial<Record<ProofPart, string>> = {
  accounts: `select account_no as key, id::float8 as "rowNo", account_no as name from views.accounts where tenant = $1 and account_no = any($2)`,
  payments: `select payment_id::text as key, payment_no::float8 as "rowNo", account_no as name
    from views.payments where tenant = $1 and payment_id::text = any($2)`,
  tokens: `select request_id::text as key, token_no::float8 as "rowNo", meter_no as name
    from views.sts_tokens where tenant = $1 and request_id::text = any($2)`,
  orders: `select order_id::text as key, order_no::float8 as "rowNo", order_number as name
    from views.payment_orders where tenant = $1 and order_id::text = any($2)`,
  cards: `select account_no || '/' || card_no as key, card_id::float8 as "rowNo", card_no as name
    from views.cards where tenant = $1 and account_no || '/' || card_no = any($2)`,
  agents: `select user_id::text as key, user_id::float8 as "rowNo", username as name from platform.users where tenant = $1 and user_id::text = any($2)`,
}

type Named = { key: string; rowNo: number; name: string }

/** Differences by the names that people know, with the numbers of their rows. */
export const nameDifferences = async (
  client: PoolClient,
  tenant: string,
  { part, fault }: MoneyCheck,
  found: readonly FoundDifference[],
): Promise<ProofDifference[]> => {
  const sql = rowsOf[part]
  const keys = found.map(({ key }) => key)
  const rows = sql && keys.length > 0 ? (await client.query<Named>(sql, [tenant, keys])).rows : []
  const named = new Map(rows.map((row) => [row.key, row]))
  return found.map(({ key, owner, derived, shown }) => {
    const row = named.get(key)
    // A payment that the read model does not have is of an account all the same; so is a token of a meter.
    const name = row?.name ?? (owner || key)
    return { ...{ part, fault, key: key.slice(0, 200), name: name.slice(0, 200), rowNo: row?.rowNo ?? null }, derived, shown }
  })
}
