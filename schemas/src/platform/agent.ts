import { z } from 'zod'
import { defineResource } from '../shared/resource.ts'
import { Instant } from '../shared/values.ts'
import { StaffRow } from './staff-row.ts'

const { userName, nickName, areaCode, phonenumber, status, createTime } = StaffRow.shape

/** People who sell on behalf of the utility: the users who hold a role of the type agent. They are made and changed as users. */
export const agents = defineResource({
  name: 'agent',
  texts: 'platform',
  noun: 'agent',
  path: '/prod-api/system/agent',
  permission: 'system:agent',
  verbs: ['list', 'recharge', 'configure', 'payout', 'settle'],
  id: 'userId',
  table: 'platform.users',
  scope: 'own',
  fields: {
    userName: { schema: userName, filter: 'contains', filterMax: 30 },
    nickName: { schema: nickName, filter: 'contains', filterMax: 20 },
    areaCode: { schema: areaCode },
    phonenumber: { schema: phonenumber, filter: 'contains', filterMax: 20 },
    status: { schema: status, dictionary: 'sys_normal_disable' },
    createTime: { schema: createTime },
    /** Balance of the agent, and the sum of all recharges, in hundredths of the tenant's currency. */
    balanceMinor: { schema: z.int(), isUnsortable: true },
    rechargedMinor: { schema: z.int(), isUnsortable: true },
    recharges: { schema: z.int(), isUnsortable: true },
    lastRechargedAt: { schema: Instant.nullable(), isUnsortable: true },
    /** How far the balance may go below zero, what is held for sales on their way, and what is left to sell with. */
    ceilingMinor: { schema: z.int(), isUnsortable: true },
    heldMinor: { schema: z.int(), isUnsortable: true },
    availableMinor: { schema: z.int(), isUnsortable: true },
    saleLimitMinor: { schema: z.int(), isUnsortable: true },
    dayLimitMinor: { schema: z.int(), isUnsortable: true },
    /** Hundredths of a percent of a sale. */
    commissionBasisPoints: { schema: z.int(), isUnsortable: true },
    soldMinor: { schema: z.int(), isUnsortable: true },
    sales: { schema: z.int(), isUnsortable: true },
    /** Commission that was earned and is not paid. */
    unpaidMinor: { schema: z.int(), isUnsortable: true },
    settlements: { schema: z.int(), isUnsortable: true },
  },
  menu: {
    directory: 'system',
    place: 50,
    path: 'agent',
    component: 'system/agent/index',
    icon: 'user-dollar',
    titles: { en: 'Agents', 'zh-CN': '代理商', fr: 'Agents', id: 'Agen' },
    shows: ['/api/v1/agents', '/prod-api/system/user/agentRecharge'],
  },
  screen: {
    columns: ['nickName', 'userName', 'status', 'balanceMinor', 'availableMinor', 'sales', 'soldMinor', 'unpaidMinor', 'lastRechargedAt'],
    moreColumns: [
      ...(['phonenumber', 'heldMinor', 'rechargedMinor', 'recharges', 'ceilingMinor', 'saleLimitMinor', 'dayLimitMinor'] as const),
      ...(['settlements', 'createTime'] as const),
    ],
    onPhone: ['nickName', 'balanceMinor', 'unpaidMinor', 'status'],
    filters: ['userName', 'nickName', 'phonenumber'],
  },
})
