import { randomUUID } from 'node:crypto'
import type { Connections } from '@nightflow/event-log/postgres/database'
import { InUse } from '@nightflow/schemas/shared/lists'
import { rememberSignIn } from '../people/users.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import type { Queryable } from '../storage/platform-tables.ts'

const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds

/**
 * A session ends after its idle time without use, and in any case at its end. A remembered one may be idle until then: a person who
 * chose to be remembered comes back after days.
 */
export const sessionLimits = {
  idleSeconds: 30 * minuteSeconds,
  seconds: 12 * hourSeconds,
  rememberedSeconds: 7 * 24 * hourSeconds,
  /** Sessions of one person at once; the oldest is ended. */
  perPersonMax: 20,
} as const

/** A session's use is written down at most this often. */
export const noteUseEverySeconds = minuteSeconds

export type StartedSession = { id: string; endsAt: Date; idleSeconds: number }

type NewSession = { userId: number; tenant: string; address: string; client: string }

/**
 * Opens a session for an account whose password was checked against `passwordHash`. Undefined when the account has another password by now or
 * is out of use. The row of the user stays locked until the session is there: a reset either is seen here, or comes later and ends the session.
 */
export const openCheckedSession = (
  pool: Connections,
  { passwordHash, ...wanted }: NewSession & { passwordHash: string; isRemembered?: boolean },
): Promise<StartedSession | undefined> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query(
      `select from platform.users where user_id = $1 and password_hash = $2 and status = '${InUse.enum.enabled}' for no key update`,
      [wanted.userId, passwordHash],
    )
    if (rows.length === 0) return undefined
    const session = await startSession(client, wanted)
    await rememberSignIn(client, wanted.userId, wanted.address)
    return session
  })

export const startSession = async (database: Queryable, wanted: NewSession & { isRemembered?: boolean }): Promise<StartedSession> => {
  await tidySessions(database, wanted.userId)
  const seconds = wanted.isRemembered ? sessionLimits.rememberedSeconds : sessionLimits.seconds
  const idleSeconds = wanted.isRemembered ? sessionLimits.rememberedSeconds : sessionLimits.idleSeconds
  return insertSession(database, { ...wanted, homeTenant: wanted.tenant, seconds, idleSeconds, visitedFrom: null })
}

/** A session in the visited tenant beside the operator's own one, which it cannot outlive. */
export const startVisitSession = (
  database: Queryable,
  wanted: NewSession & { homeTenant: string; seconds: number; visitedFrom: string },
): Promise<StartedSession> => insertSession(database, { ...wanted, idleSeconds: Math.min(wanted.seconds, sessionLimits.idleSeconds) })

const insertSession = async (
  database: Queryable,
  {
    userId,
    tenant,
    homeTenant,
    visitedFrom,
    idleSeconds,
    seconds,
    address,
    client,
  }: NewSession & {
    homeTenant: string
    visitedFrom: string | null
    idleSeconds: number
    seconds: number
  },
): Promise<StartedSession> => {
  const id = randomUUID()
  const { rows } = await database.query<{ ends_at: Date }>(
    `insert into platform.sessions (id, user_id, tenant, home_tenant, visited_from, idle_seconds, idle_until, ends_at, address, client)
     values ($1, $2, $3, $4, $5, $6::integer, now() + make_interval(secs => $6::integer),
       least(now() + make_interval(secs => $7), (select ends_at from platform.sessions where id = $5)), $8, $9)
     returning ends_at`,
    [id, userId, tenant, homeTenant, visitedFrom, idleSeconds, seconds, address, client],
  )
  return { id, endsAt: rows[0]!.ends_at, idleSeconds }
}

/** Sessions of one person beyond the limit end, oldest first; what ended a week ago is forgotten, a little at a time. */
const tidySessions = async (database: Queryable, userId: number): Promise<void> => {
  await database.query(
    `update platform.sessions set ended_at = now(), ended_because = 'too-many' where id in (
       select id from platform.sessions where user_id = $1 and ended_at is null and ends_at > now()
       order by started_at desc offset $2)`,
    [userId, sessionLimits.perPersonMax - 1],
  )
  await database.query(
    `delete from platform.sessions where id in (
       select id from platform.sessions where ends_at < now() - interval '7 days' order by ends_at limit 50 for update skip locked)`,
  )
}

/** The session is used: its idle time begins anew. */
export const noteUse = async (database: Queryable, id: string): Promise<void> => {
  await database.query(
    `update platform.sessions set renewed_at = now(), idle_until = now() + make_interval(secs => idle_seconds)
     where id = $1 and ended_at is null and idle_until > now()`,
    [id],
  )
}

/** Keeps a session that is still valid, unless the request is a timer's; undefined when it is not. `idleSeconds` are those that are left. */
export const keepSession = async (
  database: Queryable,
  id: string,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<StartedSession | undefined> => {
  if (isUse) await noteUse(database, id)
  const { rows } = await database.query<StartedSession>(
    `select id, ends_at as "endsAt", ceil(extract(epoch from idle_until - now()))::int as "idleSeconds"
     from platform.sessions where id = $1 and ended_at is null and idle_until > now() and ends_at > now()`,
    [id],
  )
  return rows[0]
}

/** The operator's own session after a visit, during which it was idle; undefined when it has expired or was ended. */
export const resumeSession = async (database: Queryable, id: string): Promise<StartedSession | undefined> => {
  const { rows } = await database.query<StartedSession>(
    `update platform.sessions set renewed_at = now(), idle_until = now() + make_interval(secs => idle_seconds)
     where id = $1 and ended_at is null and ends_at > now()
     returning id, ends_at as "endsAt", idle_seconds as "idleSeconds"`,
    [id],
  )
  return rows[0]
}

export type EndReason = 'signed-out' | 'password-changed' | 'disabled' | 'role-changed' | 'removed' | 'visit-over'

export const endSession = async (database: Queryable, id: string, because: EndReason): Promise<void> => {
  await database.query('update platform.sessions set ended_at = now(), ended_because = $2 where id = $1 and ended_at is null', [
    id,
    because,
  ])
}

/**
 * Ends every session of a person, visits included; every process knows at once, and the person has to sign in again. Runs on the
 * service's own rights: a request may not write sessions.
 */
export const endSessions = async (database: Queryable, userId: number, because: EndReason): Promise<void> => {
  await database.query('update platform.sessions set ended_at = now(), ended_because = $2 where user_id = $1 and ended_at is null', [
    userId,
    because,
  ])
}

/** Is this session still open? The row is locked, so that the session cannot end before the caller's transaction does. */
export const holdSession = async (database: Queryable, id: string): Promise<boolean> =>
  (await database.query('select from platform.sessions where id = $1 and ended_at is null for share', [id])).rows.length > 0

/** The same for all people in a tenant, its own and visitors. */
export const endSessionsOfTenant = async (database: Queryable, tenant: string, because: EndReason): Promise<void> => {
  await database.query(
    'update platform.sessions set ended_at = now(), ended_because = $2 where (tenant = $1 or home_tenant = $1) and ended_at is null',
    [tenant, because],
  )
}

/** Minutes without a call after which the session ends, never past its end. */
export const minutesLeft = ({ endsAt, idleSeconds }: Pick<StartedSession, 'endsAt' | 'idleSeconds'>): number =>
  Math.max(0, Math.floor(Math.min(idleSeconds, (endsAt.getTime() - Date.now()) / 1000 + 1) / 60))

/** Removes every session of a person, with its addresses and devices. */
export const removeSessionsOf = async (database: Queryable, userId: number): Promise<void> => {
  await database.query('delete from platform.sessions where user_id = $1', [userId])
}
