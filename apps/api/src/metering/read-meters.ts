import { manualReadingDecider } from '@nightflow/domain/metering/manual-reading-decider'
import { walkByDecider } from '@nightflow/domain/metering/walk-by-decider'
import { isRegistered } from '@nightflow/projections/metering/is-registered'
import { findWalkBys, hasWalkBy, listManualReadings as listReadings, readPrevious } from '@nightflow/projections/metering/reading-round'
import type * as endpoints from '@nightflow/schemas/metering/manual-reading'
import { type planWalkBy as planWalkByEndpoint, walkByCommands } from '@nightflow/schemas/metering/walk-by'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { commandRoutes } from '../http/command-routes.ts'
import { type Decided, decide } from '../http/decide.ts'
import { addressOfFile } from '../http/file-address.ts'
import type { RequestContext } from '../http/request-context.ts'

/** A register that a person read; what it showed before is looked up here, so that a device cannot make it plausible. */
export const takeManualReading = async (
  request: RequestOf<typeof endpoints.takeManualReading>,
  context: RequestContext,
): Promise<Decided | Rejection> => {
  const { number, at, planId, readingId } = request
  const [previous] = await context.read((database) => readPrevious(database, [number], Date.parse(at)))
  if (!previous) return rejected('meter-not-registered', { number })
  if (planId !== undefined && !(await context.read((database) => hasWalkBy(database, planId)))) return rejected('walk-by-unknown')
  const { previousLitres, plausibleUntilLitres } = previous
  const command = { type: 'TakeManualReading' as const, ...request, previousLitres, plausibleUntilLitres }
  return decide(context, manualReadingDecider, command, (readings) => readings.get(readingId) ?? null)
}

export const listManualReadings = (
  request: RequestOf<typeof endpoints.listManualReadings>,
  context: RequestContext,
): Promise<ResponseOf<typeof endpoints.listManualReadings>> => {
  const addressOf = (photoId: string | null) => addressOfFile(context.tokenSecret, context.caller.tenant, photoId)
  return context.read((database) => listReadings(database, request, addressOf))
}

export const findPreviousReading = async (
  database: PoolClient,
  { number, at }: RequestOf<typeof endpoints.findPreviousReading>,
): Promise<ResponseOf<typeof endpoints.findPreviousReading> | undefined> => {
  const [found] = await readPrevious(database, [number], at === undefined ? Date.now() : Date.parse(at))
  if (!found) return undefined
  const { previousAt, previousLitres, expectedLitres, plausibleUntilLitres } = found
  return { previousAt, previousLitres, expectedLitres, plausibleUntilLitres }
}

/** A round visits registered meters alone. */
export const planWalkBy = async (request: RequestOf<typeof planWalkByEndpoint>, context: RequestContext): Promise<Decided | Rejection> => {
  const unknown = await context.read(async (database) => {
    for (const number of request.numbers) if (!(await isRegistered(database, number))) return number
    return undefined
  })
  if (unknown !== undefined) return rejected('meter-not-registered', { number: unknown })
  return decide(context, walkByDecider, { type: 'PlanWalkBy', ...request }, (state) => state)
}

export const walkByRoutes = commandRoutes({
  commands: walkByCommands,
  id: 'walkById',
  decider: walkByDecider,
  find: findWalkBys,
  keyOf: ({ planId }) => ({ planId }),
  unknown: 'walk-by-unknown',
  logged: ['name'],
})
