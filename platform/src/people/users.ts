import { Sex, UserType } from '@nightflow/schemas/platform/account-rules'
import type { Preferences } from '@nightflow/schemas/platform/preferences'
import { erasedName } from '@nightflow/schemas/shared/actors'
import type { Language } from '@nightflow/schemas/shared/language'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { Role } from '@nightflow/schemas/shared/permissions'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import { sql } from 'kysely'
import { hashPassword } from '../rules/password.ts'
import { firstRowOf, platform, type Queryable, rowsOf } from '../storage/platform-tables.ts'
import { takenName } from '../storage/taken-name.ts'
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
      disabled: row.status === InUse.enum.disabled,
      mustChangePassword: row.must_change_password,
      passwordHash: row.password_hash,
    }
  )
}

/** `00` operators, `02` people of a trial tenant, `03` holders of an agent's role, `01` other staff: follows from tenant and roles. */
export const settleUserTypes = async (database: Queryable, userIds: readonly number[]): Promise<void> => {
  await database.query(
    `with settled as (
       select u.user_id, case when u.tenant = 'platform' then '${UserType.enum.operator}' when t.kind = 'trial' then '${UserType.enum.trial}'
         when exists (select from platform.user_roles held join platform.roles r using (tenant, role_id)
           where held.user_id = u.user_id and r.role_type = 'agent') then '${UserType.enum.agent}' else '${UserType.enum.staff}' end as user_type
       from platform.users u join platform.tenants t on t.code = u.tenant where u.user_id = any($1::bigint[])
     )
     update platform.users u set user_type = settled.user_type from settled
     where u.user_id = settled.user_id and u.user_type <> settled.user_type`,
    [userIds],
  )
}

/** The same for all people of a tenant, after its type has changed. */
export const settleUserTypesOf = async (database: Queryable, tenant: string): Promise<void> => {
  const { rows } = await database.query<{ user_id: string }>('select user_id from platform.users where tenant = $1', [tenant])
  await settleUserTypes(
    database,
    rows.map(({ user_id }) => Number(user_id)),
  )
}

/** Fields of a person that an administrator writes. */
export type StaffData = {
  nickName: string
  deptId: number | null
  email: string | null
  areaCode: string | null
  phonenumber: string | null
  sex: string
  language: string | null
  status: string
  remark: string | null
}

const valuesOf = ({ nickName, deptId, email, areaCode, phonenumber, sex, language, status, remark }: StaffData): unknown[] => [
  nickName,
  deptId,
  email,
  areaCode,
  phonenumber,
  sex,
  language,
  status,
  remark,
]

/** A new user of the request's tenant, with a password that opens nothing but the way to another one. */
export const insertStaff = async (
  database: Queryable,
  data: StaffData & { userName: string },
  password: string,
  by: string,
): Promise<number | Rejection> => {
  return insertStaffWithHash(database, data, await hashPassword(password), by)
}

/** The same with the hash of the first password. */
export const insertStaffWithHash = async (
  database: Queryable,
  data: StaffData & { userName: string },
  hash: string,
  by: string,
): Promise<number | Rejection> => {
  try {
    const { rows } = await database.query<{ user_id: string }>(
      `insert into platform.users (nick_name, dept_id, email, area_code, phonenumber, sex, language, status, remark,
         tenant, username, password_hash, initial_password_hash, must_change_password, create_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, current_setting('nightflow.tenant'), $10, $11, $11, true, $12) returning user_id`,
      [...valuesOf(data), data.userName, hash, by],
    )
    return Number(rows[0]!.user_id)
  } catch (error) {
    return takenName(error)
  }
}

/** Has an account that this connection sees, which is one of the request's own tenant, one of these names? One account may be left out. */
export const isNameOfOwnTenant = async (
  database: Queryable,
  { userName, email, areaCode, phonenumber }: Pick<StaffData, 'email' | 'areaCode' | 'phonenumber'> & { userName: string },
  exceptUserId: number | null = null,
): Promise<boolean> => {
  const { rows } = await database.query(
    `select from platform.users
     where (lower(username) = lower($1) or lower(email) = lower($2) or (phonenumber = $4 and coalesce(area_code, '') = coalesce($3, '')))
       and user_id is distinct from $5::bigint`,
    [userName, email, areaCode, phonenumber, exceptUserId],
  )
  return rows.length > 0
}

/** False when there is no such user. */
export const changeStaff = async (database: Queryable, userId: number, data: StaffData, by: string): Promise<boolean | Rejection> => {
  try {
    const { rows } = await database.query(
      `update platform.users set nick_name = $1, dept_id = $2, email = $3, area_code = $4, phonenumber = $5, sex = $6, language = $7,
         status = $8, remark = $9, update_by = $11, update_time = now()
       where user_id = $10 returning user_id`,
      [...valuesOf(data), userId, by],
    )
    return rows.length > 0
  } catch (error) {
    return takenName(error)
  }
}

