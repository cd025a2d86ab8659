import { z } from 'zod'
import { defineResource } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { AccountNo, Instant } from '../shared/values.ts'
import { ChargingItem, chargingItemsMax, FeeType, ItemName, typedItem } from './charging-item.ts'
import { CumulativeLitres } from './deduction.ts'
import { RestMinor } from './money.ts'

/** Charging items of one account, beside those of its scheme. */
export const personalSurcharges = defineResource({
  name: 'personalSurcharge',
  texts: 'billing',
  noun: 'personal surcharge',
  path: '/prod-api/business/personalSurcharge',
  permission: 'billing:personalSurcharge',
  id: 'personalSurchargeId',
  table: 'views.personal_surcharges',
  scope: 'own',
  fields: {
    accountNo: { schema: AccountNo, filter: 'contains', isSetOnce: true },
    itemName: { schema: typedItem.itemName, filter: 'contains', isSetOnce: true },
    feeType: { schema: FeeType, isReadOnly: true, dictionary: 'fee_type' },
    method: { schema: typedItem.method, filter: 'equals', dictionary: 'deduction_method', isHalf: true },
    enabledDate: { schema: typedItem.enabledDate, shown: text(10), isHalf: true },
    ratioPercent: { schema: typedItem.ratioPercent, isHalf: true },
    amount: { schema: typedItem.amount, isHalf: true },
    frequency: { schema: typedItem.frequency, dictionary: 'deduction_frequency', isHalf: true },
    vatRate: { schema: typedItem.vatRate, isHalf: true },
    takenFrom: { schema: typedItem.takenFrom, filter: 'equals', dictionary: 'charge_source', isHalf: true },
    lastSettlementDate: { schema: text(10).nullable(), isReadOnly: true },
    cumulativeLitres: { schema: CumulativeLitres, isReadOnly: true, isLarge: true },
    lastDeductionMinor: { schema: RestMinor.nullable(), isReadOnly: true, isLarge: true },
    lastDeductionAt: { schema: Instant.nullable(), isReadOnly: true },
  },
  menu: {
    directory: 'billing',
    place: 60,
    path: 'personalSurcharges',
    component: 'billing/personal-surcharges',
    icon: 'user-dollar',
    titles: {
      en: 'Personal surcharges',
      'zh-CN': '个人附加费',
      fr: 'Redevances de l’abonnement',
      id: 'Biaya tambahan pelanggan',
    },
    audience: 'tenant',
    shows: ['/api/v1/personal-surcharges', '/prod-api/business/accountCharges'],
  },
  screen: {
    columns: [
      'accountNo',
      'itemName',
      'method',
      'enabledDate',
      'ratioPercent',
      'amount',
      'frequency',
      'takenFrom',
      'lastSettlementDate',
      'cumulativeLitres',
      'lastDeductionMinor',
      'lastDeductionAt',
    ],
    moreColumns: ['feeType', 'vatRate', 'createTime', 'createBy'],
    filters: ['accountNo', 'itemName', 'method'],
  },
})

const account = { accountNo: AccountNo }
/** The items of the account's scheme as they are now: what is unique and what is at most 100 % counts them too. */
const schemeItems = z.array(ChargingItem).max(chargingItemsMax)

export const AddPersonalSurcharge = z.object({ type: z.literal('AddPersonalSurcharge'), ...account, item: ChargingItem, schemeItems })
export const ChangePersonalSurcharge = z.object({ type: z.literal('ChangePersonalSurcharge'), ...account, item: ChargingItem, schemeItems })
export const RemovePersonalSurcharge = z.object({ type: z.literal('RemovePersonalSurcharge'), ...account, itemName: ItemName })
/** Without a scheme nothing but the account's own items and debts is taken. */
export const AssignSurchargeScheme = z.object({
  type: z.literal('AssignSurchargeScheme'),
  ...account,
  schemeId: z.uuid().nullable(),
  schemeItems,
})
export type PersonalSurchargeCommand = z.infer<
  typeof AddPersonalSurcharge | typeof ChangePersonalSurcharge | typeof RemovePersonalSurcharge | typeof AssignSurchargeScheme
>

const written = z.object({ ...account, ...ChargingItem.shape, at: Instant })

export const personalSurchargeEventTypes = {
  'billing.PersonalSurchargeAdded': { version: 1, data: written },
  'billing.PersonalSurchargeChanged': { version: 1, data: written },
  'billing.PersonalSurchargeRemoved': { version: 1, data: z.object({ ...account, itemName: ItemName, at: Instant }) },
  'billing.SurchargeSchemeAssigned': { version: 1, data: z.object({ ...account, schemeId: z.uuid().nullable(), at: Instant }) },
} as const
