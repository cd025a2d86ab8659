import { z } from 'zod'
import { Language } from '../shared/language.ts'
import { InUse, madeBy } from '../shared/resource.ts'
import { AreaCode, Email, Phone, UserName, UserType } from './account-rules.ts'

/** A member of staff as lists show them. */
export const StaffRow = z.object({
  userId: z.int(),
  userName: UserName,
  nickName: z.string().nullable(),
  deptId: z.int().nullable(),
  deptName: z.string().nullable(),
  /** The department once more, as the back office's clients read it. */
  dept: z.object({ deptId: z.int(), deptName: z.string() }).nullable(),
  email: Email.nullable(),
  areaCode: AreaCode.nullable(),
  phonenumber: Phone.nullable(),
  sex: z.enum(['0', '1', '2']),
  userType: UserType,
  status: InUse,
  language: Language.nullable(),
  roleIds: z.array(z.int()),
  /** Names of the roles, in the order of the roles. */
  roleNames: z.array(z.string()),
  /** The initial password is still in use. */
  mustChangePassword: z.boolean(),
  loginIp: z.string().nullable(),
  loginDate: z.iso.datetime({ offset: true }).nullable(),
  remark: z.string().nullable(),
  ...madeBy,
})
export type StaffRow = z.infer<typeof StaffRow>
