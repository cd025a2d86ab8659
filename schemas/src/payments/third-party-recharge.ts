import { z } from 'zod'
import { InUse } from '../shared/lists.ts'
import { defineResource, editVerbs, logVerbs } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'
import { AmountMinor } from './amounts.ts'

/** Recharges that one key may push in a minute, and wrong keys from one network. */
export const thirdPartyLimits = { perMinute: 120, wrongKeysPerMinute: 10 } as const

const Limit = AmountMinor.max(100_000_000_000)

/** Other companies' systems that take money for a utility, each with a key of its own and its limits. */
export const thirdPartyAccesses = defineResource({
  name: 'thirdPartyAccess',
  texts: 'payments',
  noun: 'access of a third-party platform',
  path: '/prod-api/business/thirdPartyAccess',
  permission: 'payments:thirdParty',
  verbs: [...editVerbs, 'key'],
  id: 'accessId',
  table: 'platform.third_party_accesses',
  scope: 'own',
  fields: {
    accessName: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    /** Of one recharge at most, and of a local day, in hundredths of the currency. */
    limitMinor: { schema: Limit.default(500_000), isLarge: true, isHalf: true },
    dayLimitMinor: { schema: Limit.default(10_000_000), isLarge: true, isHalf: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    /** The first characters of the key, by which people know it. */
    keyStart: { schema: z.string().nullable(), isReadOnly: true },
    keyTime: { schema: Instant.nullable(), isReadOnly: true },
  },
  menu: {
    directory: 'payment',
    place: 80,
    path: 'thirdPartyAccess',
    component: 'payments/third-party-access',
    icon: 'key',
    titles: { en: 'Third-party access', 'zh-CN': '第三方接入', fr: 'Accès tiers', id: 'Akses pihak ketiga' },
    audience: 'tenant',
  },
  screen: {
    columns: ['accessName', 'limitMinor', 'dayLimitMinor', 'status', 'keyStart', 'keyTime', 'createTime'],
    onPhone: ['accessName', 'status', 'keyStart'],
    moreColumns: ['createBy', 'updateBy', 'updateTime'],
    filters: ['accessName', 'status'],
    form: ['accessName', 'limitMinor', 'dayLimitMinor', 'status'],
  },
})

/** Accepted: the money is being booked. Refused: nothing was booked, and the same reference may be sent again. */
export const ThirdPartyStatus = z.enum({ accepted: '0', credited: '1', refused: '2' })
export type ThirdPartyStatus = z.infer<typeof ThirdPartyStatus>

/** Recharges that third-party platforms pushed, one for each of their references. */
export const thirdPartyRecharges = defineResource({
  name: 'thirdPartyRecharge',
  texts: 'payments',
  noun: 'recharge of a third-party platform',
  path: '/prod-api/business/thirdPartyRecharge',
  permission: 'payments:thirdPartyRecharge',
  verbs: logVerbs,
  id: 'recordId',
  table: 'platform.third_party_recharges',
  scope: 'own',
  fields: {
    accessName: { schema: text(50), filter: 'contains' },
    reference: { schema: text(64), filter: 'contains' },
    accountNo: { schema: text(64), filter: 'contains' },
    amountMinor: { schema: AmountMinor, isLarge: true },
    status: { schema: ThirdPartyStatus, filter: 'equals', dictionary: 'third_party_status' },
    reasonCode: { schema: text(64) },
    day: { schema: text(10) },
    createTime: { schema: Instant },
  },
  totals: { fields: ['amountMinor'] },
  menu: {
    directory: 'payment',
    place: 90,
    path: 'thirdPartyRecharge',
    component: 'payments/third-party-recharge',
    icon: 'receipt',
    titles: { en: 'Third-party recharges', 'zh-CN': '第三方充值记录', fr: 'Recharges de tiers', id: 'Isi ulang pihak ketiga' },
    audience: 'tenant',
  },
  screen: {
    columns: ['reference', 'accessName', 'accountNo', 'amountMinor', 'status', 'reasonCode', 'createTime'],
    moreColumns: ['day'],
    filters: ['reference', 'accessName', 'accountNo', 'status', 'createdWithin'],
    onPhone: ['reference', 'accountNo', 'amountMinor', 'status'],
  },
})
