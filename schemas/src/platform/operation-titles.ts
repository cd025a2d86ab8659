import type { Texts } from '../shared/language.ts'
import { defaultMenus } from './default-menus.ts'

/** Where the calls of a part of the service begin, and the screen whose title names that part. The first match counts. */
const parts: readonly (readonly [prefix: string, component: string])[] = [
  ['/prod-api/system/user/agentRecharge', 'system/agent/index'],
  ['/prod-api/system/user', 'system/user/index'],
  ['/prod-api/system/role', 'system/role/index'],
  ['/prod-api/system/dept', 'system/dept/index'],
  ['/prod-api/system/region', 'system/region/index'],
  ['/prod-api/system/notice', 'system/notice/index'],
  ['/prod-api/system/menu', 'system/menu/index'],
  ['/prod-api/system/dict', 'system/dict/index'],
  ['/prod-api/system/config', 'system/config/index'],
  ['/prod-api/system/logininfor', 'system/logininfor/index'],
  ['/prod-api/system/carrier', 'tenants/carrier'],
  ['/prod-api/system/thirdParty', 'tenants/third-party'],
  ['/prod-api/system/tenant/settings', 'system/settings/index'],
  ['/prod-api/system/tenant', 'tenants/index'],
  ['/prod-api/report/alarm', 'alarms/index'],
  ['/prod-api/business/cascadeScreen', 'cascadeScreen'],
  ['/prod-api/business/tenantBoard', 'tenants/board'],
  ['/api/v1/gateways', 'gateways/index'],
  ['/api/v1/meters', 'devices/meters'],
  ['/api/v1/partitions', 'leakage/index'],
  ['/api/v1/audit', 'audit/jobs'],
]

const titleOfComponent = new Map(defaultMenus.map(({ key, titles }) => [key, titles]))

/** The parts of the service that the operation log tells apart: where their calls begin, and their names. */
export const operationTitles: readonly { prefix: string; titles: Texts }[] = parts.map(([prefix, component]) => ({
  prefix,
  titles: titleOfComponent.get(component)!,
}))
