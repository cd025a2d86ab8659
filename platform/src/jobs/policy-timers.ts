import type { Queryable } from '../storage/platform-tables.ts'

/** An instant that a policy waits for on behalf of a tenant. `key` is unique within policy and tenant; setting it again replaces it. */
export type Timer = {
  tenant: string
  key: string
  dueAt: Date
  data: Readonly<Record<string, unknown>>
  /** Id of the event that set it. */
  cause: string | null
  correlation: string | null
}

const columns = 'tenant, key, due_at as "dueAt", data, cause, correlation'
const loadedAtOnce = 5_000

/** All timers of a policy, for one that keeps them in memory. */
export const loadTimers = async (database: Queryable, policy: string): Promise<Timer[]> => {
  const timers: Timer[] = []
  for (;;) {
    const last = timers.at(-1)
    const { rows } = await database.query<Timer>(
      `select ${columns} from platform.policy_timers where policy = $1 and (tenant, key) > ($2, $3) order by tenant, key limit ${loadedAtOnce}`,
      [policy, last?.tenant ?? '', last?.key ?? ''],
    )
    timers.push(...rows)
    if (rows.length < loadedAtOnce) return timers
  }
}

/** Timers that are due at `now`, the earliest first. */
export const dueTimers = async (database: Queryable, policy: string, now: Date, limit: number): Promise<Timer[]> => {
  const { rows } = await database.query<Timer>(
    `select ${columns} from platform.policy_timers where policy = $1 and due_at <= $2 order by due_at, tenant, key limit $3`,
    [policy, now, limit],
  )
  return rows
}

/** A change of a timer: `null` cancels it. */
export type TimerChange = { tenant: string; key: string; timer: Timer | null }

/** Each timer at most once. Run in the transaction that saves the checkpoint. */
export const writeTimers = async (database: Queryable, policy: string, changes: readonly TimerChange[]): Promise<void> => {
  const cancelled = changes.filter(({ timer }) => timer === null)
  const set = changes.flatMap(({ timer }) => timer ?? [])
  if (cancelled.length > 0)
    await database.query(
      `delete from platform.policy_timers timers using unnest($2::text[], $3::text[]) as cancelled (tenant, key)
       where timers.policy = $1 and timers.tenant = cancelled.tenant and timers.key = cancelled.key`,
      [policy, cancelled.map(({ tenant }) => tenant), cancelled.map(({ key }) => key)],
    )
  if (set.length > 0)
    await database.query(
      `insert into platform.policy_timers (policy, tenant, key, due_at, data, cause, correlation)
       select $1, * from unnest($2::text[], $3::text[], $4::timestamptz[], $5::jsonb[], $6::text[], $7::text[])
       on conflict (policy, tenant, key) do update set due_at = excluded.due_at, data = excluded.data, cause = excluded.cause,
         correlation = excluded.correlation`,
      [
        policy,
        set.map(({ tenant }) => tenant),
        set.map(({ key }) => key),
        set.map(({ dueAt }) => dueAt),
        set.map(({ data }) => JSON.stringify(data)),
        set.map(({ cause }) => cause),
        set.map(({ correlation }) => correlation),
      ],
    )
}
