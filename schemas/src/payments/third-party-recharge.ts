import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { formatText } from '../shared/format-texts.ts'
import { InUse, RowId } from '../shared/lists.ts'
import { defineResource, editVerbs, logVerbs } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { AccountNo, Instant } from '../shared/values.ts'
import { AmountMinor } from './amounts.ts'

/** Recharges that one key may push in a minute, and wrong keys from one network. */
export const thirdPartyLimits = { perMinute: 120, wrongKeysPerMinute: 10 } as const

const amountMax = 10_000_000_000
const isAmount = (amount: number): boolean => Number.isInteger(Number((amount * 100).toPrecision(15)))
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

export const createThirdPartyKey = endpoint({
  method: 'PUT',
  path: '/prod-api/business/thirdPartyAccess/key/:accessId',
  permission: 'payments:thirdParty:key',
  summary: 'Create a new key of a third-party platform. It is answered once, and the one before ends at once',
  request: z.object({ accessId: RowId }),
  response: z.object({ key: z.string() }),
})

/** The platform's own reference: the same one again is the same recharge. */
const Reference = z.string().regex(/^[\x21-\x7e]{1,64}$/, formatText('platform-reference'))

export const pushThirdPartyRecharge = endpoint({
  method: 'POST',
  path: '/api/v1/third-party-recharges',
  permission: 'public',
  summary:
    'For third-party platforms, by their key in the header X-Api-Key: money that was taken for an account. The same reference again has no further effect; with another account or amount it is refused',
  request: z.object({
    reference: Reference,
    accountNo: AccountNo,
    /** In the currency, with two decimals at most. */
    amount: z.number().min(0.01).max(amountMax).refine(isAmount, formatText('amount')),
    currency: z.string().regex(/^[A-Z]{3}$/),
  }),
  response: z.object({ rechargeId: z.uuid(), isNew: z.boolean() }),
})
