import { isMeterListUsed } from '@nightflow/projections/devices/meters'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'
import { plainRoutes } from '../resource/resource-routes.ts'

/** Meters name types and groups in their events, which no foreign key sees. */
const unused = (list: 'type' | 'group') => ({
  beforeRemoving: async (ids: readonly number[], context: RequestContext) =>
    // With the eyes of the whole utility.
    (await context.write((database) => isMeterListUsed(database, list, ids))) ? rejected('in-use') : undefined,
})

export const meterListRoutes: readonly Route[] = [
  ...plainRoutes(resources.meterTypes, resourceCalls.meterTypes, unused('type')),
  ...plainRoutes(resources.meterGroups, resourceCalls.meterGroups, unused('group')),
]
