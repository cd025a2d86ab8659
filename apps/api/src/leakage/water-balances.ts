import { listWaterBalances, waterBalance as waterBalanceOfViews } from '@nightflow/projections/joined/water-balances'
import { readHealthSettings } from '@nightflow/projections/metering/health-settings'
import * as calls from '@nightflow/schemas/leakage/water-balance'
import { pageAfterPage } from '../http/pages.ts'
import { ask, query, type Route } from '../http/serve.ts'

/** Losses cost what the tenant's settings of meter health say that a cubic metre costs. */
export const waterBalanceRoutes: readonly Route[] = [
  ask(calls.waterBalance, (request, { read }) =>
    read(async (database) => {
      const { pricePerCubicMetre } = (await readHealthSettings(database)).settings
      return waterBalanceOfViews(database, request, { pricePerCubicMetre })
    }),
  ),
  query(calls.listWaterBalances, listWaterBalances, pageAfterPage(200)),
]
