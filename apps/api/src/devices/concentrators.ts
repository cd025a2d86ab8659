import { concentratorDecider } from '@nightflow/domain/devices/concentrator-decider'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { concentratorHistory, findMeterElsewhere } from '@nightflow/projections/devices/concentrators'
import { findMetersWithValve } from '@nightflow/projections/devices/meters'
import { concentratorCommands, listConcentratorHistory } from '@nightflow/schemas/devices/concentrator-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { commandRoutes } from '../http/command-routes.ts'
import { pagesAfter } from '../http/pages.ts'
import { ask, type Route } from '../http/serve.ts'
import { findEach, recordedRoutes } from '../resource/recorded-routes.ts'

const store = recordedStoreOf(resources.concentrators)

export const concentratorResourceRoutes = recordedRoutes(resourceCalls.concentrators, store, {
  decider: concentratorDecider,
  key: 'concentratorNo',
  refuseRemoval: (rows) => {
    const taken = rows.find(({ meterCount }) => meterCount > 0)
    return taken && rejected('concentrator-has-meters', { count: taken.meterCount })
  },
})

export const concentratorRoutes: readonly Route[] = [
  ...commandRoutes(
    {
      commands: concentratorCommands,
      decider: concentratorDecider,
      find: findEach(store),
      // The operation log keeps how many meters a concentrator has.
      logged: ({ meters }) => ({ meterCount: meters.size }),
    },
    {
      associate: {
        // Meters are registered and belong to no other concentrator.
        prepare: ({ concentratorNo }, { meters }, { read }) =>
          read(async (database) => {
            const registered = await findMetersWithValve(database, meters)
            const unknown = meters.find((number) => !registered.has(number))
            if (unknown !== undefined) return rejected('meter-not-registered', { number: unknown })
            const elsewhere = await findMeterElsewhere(database, concentratorNo, meters)
            return elsewhere ? rejected('meter-on-other-concentrator', elsewhere) : {}
          }),
      },
    },
  ),
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
