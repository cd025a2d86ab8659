import { everything } from './everything.ts'
import type { Permission } from './permissions.ts'

// Apart from the list of permissions, which needs the declaration of every resource: the first screen of the browser has this rule without them.

/** The tenant of the platform's own operators; its code is reserved. */
export const platformTenant = 'platform'

export const isOfPlatform = (permission: Permission): boolean => permission.startsWith('platform:')

/** Platform permissions of operators in a tenant that they visit. */
export const visitPermissions: readonly Permission[] = ['platform:outbox:list', 'platform:outbox:query']

/** The tenant that a person is in, and whether as an operator who visits it. */
export type Place = { tenant: string; isVisit: boolean }

/** May a person with the permissions `held` do what needs `needed`? The one rule, on the server and in the browser. */
export const mayDo = (held: Iterable<string>, needed: Permission, { tenant, isVisit }: Place): boolean => {
  if (isOfPlatform(needed) && tenant !== platformTenant && !(isVisit && visitPermissions.includes(needed))) return false
  const words = held instanceof Set ? held : new Set(held)
  return words.has(everything) || words.has(needed)
}
