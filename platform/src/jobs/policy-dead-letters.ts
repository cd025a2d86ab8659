import type { Queryable } from '../storage/platform-tables.ts'
import type { Timer } from './policy-timers.ts'

/** Input that a policy could not process: an event of the log, a timer of its own, or a condition that the read models show. */
export type DeadLetter = {
  policy: string
  tenant: string
  kind: 'event' | 'timer' | 'condition'
  /** Id of the event, key of the timer or of the condition. */
  occasion: string
  /** Of the event; null otherwise. */
  position: number | null
  type: string | null
  /** SQLSTATE or the name of a JavaScript error. */
  code: string
  reason: string
}
export type KeptDeadLetter = DeadLetter & { attempts: number; firstSeenAt: Date; lastSeenAt: Date; isRetried: boolean }

const reasonCharactersMax = 500

const columns = `policy, tenant, kind, occasion, position::float8 as position, type, code, reason, attempts,
  first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt", retry_requested_at is not null as "isRetried"`

/** Counts another attempt where it is kept already; a retry that was requested is over. */
export const keepDeadLetter = async (database: Queryable, letter: DeadLetter, timer: Timer | null): Promise<void> => {
  const { policy, tenant, kind, occasion, position, type, code, reason } = letter
  await database.query(
    `insert into platform.policy_dead_letters as kept (policy, tenant, kind, occasion, position, type, code, reason, timer)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (policy, tenant, kind, occasion) do update set code = excluded.code, reason = excluded.reason, timer = excluded.timer,
       attempts = kept.attempts + 1, last_seen_at = now(), retry_requested_at = null`,
    [
      policy,
      tenant,
      kind,
      occasion,
      position,
      type,
      code,
      withoutNul(reason).slice(0, reasonCharactersMax),
      timer && JSON.stringify(timer),
    ],
  )
}

/** PostgreSQL takes neither NUL nor half a surrogate pair. */
const withoutNul = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

type Key = Pick<DeadLetter, 'policy' | 'tenant' | 'kind' | 'occasion'>

export const removeDeadLetter = async (database: Queryable, { policy, tenant, kind, occasion }: Key): Promise<void> => {
  await database.query('delete from platform.policy_dead_letters where policy = $1 and tenant = $2 and kind = $3 and occasion = $4', [
    policy,
    tenant,
    kind,
    occasion,
  ])
}

/** The newest of a tenant, under row-level security. */
export const listDeadLetters = async (database: Queryable, limit: number): Promise<{ rows: KeptDeadLetter[]; total: number }> => {
  const { rows } = await database.query<KeptDeadLetter>(
    `select ${columns} from platform.policy_dead_letters order by last_seen_at desc, policy, occasion limit $1`,
    [limit],
  )
  const counted = await database.query<{ total: number }>('select count(*)::int as total from platform.policy_dead_letters')
  return { rows, total: counted.rows[0]!.total }
}

/** Requests another reaction of the policy. False where there is no such dead letter. */
export const requestRetry = async (database: Queryable, { policy, tenant, kind, occasion }: Key): Promise<boolean> => {
  const { rowCount } = await database.query(
    'update platform.policy_dead_letters set retry_requested_at = now() where policy = $1 and tenant = $2 and kind = $3 and occasion = $4',
    [policy, tenant, kind, occasion],
  )
  return rowCount === 1
}

export type RequestedRetry = Key & { timer: Timer | null }

/** Dead letters of a policy that are to be retried, in the order of the requests. */
export const requestedRetries = async (database: Queryable, policy: string, limit: number): Promise<RequestedRetry[]> => {
  const { rows } = await database.query<Key & { timer: (Omit<Timer, 'dueAt'> & { dueAt: string }) | null }>(
    `select policy, tenant, kind, occasion, timer from platform.policy_dead_letters
     where policy = $1 and retry_requested_at is not null order by retry_requested_at limit $2`,
    [policy, limit],
  )
  return rows.map(({ timer, ...key }) => ({ ...key, timer: timer && { ...timer, dueAt: new Date(timer.dueAt) } }))
}

/** Conditions that failed when they were found last: `<tenant>/<key>`. */
export const failedConditions = async (database: Queryable, policy: string, limit: number): Promise<string[]> => {
  const { rows } = await database.query<{ key: string }>(
    `select tenant || '/' || occasion as key from platform.policy_dead_letters where policy = $1 and kind = 'condition'
     order by last_seen_at desc limit $2`,
    [policy, limit],
  )
  return rows.map(({ key }) => key)
}
