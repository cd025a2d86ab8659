import { isMeterListUsed } from '@nightflow/projections/devices/meters'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'
import { holdListed, isNamedSinceViews } from '../resource/listed-ids.ts'
import { plainRoutes } from '../resource/resource-routes.ts'

/** Meters name types and groups in their events, which no foreign key sees: the read models say what is used, and the log what they do not know yet. */
const unused = (list: 'type' | 'group') => ({
  beforeRemoving: async (ids: readonly number[], context: RequestContext) => {
    const name = list === 'type' ? 'meterTypes' : 'meterGroups'
    await holdListed(context, name, ids)
    const isUsed =
      (await isNamedSinceViews(context, name, ids)) || (await context.write((database) => isMeterListUsed(database, list, ids)))
    return isUsed ? rejected('in-use') : undefined
  },
})

export const meterListRoutes: readonly Route[] = [
  ...plainRoutes(resources.meterTypes, resourceCalls.meterTypes, unused('type')),
  ...plainRoutes(resources.meterGroups, resourceCalls.meterGroups, unused('group')),
]
