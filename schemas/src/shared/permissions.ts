import { z } from 'zod'
import { resources } from '../resources.ts'
import { everything } from './everything.ts'

const of = <const Thing extends string, const Verbs extends readonly string[]>(thing: Thing, ...verbs: Verbs) =>
  verbs.map((verb) => `${thing}:${verb}` as `${Thing}:${Verbs[number]}`)

/**
 * A permission is `context:thing:verb`. An endpoint names one, a menu entry or button carries one, a role is a set of them.
 * Those that begin with `platform:` belong to the operators of the platform alone, whatever a tenant's role says.
 */
const ownPermissions = [
  'metering:readings:read',
  ...of('metering:consumption', 'review', 'configure'),
  'metering:manualReading:take',
  'metering:walkBy:plan',
  'metering:health:configure',
  ...of('metering:import', 'list', 'declare', 'withdraw'),
  'devices:meter:read',
  'devices:meter:register',
  'devices:meter:replace',
  'devices:meter:edit',
  'devices:meter:correct',
  'devices:meter:life',
  'devices:valve:operate',
  'devices:valve:emergency',
  'devices:meterKey:update',
  'devices:gateway:manage',
  'leakage:partition:read',
  'leakage:partition:manage',
  'audit:log:read',
  'audit:personal:reveal',
  'audit:replay:run',
  'dashboard:figures:read',
  ...of('alarms:alarm', 'read', 'process'),
  ...of('customers:account', 'list', 'query', 'add', 'edit', 'link', 'freeze', 'transfer', 'cancel', 'attach', 'import', 'export'),
  'customers:leakNotice:send',
  ...of('privacy:person', 'list', 'erase'),
  ...of('system:tenantSettings', 'query', 'edit'),
  'agents:desk:sell',
  'platform:dashboard:read',
  ...of('platform:meterMove', 'list', 'add'),
] as const

type OfResources = (typeof resources)[keyof typeof resources]['permissions'][number]

/** Every permission of the service: those of calls that belong to no resource, and the verbs of each resource. */
export const permissions: readonly ((typeof ownPermissions)[number] | OfResources)[] = [
  ...new Set([...ownPermissions, ...Object.values(resources).flatMap((resource): readonly OfResources[] => resource.permissions)]),
]

export const Permission = z.enum(permissions)
export type Permission = z.infer<typeof Permission>

/** The roles that every tenant starts with; `operator` exists in the platform's own tenant. A tenant adds its own beside them. */
export const Role = z.enum(['analyst', 'clerk', 'agent', 'trial', 'admin', 'operator'])
export type Role = z.infer<typeof Role>

const analyst = [
  'metering:readings:read',
  'devices:meter:read',
  'leakage:partition:read',
  'audit:log:read',
  'dashboard:figures:read',
  'alarms:alarm:read',
  ...of('leakage:annotation', 'list', 'query', 'add', 'edit', 'remove'),
  ...of('work-orders:leakCase', 'list', 'query', 'add', 'process'),
  ...of('work-orders:workOrder', 'list', 'query'),
] as const satisfies readonly Permission[]

/** Permissions of each built-in role on its first day; tenants change it in the role's settings. `admin` and `operator` hold everything. */
export const permissionsOfRole: Record<Role, readonly (Permission | typeof everything)[]> = {
  analyst,
  clerk: [
    'metering:readings:read',
    'metering:consumption:review',
    'metering:manualReading:take',
    'metering:walkBy:plan',
    'devices:meter:read',
    'dashboard:figures:read',
    'alarms:alarm:read',
    'alarms:alarm:process',
    ...of('work-orders:workOrder', 'list', 'query', 'add', 'assign', 'process'),
    ...of('work-orders:leakCase', 'list', 'query'),
    ...of('work-orders:publicRequest', 'list', 'query', 'process'),
    ...of('customers:account', 'list', 'query', 'add', 'edit', 'link', 'freeze', 'transfer', 'cancel', 'attach', 'import'),
    'customers:leakNotice:send',
    'customers:customerType:list',
    'billing:priceScheme:list',
    'billing:priceScheme:query',
    'billing:surchargeScheme:list',
    'billing:surchargeScheme:query',
    ...of('billing:personalSurcharge', 'list', 'query', 'add', 'edit', 'remove'),
    ...of('billing:debt', 'list', 'query', 'add', 'plan', 'pay'),
    'billing:debtRecord:list',
    'billing:debtRecord:query',
    ...of('billing:deduction', 'list', 'query', 'add'),
    ...of('billing:bill', 'list', 'query', 'add', 'plan', 'remind'),
    ...of('billing:heldBill', 'list', 'query', 'issue'),
    ...of('billing:payment', 'list', 'query', 'add'),
    ...of('billing:recharge', 'list', 'query'),
    ...of('billing:burnDown', 'list', 'query'),
    ...of('billing:transaction', 'list', 'query'),
    ...of('billing:bankStatement', 'list', 'query'),
    ...of('billing:bankEntry', 'list', 'query', 'assign'),
    ...of('prepaid:token', 'list', 'query', 'sell', 'decode', 'refund'),
    ...of('prepaid:stsMeter', 'list', 'query'),
    ...of('prepaid:stsRefund', 'list', 'query'),
    ...of('payments:order', 'list', 'query', 'add'),
    ...of('payments:reconciliation', 'list', 'query'),
    ...of('cards:card', 'list', 'query', 'desk', 'make', 'recharge', 'replace', 'recycle', 'lose'),
    ...of('cards:cardRecord', 'list', 'query'),
    ...of('cards:systemCard', 'list', 'query'),
    'system:notice:list',
    'system:notice:query',
    'system:region:list',
    'system:region:query',
  ],
  agent: ['agents:desk:sell', 'system:notice:list', 'system:notice:query'],
  trial: [...analyst, 'alarms:alarm:process', 'leakage:partition:manage', 'devices:meter:register', 'devices:valve:operate'],
  admin: [everything],
  operator: [everything],
}
