import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { Language } from '../shared/language.ts'
import { RowId } from '../shared/lists.ts'
import { lines } from '../shared/text.ts'
import { Instant, TenantCode, TimeZone } from '../shared/values.ts'
import { SealedPassword, Sex, UserType } from './account-rules.ts'
import { DateForm } from './date-form.ts'
import { MapSettings } from './map-settings.ts'
import { Preferences } from './preferences.ts'
import { AccountNoGenMode } from './tenant.ts'

/** Calls of a signed-in person about themselves. */

const SessionUser = z.object({
  userId: z.int(),
  userName: z.string(),
  /** The user name once more, as the back office's clients keep it. */
  name: z.string(),
  nickName: z.string(),
  tenantId: z.int(),
  /** Of the first role; null and empty for a person without roles. */
  roleId: z.int().nullable(),
  roleKey: z.string(),
  /** Address of the picture, empty while there is none. */
  avatar: z.string(),
  email: z.string(),
  areaCode: z.string(),
  phonenumber: z.string(),
  sex: Sex,
  introduction: z.string(),
  deptId: z.int().nullable(),
  deptName: z.string(),
  dept: z.object({ deptId: z.int(), deptName: z.string() }).nullable(),
  userType: UserType,
  createTime: Instant,
  language: Language.nullable(),
  country: z.string(),
  currencyUnit: z.string(),
  /** `longitude,latitude` of the map's centre. */
  lngLat: z.string(),
  roles: z.array(z.object({ roleId: z.int(), roleName: z.string(), roleKey: z.string() })),
})

const SessionTenant = z.object({
  tenantId: z.int(),
  code: TenantCode,
  tenantName: z.string(),
  /** Address of the logo, empty while there is none. */
  logoUrl: z.string(),
  kind: z.enum(['normal', 'trial']),
  /** Whole days that a trial has left, 180 less those since it began, never below zero; null for others. */
  trialDaysLeft: z.int().nullable(),
  timeZone: TimeZone,
  country: z.string(),
  currencyUnit: z.string(),
  dateForm: DateForm,
  themeColour: z.string(),
  map: MapSettings,
  mapCentre: z.object({ longitude: z.number(), latitude: z.number(), zoom: z.number() }),
  accountNoGenMode: AccountNoGenMode,
})

export const anyCharacters = '0'

export const SessionInfo = z.object({
  user: SessionUser,
  tenant: SessionTenant,
  /** Keys of roles; `ROLE_DEFAULT` when there is none. */
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /** The initial password is still in use: it must be changed before anything else. */
  isDefaultModifyPwd: z.boolean(),
  isPasswordExpired: z.boolean(),
  preferences: Preferences,
  /** Which characters a password must have, in the words of the back office's clients: any. The service has rules of its own. */
  pwdChrtype: z.literal(anyCharacters),
  /** Set while an operator of the platform visits a tenant. */
  visit: z.object({ homeTenant: TenantCode, reason: z.string(), endsAt: Instant }).nullable(),
})
export type SessionInfo = z.infer<typeof SessionInfo>

export const findInfo = endpoint({
  method: 'GET',
  path: '/prod-api/system/user/getInfo',
  permission: 'signed-in',
  summary: 'Who am I, in which tenant, and what may I do',
  envelope: 'top',
  request: z.object({}),
  response: SessionInfo,
})

export const findOwnTenant = endpoint({
  method: 'GET',
  path: '/prod-api/system/user/getTenant',
  permission: 'signed-in',
  summary: 'Name and logo of my tenant',
  request: z.object({}),
  response: SessionTenant,
})

