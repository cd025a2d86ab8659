import { concentratorDecider } from '@nightflow/domain/devices/concentrator-decider'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { concentratorHistory, findMeterElsewhere } from '@nightflow/projections/devices/concentrators'
import { findMetersWithValve } from '@nightflow/projections/devices/meters'
import type { AssociateMeters, DissociateMeters } from '@nightflow/schemas/devices/concentrator'
import {
  associateConcentratorMeters,
  dissociateConcentratorMeters,
  listConcentratorHistory,
} from '@nightflow/schemas/devices/concentrator-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { decide } from '../http/decide.ts'
import { pagesAfter } from '../http/pages.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { recordedRoutes } from '../resource/recorded-routes.ts'

const store = recordedStoreOf(resources.concentrators)

export const concentratorResourceRoutes = recordedRoutes(resourceCalls.concentrators, store, {
  decider: concentratorDecider,
  key: 'concentratorNo',
  refuseRemoval: (rows) => {
    const taken = rows.find(({ meterCount }) => meterCount > 0)
    return taken && rejected('concentrator-has-meters', { count: taken.meterCount })
  },
})

type Request = { concentratorId: number; meters: string[] }

/** Meters are registered and belong to no other concentrator. */
const associate = async (
  { concentratorId, meters }: Request,
  context: RequestContext,
): Promise<Outcome<Record<string, never>> | Rejection> => {
  const found = await context.read(async (database) => {
    const row = await store.find(database, concentratorId)
    if (!row) return rejected('not-found')
    const registered = await findMetersWithValve(database, meters)
    const unknown = meters.find((number) => !registered.has(number))
    if (unknown !== undefined) return rejected('meter-not-registered', { number: unknown })
    const elsewhere = await findMeterElsewhere(database, row.concentratorNo, meters)
    return elsewhere ? rejected('meter-on-other-concentrator', elsewhere) : row
  })
  if ('rejected' in found) return found
  return give({ type: 'AssociateMeters', concentratorNo: found.concentratorNo, meters }, context)
}

const dissociate = async (
  { concentratorId, meters }: Request,
  context: RequestContext,
): Promise<Outcome<Record<string, never>> | Rejection> => {
  const row = await context.read((database) => store.find(database, concentratorId))
  return row ? give({ type: 'DissociateMeters', concentratorNo: row.concentratorNo, meters }, context) : rejected('not-found')
}

const give = async (
  given: AssociateMeters | DissociateMeters,
  context: RequestContext,
): Promise<Outcome<Record<string, never>> | Rejection> => {
  const decided = await decide(context, concentratorDecider, given, ({ meters }) => ({ meterCount: meters.size }))
  return isRejection(decided) ? decided : { ...decided, response: {} }
}

export const concentratorRoutes: readonly Route[] = [
  command(associateConcentratorMeters, associate),
  command(dissociateConcentratorMeters, dissociate),
  ask(
    listConcentratorHistory,
    ({ concentratorId, ...page }, { read }) =>
      read(async (database) => {
        const row = await store.find(database, concentratorId)
        return row && concentratorHistory(database, row.concentratorNo, page)
      }),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
