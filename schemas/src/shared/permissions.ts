import { z } from 'zod'

/** Every permission of the service. An endpoint names one; a role is a set of them. */
export const permissions = [
  'metering:readings:read',
  'devices:meter:read',
  'devices:meter:register',
  'devices:meter:replace',
  'devices:valve:operate',
  'leakage:partition:read',
  'leakage:partition:manage',
  'audit:log:read',
  'audit:replay:run',
  'platform:gateway:manage',
] as const

export const Permission = z.enum(permissions)
export type Permission = z.infer<typeof Permission>

export const Role = z.enum(['analyst', 'admin', 'operator'])
export type Role = z.infer<typeof Role>

/** What each built-in role may do. `operator` runs the platform; `admin` runs one utility; `analyst` finds leakage. */
export const permissionsOfRole: Record<Role, readonly Permission[]> = {
  analyst: ['metering:readings:read', 'devices:meter:read', 'leakage:partition:read', 'audit:log:read'],
  admin: permissions,
  operator: permissions,
}