export const setUserStatus = async (database: Queryable, userId: number, status: InUse, by: string): Promise<void> => {
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
/** The next sign-in has to choose another password before anything else. */
export const requireNewPassword = async (
  database: Queryable,
  { tenant, username }: { tenant: string; username: string },
): Promise<void> => {
  await database.query('update platform.users set must_change_password = true where tenant = $1 and lower(username) = lower($2)', [
    tenant,
    username,
  ])
}

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

/**
 * A password that its owner chose, in place of the one with the hash `known`. False when another one has taken its place meanwhile.
 * The caller ends the sessions in the same transaction.
 */
export const replacePasswordHash = async (
  database: Queryable,
  userId: number,
  { known, fresh }: { known: string; fresh: string },
): Promise<boolean> => {
  const { rows } = await database.query(
    `update platform.users set password_hash = $3, must_change_password = false, password_changed_at = now()
     where user_id = $1 and password_hash = $2 returning user_id`,
    [userId, known, fresh],
  )
  return rows.length > 0
}

/** A password that another person set: it only permits changing it, and may not be chosen again. */
export const giveInitialPassword = async (database: Queryable, userId: number, hash: string): Promise<boolean> => {
  const { rows } = await database.query(
    `update platform.users set password_hash = $2, initial_password_hash = $2, must_change_password = true, password_changed_at = now()
     where user_id = $1 returning user_id`,
    [userId, hash],
  )
  return rows.length > 0
}

export const rememberSignIn = async (database: Queryable, userId: number, address: string): Promise<void> => {
  await database.query('update platform.users set last_login_at = now(), last_login_address = $2 where user_id = $1', [userId, address])
}

/** Fields that people change about themselves; absent fields stay, null empties a field. Refused when another account has the e-mail or telephone. */
export const changeOwnData = async (
  database: Queryable,
  userId: number,
  data: {
    nickName?: string | undefined
    email?: string | null | undefined
    areaCode?: string | null | undefined
    phonenumber?: string | null | undefined
    sex?: Sex | undefined
    introduction?: string | undefined
    language?: Language | undefined
    /** Those that are absent stay. */
    preferences?: Preferences | undefined
  },
): Promise<Rejection | undefined> => {
  const { nickName, email, areaCode, phonenumber, sex, introduction, language, preferences } = data
  const removed = Object.entries(data).flatMap(([field, value]) => (value === null ? [field] : []))
  try {
    await database.query(
      `update platform.users set nick_name = coalesce($2, nick_name), sex = coalesce($6, sex), introduction = coalesce($7, introduction),
         email = case when 'email' = any($9::text[]) then null else coalesce($3, email) end,
         area_code = case when $9::text[] && '{areaCode,phonenumber}' then null else coalesce($4, area_code) end,
         phonenumber = case when 'phonenumber' = any($9::text[]) then null else coalesce($5, phonenumber) end,
         language = coalesce($8, language), preferences = preferences || coalesce($10::jsonb, '{}'), update_time = now()
       where user_id = $1`,
      [userId, nickName, email, areaCode, phonenumber, sex, introduction, language, removed, preferences && JSON.stringify(preferences)],
    )
    return undefined
  } catch (error) {
    return takenName(error)
  }
}

/** Gives a person another picture; returns the file of the previous one. */
export const replaceAvatar = async (database: Queryable, userId: number, fileId: string): Promise<string | null> => {
  const { rows } = await database.query<{ before: string | null }>(
    `update platform.users u set avatar_file = $2 from (select user_id, avatar_file from platform.users where user_id = $1 for update) was
     where u.user_id = was.user_id returning was.avatar_file as before`,
    [userId, fileId],
  )
  return rows[0]?.before ?? null
}

/** Leaves of an account its identifier, its tenant and its times. No password opens it. */
export const eraseUser = async (database: Queryable, userId: number): Promise<void> => {
  await database.query(
    `update platform.users set username = $2, nick_name = null, introduction = null, preferences = '{}', email = null, area_code = null, phonenumber = null,
       sex = '${Sex.enum.notSpecified}', avatar_file = null, dept_id = null, language = null, status = '${InUse.enum.disabled}', remark = null, password_hash = '',
       initial_password_hash = null, must_change_password = false, password_changed_at = null, last_login_at = null,
       last_login_address = null, update_time = now()
     where user_id = $1`,
    [userId, erasedName(userId)],
  )
}

/** The name of an account that was removed. */
export const eraseFormerUser = async (database: Queryable, userId: number): Promise<void> => {
  await database.query('delete from platform.former_users where user_id = $1', [userId])
}
