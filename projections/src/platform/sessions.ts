import { randomUUID } from 'node:crypto'
import { trialDays } from '@nightflow/schemas/platform/account-rules'
import { everything, platformTenant } from '@nightflow/schemas/shared/permissions'
import type { Queryable } from './platform-tables.ts'

const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds

/**
 * A session ends when nobody used it for its idle time, and in any case at its end. A remembered one may stand still until then: whoever
 * asked to be remembered comes back after days.
 */
export const sessionLimits = {
  idleSeconds: 30 * minuteSeconds,
  seconds: 12 * hourSeconds,
  rememberedSeconds: 7 * 24 * hourSeconds,
  /** Sessions of one person at once; the oldest gives way. */
  perPersonMax: 20,
} as const

/** A session's use is written down at most this often. */
const noteUseEverySeconds = minuteSeconds

/** A signed-in person, as every request sees them. */
export type LiveSession = {
  tenant: string
  homeTenant: string
  username: string
  userId: number
  roles: string[]
  permissions: string[]
  mustChangePassword: boolean
  /** The session that goes on when this visit of a tenant ends. */
  visitedFrom: string | null
  endsAt: Date
  idleSeconds: number
}

export type StartedSession = { id: string; endsAt: Date; idleSeconds: number }

type NewSession = { userId: number; tenant: string; address: string; client: string }

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

/** What a person may do now is read with the session: a changed role holds from the next request on. */
const live = `
  select sessions.tenant, sessions.home_tenant as "homeTenant", users.username, users.user_id::int as "userId",
    users.must_change_password and coalesce((select config_value from platform.configuration
      where config_key = 'sys.account.initPasswordModify' and tenant in (homes.code, '${platformTenant}')
      order by tenant = homes.code desc limit 1), '1') <> '0' as "mustChangePassword", sessions.visited_from as "visitedFrom",
    sessions.ends_at as "endsAt", sessions.idle_seconds as "idleSeconds",
    sessions.ended_because as "endedBecause", users.status = '1' as "isUserDisabled", homes.status = '1' as "isTenantDisabled",
    homes.kind = 'trial' and now() >= homes.created_at + make_interval(days => ${trialDays}) as "isTrialOver",
    sessions.idle_until <= now() or sessions.ends_at <= now() as "ranOut",
    sessions.renewed_at < now() - make_interval(secs => ${noteUseEverySeconds}) as "isUseToNote",
    array(select roles.role_key from platform.user_roles join platform.roles on roles.role_id = user_roles.role_id
      where user_roles.user_id = users.user_id and roles.status = '0' order by roles.role_sort, roles.role_id) as roles,
    exists (select from platform.user_roles join platform.roles on roles.role_id = user_roles.role_id
      where user_roles.user_id = users.user_id and roles.status = '0' and roles.built_in and roles.role_key in ('admin', 'operator'))
      as "holdsEverything",
    array(select distinct menus.perms from platform.user_roles join platform.roles on roles.role_id = user_roles.role_id
      join platform.role_menus on role_menus.role_id = roles.role_id join platform.menus on menus.menu_id = role_menus.menu_id
      where user_roles.user_id = users.user_id and roles.status = '0' and menus.status = '0' and menus.perms <> '') as permissions
  from platform.sessions
  join platform.users on users.user_id = sessions.user_id
  join platform.tenants homes on homes.code = sessions.home_tenant
  where sessions.id = $1`

type LiveRow = LiveSession & {
  endedBecause: string | null
  isUserDisabled: boolean
  isTenantDisabled: boolean
  isTrialOver: boolean
  ranOut: boolean
  isUseToNote: boolean
  holdsEverything: boolean
}

export type EndedSession = { endedBecause: string }

/**
 * The session with what its person may do now; `endedBecause` when somebody ended it; undefined when it is unknown or ran out. Whoever uses it
 * keeps it; a timer that asks does not.
 */
export const findLiveSession = async (
  database: Queryable,
  id: string,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<LiveSession | EndedSession | undefined> => {
  const row = (await database.query<LiveRow>(live, [id])).rows[0]
  if (!row) return undefined
  const endedBecause = reasonOfEnd(row)
  if (endedBecause !== null) return { endedBecause }
  if (row.ranOut) return undefined
  if (isUse && row.isUseToNote) await noteUse(database, id)
  return sessionOf(row)
}

const reasonOfEnd = (row: LiveRow): string | null => {
  if (row.endedBecause !== null) return row.endedBecause
  if (row.isUserDisabled) return 'disabled'
  if (row.isTenantDisabled) return 'tenant-disabled'
  return row.isTrialOver ? 'trial-over' : null
}

/** Whoever visits a tenant sees it as its administrator does. */
const sessionOf = ({
  tenant,
  homeTenant,
  username,
  userId,
  mustChangePassword,
  visitedFrom,
  endsAt,
  idleSeconds,
  ...row
}: LiveRow): LiveSession => {
  const isVisit = tenant !== homeTenant
  const roles = isVisit ? ['admin'] : row.roles
  const permissions = isVisit || row.holdsEverything ? [everything] : row.permissions
  return { tenant, homeTenant, username, userId, roles, permissions, mustChangePassword, visitedFrom, endsAt, idleSeconds }
}

const noteUse = async (database: Queryable, id: string): Promise<void> => {
  await database.query(
    `update platform.sessions set renewed_at = now(), idle_until = now() + make_interval(secs => idle_seconds)
     where id = $1 and ended_at is null and idle_until > now()`,
    [id],
  )
}

/** Keeps a session that is still good, unless a timer asks; undefined when it is not. `idleSeconds` are those that are left. */
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

/** The operator's own session after a visit, during which nobody used it; undefined when its time is over or somebody ended it. */
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
 * Ends every session of a person, visits included; every process knows at once, and the person is told to sign in again. Runs on the
 * service's own rights: a request may not write sessions.
 */
export const endSessions = async (database: Queryable, userId: number, because: EndReason): Promise<void> => {
  await database.query('update platform.sessions set ended_at = now(), ended_because = $2 where user_id = $1 and ended_at is null', [
    userId,
    because,
  ])
}

/** The same for everybody in a tenant, its own people and visitors. */
export const endSessionsOfTenant = async (database: Queryable, tenant: string, because: EndReason): Promise<void> => {
  await database.query(
    'update platform.sessions set ended_at = now(), ended_because = $2 where (tenant = $1 or home_tenant = $1) and ended_at is null',
    [tenant, because],
  )
}

/** Minutes without a call after which the session ends, never past its end. */
export const minutesLeft = ({ endsAt, idleSeconds }: Pick<StartedSession, 'endsAt' | 'idleSeconds'>): number =>
  Math.max(0, Math.floor(Math.min(idleSeconds, (endsAt.getTime() - Date.now()) / 1000 + 1) / 60))
