import type { Language } from '@nightflow/schemas/shared/language'
import { Role } from '@nightflow/schemas/shared/permissions'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
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

/** What people change about themselves; absent stays as it is. Refused when the e-mail or telephone is somebody else's. */
export const changeOwnData = async (
  database: Queryable,
  userId: number,
  data: {
    nickName?: string | undefined
    email?: string | undefined
    areaCode?: string | undefined
    phonenumber?: string | undefined
    sex?: '0' | '1' | '2' | undefined
    introduction?: string | undefined
    language?: Language | undefined
  },
): Promise<Rejection | undefined> => {
  const { nickName, email, areaCode, phonenumber, sex, introduction, language } = data
  try {
    await database.query(
      `update platform.users set nick_name = coalesce($2, nick_name), email = coalesce($3, email), area_code = coalesce($4, area_code),
         phonenumber = coalesce($5, phonenumber), sex = coalesce($6, sex), introduction = coalesce($7, introduction),
         language = coalesce($8, language), update_time = now()
       where user_id = $1`,
      [userId, nickName, email, areaCode, phonenumber, sex, introduction, language],
    )
    return undefined
  } catch (error) {
    return takenContact(error) ?? fail(error)
  }
}

/** Which of a person's three names is somebody else's already; undefined for any other error. */
const takenContact = (error: unknown): Rejection | undefined => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505') return undefined
  if (constraint === 'users_by_email') return rejected('email-taken')
  return rejected(constraint === 'users_by_phone' ? 'phone-taken' : 'user-name-taken')
}

const fail = (error: unknown): never => {
  throw error
}
