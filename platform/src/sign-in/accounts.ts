import type { UserType } from '@nightflow/schemas/platform/account-rules'
import { phoneForm } from '@nightflow/schemas/platform/phone-number'
import type { Language } from '@nightflow/schemas/shared/language'
import { InUse } from '@nightflow/schemas/shared/lists'
import { isTrialOver } from '../rules/trial-days.ts'
import type { Queryable } from '../storage/platform-tables.ts'

/** Fields of an account for sign-in and messages. It holds the password's hash, which requests may not read. */
export type Account = {
  userId: number
  tenant: string
  username: string
  userType: UserType
  passwordHash: string
  initialPasswordHash: string | null
  mustChangePassword: boolean
  /** The person or the whole tenant is out of use. */
  isDisabled: boolean
  isTrialOver: boolean
  email: string | null
  areaCode: string | null
  phonenumber: string | null
  language: Language | null
}

const selection = `
  select users.user_id::int as "userId", users.tenant, users.username, users.user_type as "userType", users.password_hash as "passwordHash",
    users.initial_password_hash as "initialPasswordHash", users.must_change_password as "mustChangePassword",
    users.status = '${InUse.enum.disabled}' or tenants.status = '${InUse.enum.disabled}' as "isDisabled",
    ${isTrialOver('tenants')} as "isTrialOver",
    users.email, users.area_code as "areaCode", users.phonenumber, users.language
  from platform.users join platform.tenants on tenants.code = users.tenant`

/** An e-mail address has an at sign, a telephone number digits alone, and a user name begins with a letter: none can be taken for another. */
export type SignInName = { name: string; areaCode?: string | undefined }

/** The account that a sign-in name belongs to; names no tenant, because each name is one person's in the whole service. */
export const findAccount = async (database: Queryable, { name, areaCode }: SignInName): Promise<Account | undefined> => {
  if (name.includes('@')) return first(database, `${selection} where lower(users.email) = lower($1)`, [name])
  if (/^\d+$/.test(name)) return findByPhone(database, name, areaCode)
  return first(database, `${selection} where lower(users.username) = lower($1)`, [name])
}

/** Without an area code the number counts where only one person has it. */
const findByPhone = async (database: Queryable, phone: string, areaCode: string | undefined): Promise<Account | undefined> => {
  const { rows } = await database.query<Account>(
    `${selection} where users.phonenumber in ($1, $3) and ($2::text is null or coalesce(users.area_code, $2) = $2)
     order by users.area_code nulls last limit 2`,
    [phone, areaCode ?? null, (areaCode && phoneForm(areaCode, phone)?.phonenumber) || phone],
  )
  return areaCode !== undefined || rows.length === 1 ? rows[0] : undefined
}

export const findAccountById = (database: Queryable, userId: number): Promise<Account | undefined> =>
  first(database, `${selection} where users.user_id = $1`, [userId])

const first = async (database: Queryable, sql: string, parameters: unknown[]): Promise<Account | undefined> =>
  (await database.query<Account>(sql, parameters)).rows[0]
