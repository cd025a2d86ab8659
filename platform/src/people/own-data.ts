import type { Sex, UserType } from '@nightflow/schemas/platform/account-rules'
import type { Preferences } from '@nightflow/schemas/platform/preferences'
import { TenantSettings } from '@nightflow/schemas/platform/tenant'
import type { Language } from '@nightflow/schemas/shared/language'
import { InUse } from '@nightflow/schemas/shared/lists'
import { trialDaysLeft } from '../rules/trial-days.ts'
import type { Queryable } from '../storage/platform-tables.ts'
import { preferencesIn } from './preferences.ts'

/** A person as they see themselves. */
export type OwnData = {
  userId: number
  userName: string
  nickName: string
  avatarFile: string | null
  email: string
  areaCode: string
  phonenumber: string
  sex: Sex
  introduction: string
  deptId: number | null
  deptName: string
  userType: UserType
  createTime: Date
  language: Language | null
  preferences: Preferences
  /** Older than the platform wants passwords to be. */
  isPasswordExpired: boolean
  roles: { roleId: number; roleName: string; roleKey: string; builtIn: boolean }[]
}

export const findOwnData = async (database: Queryable, userId: number): Promise<OwnData | undefined> => {
  const { rows } = await database.query<Omit<OwnData, 'preferences'> & { preferences: unknown }>(
    `select users.user_id::int as "userId", users.username as "userName", coalesce(users.nick_name, users.username) as "nickName",
       users.avatar_file as "avatarFile", coalesce(users.email, '') as email, coalesce(users.area_code, '') as "areaCode",
       coalesce(users.phonenumber, '') as phonenumber, users.sex, coalesce(users.introduction, '') as introduction,
       departments.dept_id::int as "deptId", coalesce(departments.dept_name, '') as "deptName", users.user_type as "userType",
       users.created_at as "createTime", users.language, users.preferences,
       coalesce((select config_value::int > 0 and
           coalesce(users.password_changed_at, users.created_at) < now() - make_interval(days => config_value::int)
         from platform.configuration where config_key = 'sys.account.passwordValidateDays' and config_value ~ '^[0-9]{1,5}$'
           and tenant in (users.tenant, 'platform') order by tenant = users.tenant desc limit 1), false) as "isPasswordExpired",
       coalesce((select json_agg(json_build_object('roleId', roles.role_id, 'roleName', roles.role_name, 'roleKey', roles.role_key,
           'builtIn', roles.built_in)
           order by roles.role_sort, roles.role_id)
         from platform.user_roles join platform.roles on roles.role_id = user_roles.role_id
         where user_roles.user_id = users.user_id and roles.status = '${InUse.enum.enabled}'), '[]') as roles
     from platform.users left join platform.departments on departments.dept_id = users.dept_id
     where users.user_id = $1`,
    [userId],
  )
  return rows[0] && { ...rows[0], preferences: preferencesIn(rows[0].preferences) }
}

/** A tenant as its people see it. */
export type OwnTenant = {
  tenantId: number
  code: string
  tenantName: string
  logoFile: string | null
  kind: 'normal' | 'trial'
  trialDaysLeft: number | null
  timeZone: string
  settings: TenantSettings
}

export const findOwnTenant = async (database: Queryable, code: string): Promise<OwnTenant | undefined> => {
  const { rows } = await database.query<Omit<OwnTenant, 'trialDaysLeft' | 'settings'> & { settings: unknown; createdAt: Date }>(
    `select tenant_id::int as "tenantId", code, name as "tenantName", logo_file as "logoFile", kind, time_zone as "timeZone", settings,
       created_at as "createdAt" from platform.tenants where code = $1`,
    [code],
  )
  if (!rows[0]) return undefined
  const { createdAt, settings, ...tenant } = rows[0]
  return { ...tenant, trialDaysLeft: trialDaysLeft({ kind: tenant.kind, createdAt }), settings: TenantSettings.parse(settings) }
}
