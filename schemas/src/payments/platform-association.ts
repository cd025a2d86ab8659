import { z } from 'zod'
import { InUse, YesNo } from '../shared/lists.ts'
import { defineResource, editVerbs } from '../shared/resource.ts'
import { text } from '../shared/text.ts'
import { RestMinor } from './amounts.ts'
import { HttpAddress, PlatformType } from './payment-platform.ts'

/** The name under which a utility offers a platform to its customers, its fee, and the addresses of callbacks. */
export const platformAssociations = defineResource({
  name: 'platformAssociation',
  texts: 'payments',
  noun: 'platform association',
  path: '/prod-api/business/platformAssociation',
  permission: 'payments:association',
  verbs: editVerbs,
  id: 'associationId',
  table: 'platform.platform_associations',
  scope: 'own',
  fields: {
    tenantPlatformName: { schema: text(50).min(1), filter: 'contains', isUnique: true },
    platformId: { schema: z.int().positive().max(Number.MAX_SAFE_INTEGER), isLarge: true },
    platformName: { schema: z.string(), isReadOnly: true, isComputed: true, isUnsortable: true },
    platformType: {
      schema: PlatformType,
      isReadOnly: true,
      isComputed: true,
      isUnsortable: true,
      dictionary: 'payment_platform_type',
    },
    /** Hundredths of a percent of what is paid. */
    feeBasisPoints: { schema: z.int().min(0).max(10_000).default(0), isHalf: true },
    /** The fee of one order at most, in hundredths of the currency; zero for no limit. */
    maxFeeMinor: { schema: RestMinor.default(0), isLarge: true, isHalf: true },
    /** Where the customer comes back to after paying. */
    thirdPartyCallbackAddress: { schema: HttpAddress, shown: z.string() },
    /** The public address of this service, before the path. */
    systemCallbackAddress: { schema: HttpAddress, shown: z.string() },
    /** The path that the platform calls; its last part is a secret of this association. */
    callbackPath: { schema: text(100), isReadOnly: true },
    /** An amount below that of the order is taken as a part, or waits for a person. */
    takesPartial: { schema: YesNo.default(YesNo.enum.no), dictionary: 'sys_yes_no', isHalf: true },
    status: { schema: InUse.default(InUse.enum.enabled), filter: 'equals', dictionary: 'sys_normal_disable', isHalf: true },
  },
  menu: {
    directory: 'payment',
    place: 30,
    path: 'platformAssociation',
    component: 'payments/platform-association',
    icon: 'plug',
    titles: { en: 'Platform associations', 'zh-CN': '平台关联', fr: 'Associations de plateformes', id: 'Kaitan platform' },
    audience: 'tenant',
  },
  screen: {
    columns: [
      'tenantPlatformName',
      'platformName',
      'feeBasisPoints',
      'maxFeeMinor',
      'takesPartial',
      'status',
      'callbackPath',
      'createTime',
    ],
    onPhone: ['tenantPlatformName', 'platformName', 'feeBasisPoints', 'status'],
    moreColumns: ['systemCallbackAddress', 'thirdPartyCallbackAddress', 'createBy', 'updateBy', 'updateTime'],
    filters: ['tenantPlatformName', 'status'],
    form: [
      'tenantPlatformName',
      'platformId',
      'feeBasisPoints',
      'maxFeeMinor',
      'systemCallbackAddress',
      'thirdPartyCallbackAddress',
      'takesPartial',
      'status',
    ],
  },
})
