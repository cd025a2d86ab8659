import { concentratorDecider } from '@nightflow/domain/devices/concentrator-decider'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { concentratorHistory, findMeterElsewhere } from '@nightflow/projections/devices/concentrators'
import { findMetersWithValve } from '@nightflow/projections/devices/meters'
import {
  associateConcentratorMeters,
  dissociateConcentratorMeters,
  listConcentratorHistory,
} from '@nightflow/schemas/devices/concentrator-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { commandsOf } from '../http/commands-of.ts'
import { pagesAfter } from '../http/pages.ts'
import { ask, type Route } from '../http/serve.ts'
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

/** The operation log keeps how many meters a concentrator has. */
const concentrator = commandsOf(concentratorDecider, ({ meters }) => ({ meterCount: meters.size }))

export const concentratorRoutes: readonly Route[] = [
  concentrator(associateConcentratorMeters, {
    // Meters are registered and belong to no other concentrator.
    prepare: ({ concentratorId, meters }, { read }) =>
      read(async (database) => {
        const row = await store.find(database, concentratorId)
        if (!row) return undefined
        const registered = await findMetersWithValve(database, meters)
        const unknown = meters.find((number) => !registered.has(number))
        if (unknown !== undefined) return rejected('meter-not-registered', { number: unknown })
        const elsewhere = await findMeterElsewhere(database, row.concentratorNo, meters)
        return elsewhere ? rejected('meter-on-other-concentrator', elsewhere) : row
      }),
    command: ({ meters }, { concentratorNo }) => ({ type: 'AssociateMeters', concentratorNo, meters }),
  }),
  concentrator(dissociateConcentratorMeters, {
    prepare: ({ concentratorId }, { read }) => read((database) => store.find(database, concentratorId)),
    command: ({ meters }, { concentratorNo }) => ({ type: 'DissociateMeters', concentratorNo, meters }),
  }),
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
