import { actorOfPerson } from '@nightflow/schemas/shared/actors'
import type { Caller } from './request-context.ts'

/** The actor, as both logs name it: an operator on a visit is none of the tenant's own people. */
export const actorOf = ({ tenant, homeTenant, ...person }: Pick<Caller, 'tenant' | 'homeTenant' | 'userId' | 'username'>): string =>
  actorOfPerson(homeTenant === tenant ? 'user' : 'operator', person)
