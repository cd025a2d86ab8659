import { randomUUID } from 'node:crypto'
import { refusePriceScheme, tariffOf } from '@nightflow/domain/billing/price-scheme-tariff'
import { lastWholeMonth } from '@nightflow/domain/billing/simulate-prices'
import { enqueueJob } from '@nightflow/platform/jobs/job-queue'
import { insertSimulation, listSimulationsOf } from '@nightflow/platform/jobs/price-simulations'
import { recordedStoreOf } from '@nightflow/platform/storage/recorded-store'
import { versionsOfAllSchemes } from '@nightflow/projections/billing/price-schemes'
import { simulationJob } from '@nightflow/schemas/billing/job-kinds'
import type * as calls from '@nightflow/schemas/billing/price-simulation'
import { SimulationScope } from '@nightflow/schemas/billing/price-simulation'
import { resources } from '@nightflow/schemas/resources'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { actorOf } from '../http/actor.ts'
import { jobCallerOf } from '../http/context-of-job.ts'
import { clockOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'

const store = recordedStoreOf(resources.priceSchemes)
const readings = 'metering:readings:read'
const litresPerCubicMetre = 1000

/** Starts a simulation of the draft and answers at once. The use of a customer comes from readings: both permissions are needed. */
export const startSimulation = async (
  { priceSchemeId, scope, lifelineCubicMetres }: RequestOf<typeof calls.startSimulation>,
  context: RequestContext,
): Promise<Outcome<calls.PriceSimulation> | Rejection> => {
  const { caller } = context
  if (!caller.may(readings)) return rejected('permission-missing', { permission: readings })
  const draft = await context.read((database) => store.find(database, priceSchemeId))
  if (!draft) return rejected('not-found')
  const refused = refusePriceScheme(draft)
  if (refused) return refused
  const versions = await context.read(versionsOfAllSchemes)
  const { now, timeZone } = await clockOf(context)
  const month = lastWholeMonth(now, timeZone)
  const id = randomUUID()
  const by = caller.username
  const request = {
    draft: tariffOf(draft, versions.get(draft.priceSchemeName)?.[0]?.tariff.firstMonth),
    onlyScheme: scope === SimulationScope.enum.ofScheme ? draft.priceSchemeName : null,
    ...{ month, timeZone, lifelineLitres: lifelineCubicMetres * litresPerCubicMetre },
  }
  const started = await context.write(async (database) => {
    const simulation = await insertSimulation(database, { id, priceSchemeId, by, month, scope, lifelineCubicMetres })
    const job = { id, by, actor: actorOf(caller), request, caller: jobCallerOf(context) }
    return simulation ? ((await enqueueJob(database, simulationJob, job)) ?? simulation) : rejected('simulation-running')
  })
  return isRejection(started) ? started : { response: started, after: { id, month, scope } }
}

export const listSimulations = async (
  request: RequestOf<typeof calls.listSimulations>,
  { read, caller }: RequestContext,
): Promise<{ rows: calls.PriceSimulation[] }> => ({
  rows: await read((database) => listSimulationsOf(database, request, caller.username)),
})
