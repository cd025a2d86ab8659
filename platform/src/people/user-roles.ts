import { InUse } from '@nightflow/schemas/shared/lists'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Queryable } from '../storage/platform-tables.ts'

/** Gives a role to users who do not hold it yet. */
export const giveRole = async (database: Queryable, roleId: number, userIds: readonly number[]): Promise<void> => {
  await database.query(
    `insert into platform.user_roles (tenant, role_id, user_id)
     select current_setting('nightflow.tenant'), $1, unnest($2::bigint[]) on conflict do nothing`,
    [roleId, userIds],
  )
}

/** The users it was taken from. */
export const takeRole = async (database: Queryable, roleId: number, userIds: readonly number[]): Promise<number> =>
  (
    await database.query('delete from platform.user_roles where role_id = $1 and user_id = any($2::bigint[]) returning user_id', [
      roleId,
      userIds,
    ])
  ).rows.length

/** The roles of a user, in place of those held; `role-missing` unless all of them are there. */
export const replaceRoles = async (database: Queryable, userId: number, roleIds: readonly number[]): Promise<Rejection | undefined> => {
  const wanted = [...new Set(roleIds)]
  const known = await database.query(`select from platform.roles where role_id = any($1::bigint[]) and status = '${InUse.enum.enabled}'`, [
    wanted,
  ])
  const kept = await database.query(
    `select from platform.user_roles join platform.roles using (tenant, role_id)
     where user_id = $2 and role_id = any($1::bigint[]) and status <> '${InUse.enum.enabled}'`,
    [wanted, userId],
  )
  if (known.rows.length + kept.rows.length < wanted.length) return rejected('role-missing')
  await database.query('delete from platform.user_roles where user_id = $1 and role_id <> all($2::bigint[])', [userId, wanted])
  for (const roleId of wanted) await giveRole(database, roleId, [userId])
  return undefined
}

/** The same for a person without roles, in one statement: an import does so for thousands. */
export const giveFirstRoles = async (database: Queryable, userId: number, roleIds: readonly number[]): Promise<Rejection | undefined> => {
  const wanted = [...new Set(roleIds)]
  const given = await database.query(
    `insert into platform.user_roles (tenant, role_id, user_id)
     select tenant, role_id, $2 from platform.roles where role_id = any($1::bigint[]) and status = '${InUse.enum.enabled}' returning role_id`,
    [wanted, userId],
  )
  return given.rows.length < wanted.length ? rejected('role-missing') : undefined
}

/** For accounts that the service itself makes: the tenant's role of that key, unless the user holds one. False when there is no such role. */
export const giveFirstRole = async (
  database: Queryable,
  { tenant, username, roleKey }: { tenant: string; username: string; roleKey: string },
): Promise<boolean> => {
  const { rows } = await database.query(
    `with wanted as (
       select u.tenant, r.role_id, u.user_id from platform.users u join platform.roles r on r.tenant = u.tenant and r.role_key = $3
       where u.tenant = $1 and lower(u.username) = lower($2)
     ), given as (
       insert into platform.user_roles (tenant, role_id, user_id) select * from wanted
       where not exists (select from platform.user_roles held where held.user_id = wanted.user_id)
     ) select from wanted`,
    [tenant, username, roleKey],
  )
  return rows.length > 0
}

const administrators = `select u.user_id from platform.users u join platform.user_roles using (tenant, user_id)
  join platform.roles r using (tenant, role_id)
  where u.tenant = current_setting('nightflow.tenant') and u.status = '${InUse.enum.enabled}' and r.built_in and r.role_key in ('admin', 'operator') limit 1`

/** Removes people or roles, unless no administrator with all permissions would remain: `last-administrator-stays`. */
export const keepingAnAdministrator = async <Result>(database: Queryable, work: () => Promise<Result>): Promise<Result | Rejection> => {
  await database.query(`select pg_advisory_xact_lock(hashtextextended('administrators ' || current_setting('nightflow.tenant'), 0))`)
  const wasThere = (await database.query(administrators)).rows.length > 0
  const result = await work()
  // After a refused statement the transaction answers nothing more, and is rolled back anyway.
  if (isRejection(result) || !wasThere) return result
  return (await database.query(administrators)).rows.length > 0 ? result : rejected('last-administrator-stays')
}
