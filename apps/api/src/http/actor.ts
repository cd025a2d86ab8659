import type { Caller } from './asked.ts'

/** Who does something, as both logs name them: an operator on a visit is none of the tenant's own people. */
export const actorOf = ({ tenant, homeTenant, username }: Pick<Caller, 'tenant' | 'homeTenant' | 'username'>): string =>
  `${homeTenant === tenant ? 'user' : 'operator'}:${username}`
