import { Role } from '@nightflow/schemas/shared/permissions'
import { sql } from 'kysely'
import { hashPassword } from './password.ts'
import { firstRowOf, platform, type Queryable, rowsOf } from './platform-tables.ts'

export type User = { tenant: string; username: string; role: Role; disabled: boolean; mustChangePassword: boolean; passwordHash: string }

/** Creates a user; one that already exists (upper and lower case are the same) stays as it is, its password too, and answers `created: false`. */
export const createUser = async (
  database: Queryable,
  user: { tenant: string; username: string; password: string; role: Role; mustChangePassword?: boolean },
): Promise<{ created: boolean }> => {
  const row = {
    tenant: user.tenant,
    username: user.username,
    password_hash: await hashPassword(user.password),
    role: Role.parse(user.role),
    must_change_password: user.mustChangePassword ?? false,
  }
  const created = await rowsOf(
    database,
    platform
      .insertInto('platform.users')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('username'),
  )
  return { created: created.length > 0 }
}

/** Reads the password's hash too, which requests may not: run it on the service's own connection. */
export const findUser = async (database: Queryable, tenant: string, username: string): Promise<User | undefined> => {
  const row = await firstRowOf(
    database,
    platform
      .selectFrom('platform.users')
      .select(['tenant', 'username', 'role', 'status', 'must_change_password', 'password_hash'])
      .where('tenant', '=', tenant)
      .where(sql<boolean>`lower(username) = lower(${username})`),
  )
  return (
    row && {
      tenant: row.tenant,
      username: row.username,
      role: Role.parse(row.role),
      disabled: row.status === '1',
      mustChangePassword: row.must_change_password,
      passwordHash: row.password_hash,
    }
  )
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
