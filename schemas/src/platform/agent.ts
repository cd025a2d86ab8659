import { z } from 'zod'
import { readOnlyResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'
import { StaffRow } from './staff-row.ts'

const { find: _, ...listed } = readOnlyResource({
  path: '/prod-api/system/agent',
  permission: 'system:agent',
  noun: 'agent',
  id: 'userId',
  dictionaries: { status: 'sys_normal_disable' },
  row: StaffRow.pick({
    userId: true,
    userName: true,
    nickName: true,
    areaCode: true,
    phonenumber: true,
    status: true,
    createTime: true,
  }).extend({
    /** What the agent has, and was ever given, in hundredths of the tenant's currency. */
    balanceMinor: z.int(),
    rechargedMinor: z.int(),
    recharges: z.int(),
    lastRechargedAt: Instant.nullable(),
  }),
  filter: { userName: text(30).optional(), nickName: text(20).optional(), phonenumber: text(20).optional() },
})

/** People who sell on behalf of the utility: the users who hold a role of the type agent. They are made and changed as users. */
export const agents = listed
