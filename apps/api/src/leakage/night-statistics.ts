import { nightStatistics } from '@nightflow/projections/joined/night-statistics'
import { readHealthSettings } from '@nightflow/projections/metering/health-settings'
import { nightStatistics as endpoint } from '@nightflow/schemas/leakage/night-statistics'
import { ask, type Route } from '../http/serve.ts'

/** Lost water costs what the tenant's settings of meter health say that a cubic metre costs. */
export const nightStatisticsRoutes: readonly Route[] = [
  ask(endpoint, (request, { read }) =>
    read(async (database) => {
      const { pricePerCubicMetre } = (await readHealthSettings(database)).settings
      return nightStatistics(database, request, { pricePerCubicMetre })
    }),
  ),
]
