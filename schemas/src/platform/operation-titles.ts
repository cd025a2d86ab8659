import { resources } from '../resources.ts'
import type { Texts } from '../shared/language.ts'
import type { MenuPlace } from '../shared/resource.ts'
import { defaultMenus } from './default-menus.ts'

/** Prefixes of calls that belong to no resource, or to more than one, and the screen whose title names that part of the service. */
const otherParts: readonly (readonly [prefix: string, component: string])[] = [
  ['/prod-api/system/user/agentRecharge', 'system/agent/index'],
  ['/prod-api/system/dict', 'system/dict/index'],
  ['/prod-api/system/tenant/settings', 'system/settings/index'],
  ['/prod-api/report/alarm', 'alarms/index'],
  ['/prod-api/business/customer', 'customers/accounts'],
  ['/prod-api/business/cascadeScreen', 'cascadeScreen'],
  ['/prod-api/business/tenantBoard', 'tenants/board'],
  ['/api/v1/gateways', 'gateways/index'],
  ['/api/v1/meters', 'devices/meters'],
  ['/api/v1/partitions', 'leakage/index'],
  ['/api/v1/audit', 'audit/jobs'],
  ['/api/v1/audit/events', 'audit/events'],
  ['/api/v1/persons', 'privacy/persons'],
]

const partsOfResources = Object.values(resources).flatMap(({ path, menu }: { path: string; menu?: MenuPlace }) =>
  menu ? [[path, menu.component] as const] : [],
)

/** The first match counts, so the longest prefix comes first. */
const parts = [...otherParts, ...partsOfResources].toSorted(([one], [other]) => other.length - one.length)

const titleOfComponent = new Map(defaultMenus.map(({ key, titles }) => [key, titles]))

/** The parts of the service that the operation log distinguishes: where their calls begin, and their names. */
export const operationTitles: readonly { prefix: string; titles: Texts }[] = parts.map(([prefix, component]) => ({
  prefix,
  titles: titleOfComponent.get(component)!,
}))
