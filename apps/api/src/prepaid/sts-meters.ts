import { stsMeterDecider } from '@nightflow/domain/prepaid/sts-meter-decider'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { findStsMeterHistory } from '@nightflow/projections/prepaid/sts-meters'
import { listStsMeterHistory } from '@nightflow/schemas/prepaid/sts-meter-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { pagesAfter } from '../http/pages.ts'
import { ask, type Route } from '../http/serve.ts'
import { recordedRoutes } from '../resource/recorded-routes.ts'

const store = recordedStoreOf(resources.stsMeters)

export const stsMeterResourceRoutes = recordedRoutes(resourceCalls.stsMeters, store, { decider: stsMeterDecider, key: 'meterNo' })

export const stsMeterRoutes: readonly Route[] = [
  ask(
    listStsMeterHistory,
    ({ stsMeterId, ...page }, { read }) =>
      read(async (database) => {
        const row = await store.find(database, stsMeterId)
        return row && findStsMeterHistory(database, row.meterNo, page)
      }),
    pagesAfter(500, ({ position }) => ({ before: position as number })),
  ),
]