/** One entry of the menu, as clients of the back office build their routes from it. Absent is absent, never null. */
export type RouterEntry = {
  name?: string
  path: string
  hidden?: boolean
  redirect?: string
  component?: string
  query?: string
  alwaysShow?: boolean
  meta?: { title: string; icon?: string; noCache?: boolean; link?: string; activeMenu?: string }
  children?: RouterEntry[]
}
export const RouterEntry: z.ZodType<RouterEntry> = z.lazy(() =>
  z.object({
    name: z.string().optional(),
    path: z.string(),
    hidden: z.boolean().optional(),
    redirect: z.string().optional(),
    component: z.string().optional(),
    query: z.string().optional(),
    alwaysShow: z.boolean().optional(),
    meta: z
      .object({
        title: z.string(),
        icon: z.string().optional(),
        noCache: z.boolean().optional(),
        link: z.string().optional(),
        activeMenu: z.string().optional(),
      })
      .optional(),
    children: z.array(RouterEntry).optional(),
  }),
) as z.ZodType<RouterEntry>

export const findRouters = endpoint({
  method: 'GET',
  path: '/prod-api/system/menu/getRouters',
  permission: 'signed-in',
  summary: 'The menu that I may see, titles in the reader’s language',
  request: z.object({}),
  response: z.array(RouterEntry),
})

export const updateLanguage = endpoint({
  method: 'PUT',
  path: '/prod-api/system/user/updateLanguage',
  permission: 'signed-in',
  summary: 'Keep my language',
  request: z.object({ language: Language, userId: RowId.optional() }),
  response: z.object({}),
})

export const findProfile = endpoint({
  method: 'GET',
  path: '/prod-api/system/user/profile',
  permission: 'signed-in',
  summary: 'My profile, with my roles in words',
  envelope: 'top',
  request: z.object({}),
  response: z.object({ data: SessionUser, roleGroup: z.string(), postGroup: z.string() }),
})

/** Old and new password travel sealed, in the query as the back office's clients send them, or in the body. */
export const changeOwnPassword = endpoint({
  method: 'PUT',
  path: '/prod-api/system/user/profile/updatePwd',
  permission: 'signed-in',
  summary: 'Change my password; every session of mine ends',
  request: z.object({ userId: RowId.optional(), oldPassword: SealedPassword, newPassword: SealedPassword }),
  response: z.object({}),
})

/** A client that locked its screen checks whether the person at it is the one who signed in. */
export const unlockScreen = endpoint({
  method: 'POST',
  path: '/prod-api/auth/unlockscreen',
  permission: 'signed-in',
  summary: 'Check my password, encrypted; failures count like those of signing in',
  request: z.object({ password: SealedPassword }),
  response: z.object({}),
})

/** For a person who still has the initial password; besides reading their profile, the only call open to them. */
export const replaceInitialPassword = endpoint({
  method: 'PUT',
  path: '/prod-api/system/user/forceResetPwd',
  permission: 'signed-in',
  summary: 'Replace the initial password; sign in again afterwards',
  request: z.object({ userId: RowId.optional(), password: SealedPassword }),
  response: z.object({}),
})

export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/prod-api/system/user/profile/avatar',
  permission: 'signed-in',
  summary: 'My picture: PNG or JPEG, 5 MB at most',
  envelope: 'top',
  upload: 'avatarfile',
  request: z.object({}),
  response: z.object({ imgUrl: z.string() }),
})

/** Visits are explicit, expire, and are in the log of visits and in the operation log of the visited tenant. */
export const visitTenant = endpoint({
  method: 'POST',
  path: '/prod-api/system/tenant/visit',
  permission: 'platform:tenant:visit',
  summary: 'See a tenant as its administrator does, for at most two hours',
  request: z.object({ code: TenantCode, reason: lines(200).min(3), minutes: z.int().min(5).max(120).default(30) }),
  response: z.object({ access_token: z.string(), expires_in: z.int() }),
})

export const endVisit = endpoint({
  method: 'DELETE',
  path: '/prod-api/system/tenant/visit',
  permission: 'signed-in',
  summary: 'Leave the visited tenant; answers a token of the operator’s own',
  request: z.object({}),
  response: z.object({ access_token: z.string(), expires_in: z.int() }),
})
