import type { Role } from '@nightflow/schemas/shared/permissions'
import { sql } from 'kysely'
import { hashPassword } from './password.ts'
import { firstRowOf, platform, type Queryable, rowsOf } from './platform-tables.ts'
import { giveFirstRole } from './user-roles.ts'

export type User = { tenant: string; username: string; disabled: boolean; mustChangePassword: boolean; passwordHash: string }

/**
 * Creates a user with a built-in role of the tenant; one that already exists (upper and lower case are the same) stays as it is, its
 * password too, and answers `created: false`. Throws when the tenant has no such role: only the platform's own has operators.
 */
export const createUser = async (
  database: Queryable,
  user: { tenant: string; username: string; password: string; role: Role; mustChangePassword?: boolean },
): Promise<{ created: boolean }> => {
  const { tenant, username } = user
  const known = await database.query('select from platform.roles where tenant = $1 and role_key = $2', [tenant, user.role])
  if (known.rows.length === 0) throw new Error(`tenant ${tenant} has no role ${user.role}`)
  const row = {
    tenant,
    username,
    nick_name: username,
    password_hash: await hashPassword(user.password),
    must_change_password: user.mustChangePassword ?? false,
  }
  const created = await rowsOf(
    database,
    platform
      .insertInto('platform.users')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id'),
  )
  if (await giveFirstRole(database, { tenant, username, roleKey: user.role }))
    await settleUserTypes(
      database,
      created.map(({ user_id }) => Number(user_id)),
    )
  return { created: created.length > 0 }
}

/** Reads the password's hash too, which requests may not: run it on the service's own connection. */
export const findUser = async (database: Queryable, tenant: string, username: string): Promise<User | undefined> => {
  const row = await firstRowOf(
    database,
    platform
      .selectFrom('platform.users')
      .select(['tenant', 'username', 'status', 'must_change_password', 'password_hash'])
      .where('tenant', '=', tenant)
      .where(sql<boolean>`lower(username) = lower(${username})`),
  )
  return (
    row && {
      tenant: row.tenant,
      username: row.username,
      disabled: row.status === '1',
      mustChangePassword: row.must_change_password,
      passwordHash: row.password_hash,
    }
  )
}

/** `00` operators, `02` people of a trial tenant, `03` holders of an agent's role, `01` other staff: follows from tenant and roles. */
export const settleUserTypes = async (database: Queryable, userIds: readonly number[]): Promise<void> => {
  await database.query(
    `with settled as (
       select u.user_id, case when u.tenant = 'platform' then '00' when t.kind = 'trial' then '02'
         when exists (select from platform.user_roles held join platform.roles r using (tenant, role_id)
           where held.user_id = u.user_id and r.role_type = 'agent') then '03' else '01' end as user_type
       from platform.users u join platform.tenants t on t.code = u.tenant where u.user_id = any($1::bigint[])
     )
     update platform.users u set user_type = settled.user_type from settled
     where u.user_id = settled.user_id and u.user_type <> settled.user_type`,
    [userIds],
  )
}

/** The same for everybody of a tenant, after its kind has changed. */
export const settleUserTypesOf = async (database: Queryable, tenant: string): Promise<void> => {
  const { rows } = await database.query<{ user_id: string }>('select user_id from platform.users where tenant = $1', [tenant])
  await settleUserTypes(
    database,
    rows.map(({ user_id }) => Number(user_id)),
  )
}

export const setUserStatus = async (database: Queryable, userId: number, status: '0' | '1', by: string): Promise<void> => {
  await database.query('update platform.users set status = $2, update_by = $3, update_time = now() where user_id = $1', [
    userId,
    status,
    by,
  ])
}

/** Their sessions go with them. */
export const removeUsers = async (database: Queryable, userIds: readonly number[]): Promise<void> => {
  await database.query('delete from platform.users where user_id = any($1::bigint[])', [userIds])
}

/** Gives a user another password; false when there is no such user. */
export const changePassword = async (
  database: Queryable,
  { tenant, username, password }: { tenant: string; username: string; password: string },
): Promise<boolean> => {
  const changed = await rowsOf(
    database,
    platform
      .updateTable('platform.users')
      .set({ password_hash: await hashPassword(password), must_change_password: false })
      .where('tenant', '=', tenant)
      .where(sql<boolean>`lower(username) = lower(${username})`)
      .returning('username'),
  )
  return changed.length > 0
}

/** A password that its owner chose. Sessions are ended by whoever calls this. */
export const replacePassword = async (database: Queryable, userId: number, password: string): Promise<void> => {
  await database.query(
    'update platform.users set password_hash = $2, must_change_password = false, password_changed_at = now() where user_id = $1',
    [userId, await hashPassword(password)],
  )
}

/** A password that somebody else made up: it opens nothing but the way to another one, and may not be chosen again. */
export const giveInitialPassword = async (database: Queryable, userId: number, password: string): Promise<boolean> => {
  const { rows } = await database.query(
    `update platform.users set password_hash = $2, initial_password_hash = $2, must_change_password = true, password_changed_at = now()
     where user_id = $1 returning user_id`,
    [userId, await hashPassword(password)],
  )
  return rows.length > 0
}

export const rememberSignIn = async (database: Queryable, userId: number, address: string): Promise<void> => {
  await database.query('update platform.users set last_login_at = now(), last_login_address = $2 where user_id = $1', [userId, address])
}
