import { peopleWhoMay } from '@nightflow/platform/people/people-who-may'
import { storeOf } from '@nightflow/platform/storage/resource-table'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { FormOf } from '@nightflow/schemas/shared/resource'
import type { RequestContext } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'
import { resourceRoutes } from '../resource/resource-routes.ts'
import { workers } from './refuse-assignee.ts'

const store = storeOf(resources.workCrews)

/** The people of a crew may work on orders, and its leader is one of them. */
const refuse = async (
  { leaderId, memberIds }: FormOf<typeof resources.workCrews>,
  { pool, caller }: RequestContext,
): Promise<Rejection | undefined> => {
  if (!memberIds.includes(leaderId)) return rejected('crew-leader-not-member')
  const people = new Set((await peopleWhoMay(pool, caller.tenant, workers)).map(({ userId }) => userId))
  return memberIds.every((id) => people.has(id)) ? undefined : rejected('work-order-person-unknown')
}

export const crewRoutes: readonly Route[] = resourceRoutes(resourceCalls.workCrews, store, { before: refuse })
