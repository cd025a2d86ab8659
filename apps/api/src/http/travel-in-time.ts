import { countErasedPersons } from '@nightflow/projections/privacy/person-queries'
import { LeftOutEvents } from '@nightflow/projections/projector/left-out-events'
import { isOfContent, positionsSetAside } from '@nightflow/projections/projector/set-aside-events'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { ProblemError } from './problem.ts'
import { requesterOf } from './queues.ts'
import type { RequestContext } from './request-context.ts'
import { TenantQueue } from './tenant-queue.ts'

export type Then = { log: RequestContext['log']; tenant: string; asOf: string | number; leftOut: LeftOutEvents }

/** Each reads the log and folds it in memory; more at once would starve the answers that come from the read models. */
const queue = new TenantQueue(
  { running: { person: 1, tenant: 1, process: 2 }, held: { person: 8, tenant: 16, process: 48 }, patienceMilliseconds: 30_000 },
  'too-fast',
)

/** Figures as of a past moment do not change, and a screen requests them several times in a row. */
const keptMilliseconds = 60_000
const keptMax = 16
const kept = new Map<string, { answer: Promise<unknown>; until: number }>()

/**
 * Figures as of a position: read from the log, not from the read models, so no connection is held meanwhile. Throws `too-fast` where the person,
 * the tenant or the process holds too many, or the turn does not come in time.
 */
export const travelInTime = async <Answer extends object>(
  context: RequestContext,
  key: readonly unknown[],
  asOf: string | number,
  travel: (then: Then) => Promise<Answer | undefined>,
): Promise<Answer | undefined | Rejection> => {
  const { log, caller, logger } = context
  if (await isInFuture(log, asOf)) return rejected('moment-in-future')
  const { positions, upTo } = await context.read(positionsSetAside)
  // An answer cached before a person was erased, in this process or another, is not sent after it.
  const name = JSON.stringify([caller.tenant, ...key, asOf, positions.size, await context.read(countErasedPersons)])
  const known = kept.get(name)
  if (known && known.until > Date.now()) return known.answer as Promise<Answer>
  const leftOut = new LeftOutEvents(positions)
  const fold = async () => {
    try {
      const answer = await travel({ log, tenant: caller.tenant, asOf, leftOut })
      return answer && leftOut.count > 0 ? { ...answer, leftOutEvents: leftOut.count } : answer
    } catch (error) {
      // An event that the read models have not come to may turn out to be one that cannot be projected.
      if (!isOfContent(error) || upTo >= (typeof asOf === 'number' ? asOf : await log.head())) throw error
      logger.warn({ err: error }, 'an event cannot be folded that the read models have not come to')
      throw new ProblemError(rejected('unavailable', { retryAfterSeconds: 5 }))
    }
  }
  const answer = queue.take(requesterOf(context), fold)
  keep(name, answer)
  return answer
}

const keep = (name: string, answer: Promise<unknown>): void => {
  kept.delete(name)
  kept.set(name, { answer, until: Date.now() + keptMilliseconds })
  answer.catch(() => kept.delete(name))
  for (const [other, { until }] of kept) if (kept.size > keptMax || until <= Date.now()) kept.delete(other)
}

/** Clocks of callers and of the service may differ by so much. */
export const clockToleranceMilliseconds = 60_000

const isInFuture = async (log: RequestContext['log'], asOf: string | number): Promise<boolean> =>
  typeof asOf === 'string' ? Date.parse(asOf) > Date.now() + clockToleranceMilliseconds : asOf > (await log.head())
