import { InUse, YesNo } from '../shared/lists.ts'
import { defineResource, editVerbs } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'

/** Classes of customers, which prices, reports and meter moves distinguish. */
export const customerTypes = defineResource({
  name: 'customerType',
  texts: 'platform',
  noun: 'customer type',
  path: '/prod-api/business/customerType',
  permission: 'customers:customerType',
  verbs: [...editVerbs, 'import'],
  id: 'customerTypeId',
  table: 'platform.customer_types',
  scope: 'own',
  fields: {
    customerTypeName: { schema: text(49).min(1), filter: 'contains', isUnique: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
    remark: { schema: lines(100).nullable().default(null) },
    /** Such customers have no hour without flow, so no leak is sought behind their meters. */
    usesWaterAtNight: { schema: YesNo.default(YesNo.enum.no), dictionary: 'sys_yes_no', isHalf: true },
  },
  menu: {
    directory: 'customer',
    place: 20,
    path: 'customerType',
    component: 'customers/customer-type',
    icon: 'list',
    titles: { en: 'Customer types', 'zh-CN': '用户类型', fr: 'Types d’abonnés', id: 'Jenis pelanggan' },
    audience: 'tenant',
  },
})
