import { rejectRange } from '@nightflow/domain/shared/day-range'
import { nightFlowByPartition as nightFlowOfViews } from '@nightflow/projections/leakage/night-flow'
import { listPartitions as listPartitionsOfViews } from '@nightflow/projections/leakage/partitions'
import { nightFlowAsOf } from '@nightflow/projections/night-flow-as-of'
import { firstRecordedAt, partitionsAsOf } from '@nightflow/projections/partitions-as-of'
import type { listPartitions, nightFlowByPartition } from '@nightflow/schemas/leakage/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../shared/asked.ts'

type Then = { log: Asked['log']; tenant: string; asOf: string | number }

/** Each reads the log and folds it in memory; more at once would starve the answers that come from the views. */
const atOnceMax = 2
let now = 0

/** What was believed at a moment of the past does not change, and a screen asks for it several times in a row. */
const keptMilliseconds = 60_000
const keptMax = 16
const kept = new Map<string, { answer: Promise<unknown>; until: number }>()

/** What did we believe then: read from the log, not from the views, and so without holding a connection of theirs meanwhile. */
const travelInTime = async <Answer>(
  key: readonly unknown[],
  { log, asOf }: Then,
  travel: () => Promise<Answer>,
): Promise<Answer | Rejection> => {
  if (await isInFuture(log, asOf)) return rejected('moment-in-future')
  const name = JSON.stringify([...key, asOf])
  const known = kept.get(name)
  if (known && known.until > Date.now()) return known.answer as Promise<Answer>
  if (now >= atOnceMax) return rejected('unavailable', { retryAfterSeconds: 5 })
  now += 1
  const answer = travel().finally(() => {
    now -= 1
  })
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
const clockToleranceMilliseconds = 60_000

const isInFuture = async (log: Asked['log'], asOf: string | number): Promise<boolean> =>
  typeof asOf === 'string' ? Date.parse(asOf) > Date.now() + clockToleranceMilliseconds : asOf > (await log.head())

/** Where a metering point is not found at a moment, whether it was recorded later only. */
const nothingThen = async (then: Then, partitionId?: string): Promise<Rejection | undefined> => {
  const first = await firstRecordedAt(then, partitionId)
  return first === undefined ? undefined : rejected('nothing-recorded-then', { at: new Date(first).toISOString() })
}

/** The figures of a partition: from the read models, or with `asOf` from the log. */
export const nightFlowNowOrThen = async (
  request: RequestOf<typeof nightFlowByPartition>,
  asked: Asked,
): Promise<ResponseOf<typeof nightFlowByPartition> | undefined | Rejection> => {
  const rejection = rejectRange(request.from, request.to)
  if (rejection) return rejection
  const { id, from, to, asOf } = request
  if (asOf === undefined) return asked.read((database) => nightFlowOfViews(database, request))
  const then = { log: asked.log, tenant: asked.caller.tenant, asOf }
  const figures = await travelInTime([then.tenant, id, from, to], then, () => nightFlowAsOf(then, request))
  return figures ?? nothingThen(then, id)
}

/** The metering points: as they are, or with `asOf` as they were. */
export const listPartitionsNowOrThen = async (
  request: RequestOf<typeof listPartitions>,
  asked: Asked,
): Promise<ResponseOf<typeof listPartitions> | Rejection> => {
  const { asOf } = request
  if (asOf === undefined) return asked.read((database) => listPartitionsOfViews(database, request))
  const then = { log: asked.log, tenant: asked.caller.tenant, asOf }
  const list = await travelInTime([then.tenant], then, () => partitionsAsOf(then))
  if (isRejection(list) || list.rows.length > 0) return list
  return (await nothingThen(then)) ?? list
}
