import { z } from 'zod'
import { InUse, madeBy } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { placeInTree, treeResource, updateSort } from '../shared/tree-resource.ts'
import { Email } from './account-rules.ts'

export const DepartmentName = text(20).min(1)

const written = {
  deptName: DepartmentName,
  ...placeInTree,
  leader: text(20).nullable(),
  phone: text(20).nullable(),
  email: Email.nullable(),
  status: InUse,
}

const path = '/prod-api/system/dept'

const registered = treeResource({
  path,
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
  filter: { deptName: text(20).optional(), status: InUse.optional() },
})

export const departments = { ...registered, updateSort: updateSort(path, 'system:dept:edit', 'deptIds') }
