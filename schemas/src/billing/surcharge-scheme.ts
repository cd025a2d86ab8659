import { z } from 'zod'
import { defineResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'
import { ChargingItem, chargingItemsMax, ItemName, RatioBasisPoints, TypedItem } from './charging-item.ts'

export const SchemeStatus = z.enum({ enabled: '0', disabled: '1' })
export type SchemeStatus = z.infer<typeof SchemeStatus>

const SchemeName = text(100).min(1)
const Items = z.array(ChargingItem).min(1).max(chargingItemsMax)

/** Deductions from the payments of the accounts that have the scheme. */
export const surchargeSchemes = defineResource({
  name: 'surchargeScheme',
  texts: 'billing',
  noun: 'surcharge scheme',
  path: '/prod-api/business/surchargeScheme',
  permission: 'billing:surchargeScheme',
  id: 'surchargeSchemeId',
  table: 'views.surcharge_schemes',
  scope: 'own',
  fields: {
    schemeName: { schema: SchemeName, filter: 'contains', isUnique: true },
    status: { schema: SchemeStatus, isReadOnly: true, filter: 'equals', dictionary: 'sys_normal_disable' },
    itemCount: { schema: z.int32(), isReadOnly: true },
    /** Of a payment, all items that take a percentage together. */
    ratioPercent: { schema: z.number(), isReadOnly: true },
    /** An account has it or had it. */
    isUsed: { schema: z.boolean(), isReadOnly: true },
    items: { schema: z.array(TypedItem).min(1).max(chargingItemsMax), isJson: true, isUnsortable: true },
  },
  menu: {
    directory: 'billing',
    place: 50,
    path: 'surchargeSchemes',
    component: 'billing/surcharge-schemes',
    icon: 'list',
    titles: {
      en: 'Surcharge schemes',
      'zh-CN': '附加费方案',
      fr: 'Barèmes de redevances',
      id: 'Skema biaya tambahan',
    },
    audience: 'tenant',
    shows: ['/api/v1/surcharge-schemes'],
  },
  screen: { columns: ['schemeName', 'status', 'itemCount', 'ratioPercent', 'isUsed', 'createTime'] },
})

const schemeId = z.uuid()
const typed = { schemeId, schemeName: SchemeName, items: Items }

export const AddScheme = z.object({ type: z.literal('AddScheme'), ...typed })
/** Other deductions of the accounts that have the scheme: the names of its items that they have too, and the largest share of a payment. */
const beside = z.object({
  names: z.array(ItemName).max(chargingItemsMax),
  ratioBasisPoints: RatioBasisPoints.or(z.literal(0)),
})
export const ChangeScheme = z.object({ type: z.literal('ChangeScheme'), ...typed, beside })
export const RemoveScheme = z.object({ type: z.literal('RemoveScheme'), schemeId })
/** An account is to have the scheme. */
export const UseScheme = z.object({ type: z.literal('UseScheme'), schemeId })
export type SchemeCommand = z.infer<typeof AddScheme | typeof ChangeScheme | typeof RemoveScheme | typeof UseScheme>

const written = z.object({ ...typed, at: Instant })
const named = z.object({ schemeId, at: Instant })

export const surchargeSchemeEventTypes = {
  'billing.SurchargeSchemeAdded': { version: 1, data: written },
  'billing.SurchargeSchemeChanged': { version: 1, data: written },
  'billing.SurchargeSchemeRemoved': { version: 1, data: named },
  'billing.SurchargeSchemeUsed': { version: 1, data: named },
} as const
