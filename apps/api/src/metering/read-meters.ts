import { earlierInRound, manualReadingDecider } from '@nightflow/domain/metering/manual-reading-decider'
import { walkByDecider } from '@nightflow/domain/metering/walk-by-decider'
import { attachPhoto, keepReadingPhoto } from '@nightflow/platform/jobs/files'
import { peopleWhoMay } from '@nightflow/platform/people/people-who-may'
import { isRegistered } from '@nightflow/projections/metering/is-registered'
import { readPrevious } from '@nightflow/projections/metering/previous-register'
import { findRoundReading, findWalkBys, listManualReadings as listReadings } from '@nightflow/projections/metering/reading-round'
import * as endpoints from '@nightflow/schemas/metering/manual-reading'
import { type PlanRefusal, readingPhotoBytesMax } from '@nightflow/schemas/metering/manual-reading'
import * as rounds from '@nightflow/schemas/metering/walk-by'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { commandRoutes } from '../http/command-routes.ts'
import { commandsOf } from '../http/commands-of.ts'
import { refusalOf } from '../http/decide.ts'
import { addressOfFile } from '../http/file-address.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import type { Route } from '../http/serve.ts'
import type { Upload } from '../http/uploads.ts'
import type { Picture } from '../picture/picture.ts'
import { readPicture } from '../picture/read-picture.ts'

export const readReadingPhoto = async (_: unknown, { bytes: sent }: Upload): Promise<Picture | Rejection> =>
  sent.length > readingPhotoBytesMax ? rejected('too-large') : readPicture(sent)

/** The photo comes first and the reading names it, so that a reading without its photo is not mistaken for one that had none. */
export const sendReadingPhoto = async (
  { readingId }: RequestOf<typeof endpoints.sendReadingPhoto>,
  picture: Picture,
  context: RequestContext,
): Promise<Outcome<ResponseOf<typeof endpoints.sendReadingPhoto>> | Rejection> => {
  const refused = await context.write((database) => keepReadingPhoto(database, { ...picture, readingId }, context.caller.username))
  return refused ?? { response: { photoId: readingId }, after: { photoId: readingId } }
}

/** By the log: the read models may not have a plan's end yet. */
const refusalOfPlan = async (context: RequestContext, asked: { planId: string; number: string }): Promise<PlanRefusal | null> => {
  const refusal = await refusalOf(context, walkByDecider, { type: 'JoinWalkBy', ...asked })
  return refusal ? (refusal.rejected as PlanRefusal) : null
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
  const { previousAt, previousLitres, expectedLitres, plausibleUntilLitres, litresPerDay } = found
  return { previousAt, previousLitres, expectedLitres, plausibleUntilLitres, litresPerDay }
}

/** People to whom a round may be assigned. */
export const listReaders = async ({ limit }: RequestOf<typeof rounds.listReaders>, { pool, caller: { tenant } }: RequestContext) => ({
  readers: await peopleWhoMay(pool, tenant, { permission: 'metering:manualReading:take', limit }),
})

/** The reading before is looked up here, so that a device cannot make a reading plausible. */
const findBefore = async (
  { number, at, planId, readingId, photoId }: RequestOf<typeof endpoints.takeManualReading>,
  context: RequestContext,
) => {
  const [previous] = await context.read((database) => readPrevious(database, [number], Date.parse(at)))
  if (!previous) return rejected('meter-not-registered', { number })
  const isPhotoKnown = photoId === undefined || (await context.write((database) => attachPhoto(database, { photoId, readingId })))
  if (!isPhotoKnown) return rejected('reading-photo-unknown', { number })
  const { previousLitres, plausibleUntilLitres } = previous
  return {
    previousLitres,
    plausibleUntilLitres,
    planRefusal: planId === undefined ? null : await refusalOfPlan(context, { planId, number }),
  }
}

const findUnregistered = (numbers: readonly string[], { read }: RequestContext): Promise<string | undefined> =>
  read(async (database) => {
    for (const number of numbers) if (!(await isRegistered(database, number))) return number
    return undefined
  })

const reading = commandsOf(manualReadingDecider, (readings, { readingId }) => readings.get(readingId) ?? null)
const walkBy = commandsOf(walkByDecider, ({ status }) => status)

export const roundRoutes: readonly Route[] = [
  reading(endpoints.takeManualReading, {
    prepare: findBefore,
    command: (request, before) => ({ type: 'TakeManualReading', ...request, ...before }),
    answer: async ({ request: { readingId, planId }, context, position, after }) => {
      const earlierId = earlierInRound(after, readingId, planId)
      const earlier = earlierId === undefined ? undefined : await context.read((database) => findRoundReading(database, earlierId))
      return { position, earlier: earlier ?? null }
    },
  }),
  walkBy(rounds.planWalkBy, {
    refuse: async ({ numbers }, context) => {
      const number = await findUnregistered(numbers, context)
      return number === undefined ? undefined : rejected('meter-not-registered', { number })
    },
    command: (request) => ({ type: 'PlanWalkBy', ...request }),
  }),
  walkBy(rounds.reportNotRead, { command: (request) => ({ type: 'ReportNotRead', ...request }) }),
  ...commandRoutes({
    commands: rounds.walkByCommands,
    decider: walkByDecider,
    find: findWalkBys,
    unknown: 'walk-by-unknown',
    logged: ['name'],
  }),
]
