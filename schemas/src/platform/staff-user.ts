import { z } from 'zod'
import { Language } from '../shared/language.ts'
import { InUse, RowId } from '../shared/lists.ts'
import { personalInput } from '../shared/personal.ts'
import { defineResource, editVerbs } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { AreaCode, Email, Phone, Sex, UserName, UserType } from './account-rules.ts'

/** The staff of a tenant. A user name stays what it was when the user was made. */
export const users = defineResource({
  name: 'staff',
  texts: 'platform',
  noun: 'user',
  path: '/prod-api/system/user',
  permission: 'system:user',
  verbs: [...editVerbs, 'import', 'resetPwd', 'erase'],
  id: 'userId',
  table: 'platform.users',
  scope: 'own',
  fields: {
    userName: { schema: personalInput(UserName, 'name'), filter: 'contains', filterMax: 30, isSetOnce: true, isHalf: true },
    nickName: { schema: personalInput(text(20).min(1), 'name'), shown: z.string().nullable(), filter: 'contains', isHalf: true },
    deptId: { schema: RowId.nullable().default(null), shown: z.int().nullable() },
    deptName: { schema: z.string().nullable(), isReadOnly: true, isUnsortable: true },
    /** The department once more, as the back office's clients read it. */
    dept: { schema: z.object({ deptId: z.int(), deptName: z.string() }).nullable(), isReadOnly: true },
    email: { schema: personalInput(Email.nullable().default(null), 'email'), filter: 'contains', filterMax: 100 },
    areaCode: { schema: AreaCode.nullable().default(null), isHalf: true },
    phonenumber: { schema: personalInput(Phone.nullable().default(null), 'telephone'), filter: 'contains', filterMax: 20, isHalf: true },
    sex: { schema: Sex.default(Sex.enum.notSpecified), dictionary: 'sys_user_sex', isHalf: true },
    userType: { schema: UserType, isReadOnly: true, dictionary: 'sys_user_type' },
    language: { schema: Language.nullable().default(null), isHalf: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    remark: { schema: personalInput(lines(100).nullable().default(null), 'other'), shown: z.string().nullable() },
    roleIds: { schema: z.array(RowId).max(50).default([]), shown: z.array(z.int()) },
    /** Names of the roles, in the order of the roles. */
    roleNames: { schema: z.array(z.string()), isReadOnly: true, isUnsortable: true },
    /** The initial password is still in use. */
    mustChangePassword: { schema: z.boolean(), isReadOnly: true },
    loginIp: { schema: z.string().nullable(), isReadOnly: true },
    loginDate: { schema: z.iso.datetime({ offset: true }).nullable(), isReadOnly: true },
  },
  moreFilters: {
    /** Those of this department and of all below it. */
    deptId: RowId.optional(),
    roleId: RowId.optional(),
  },
  matchOfMore: { deptId: 'equals', roleId: 'equals' },
  menu: {
    directory: 'system',
    place: 10,
    path: 'user',
    component: 'system/user/index',
    icon: 'users',
    titles: { en: 'Staff', 'zh-CN': '员工管理', fr: 'Personnel', id: 'Staf' },
  },
  screen: {
    columns: ['userName', 'nickName', 'deptName', 'roleNames', 'phonenumber', 'status', 'loginDate'],
    moreColumns: [
      'email',
      'userType',
      'sex',
      'language',
      'mustChangePassword',
      'loginIp',
      'remark',
      'createBy',
      'createTime',
      'updateBy',
      'updateTime',
    ],
    form: ['userName', 'nickName', 'deptId', 'roleIds', 'areaCode', 'phonenumber', 'email', 'sex', 'status', 'language', 'remark'],
    filters: ['userName', 'nickName', 'phonenumber', 'status', 'createdWithin'],
  },
})
