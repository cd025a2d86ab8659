import { registers } from '@nightflow/schemas/platform/registers'
import { IconUserDollar } from '@tabler/icons-react'
import { defineResource } from '#ui/define-resource.tsx'

/** Agents are made and changed as staff; here they are found. */
export const agentResource = defineResource({
  register: registers.agents,
  texts: 'administration',
  name: 'agent',
  icon: IconUserDollar,
  title: (row) => row.userName,
  columns: ['userName', 'nickName', 'phonenumber', 'status', 'createTime'],
  filters: ['userName', 'nickName', 'phonenumber'],
  dictionaries: { status: 'sys_normal_disable' },
})
