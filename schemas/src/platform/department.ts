import { z } from 'zod'
import { InUse, madeBy } from '../shared/register.ts'
import { placeInTree, treeRegister } from '../shared/tree-register.ts'
import { Email } from './account-rules.ts'

export const DepartmentName = z.string().trim().min(1).max(20)

const written = {
  deptName: DepartmentName,
  ...placeInTree,
  leader: z.string().trim().max(20).nullable(),
  phone: z.string().trim().max(20).nullable(),
  email: Email.nullable(),
  status: InUse,
}

export const departments = treeRegister({
  path: '/prod-api/system/dept',
  permission: 'system:dept',
  noun: 'department',
  id: 'deptId',
  dictionaries: { status: 'sys_normal_disable' },
  row: z.object({ deptId: z.int(), ...written, ...madeBy }),
  form: z.object({
    ...written,
    leader: written.leader.default(null),
    phone: written.phone.default(null),
    email: written.email.default(null),
    status: InUse.default('0'),
  }),
  filter: { deptName: z.string().max(20).optional(), status: InUse.optional() },
})
