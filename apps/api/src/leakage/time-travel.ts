import { rejectRange } from '@nightflow/domain/shared/day-range'
import { partitionBalanceAsOf, partitionFlowAsOf } from '@nightflow/projections/joined/flow-and-balance-as-of'
import { nightFlowAsOf } from '@nightflow/projections/joined/night-flow-as-of'
import { firstRecordedAt, partitionsAsOf } from '@nightflow/projections/joined/partitions-as-of'
import { nightFlowByPartition as nightFlowOfViews } from '@nightflow/projections/leakage/night-flow'
import { partitionBalance as balanceOfViews } from '@nightflow/projections/leakage/partition-balance'
import { partitionFlow as flowOfViews } from '@nightflow/projections/leakage/partition-flow'
import { listPartitions as listPartitionsOfViews } from '@nightflow/projections/leakage/partitions'
import type { listPartitions, nightFlowByPartition, partitionBalance, partitionFlow } from '@nightflow/schemas/leakage/endpoints'
import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { nextPage } from '@nightflow/schemas/shared/list-page'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { RequestContext } from '../http/request-context.ts'
import { type Then, travelInTime } from '../http/travel-in-time.ts'

/** Where a metering point is not found at a moment, whether it was recorded later only. */
const nothingThen = async (then: Then, partitionId?: string): Promise<Rejection | undefined> => {
  const first = await firstRecordedAt(then, partitionId)
  return first === undefined ? undefined : rejected('nothing-recorded-then', { at: new Date(first).toISOString() })
}

type AskedThen = { id: string; from: string; to: string; asOf?: string | number | undefined }

/** Figures of one point in a range of days: from the read models, or with `asOf` from the log. */
const nowOrThen =
  <Request extends AskedThen, Answer extends object>(
    name: string,
    now: (database: PoolClient, request: Request) => Promise<Answer | Rejection | undefined>,
    then: (moment: Then, request: Request) => Promise<Answer | Rejection | undefined>,
  ) =>
  async (request: Request, context: RequestContext): Promise<Answer | undefined | Rejection> => {
    const { asOf, ...rest } = request
    const rejection = rejectRange(request.from, request.to)
    if (rejection) return rejection
    if (asOf === undefined) return context.read((database) => now(database, request))
    const answer = await travelInTime<Answer | Rejection>(
      context,
      [name, rest],
      asOf,
      async (moment) => (await then(moment, request)) ?? nothingThen(moment, request.id),
    )
    return answer
  }

export const nightFlowNowOrThen = nowOrThen<RequestOf<typeof nightFlowByPartition>, ResponseOf<typeof nightFlowByPartition>>(
  'night-flow',
  nightFlowOfViews,
  nightFlowAsOf,
)

export const flowNowOrThen = nowOrThen<RequestOf<typeof partitionFlow>, ResponseOf<typeof partitionFlow>>(
  'flow',
  flowOfViews,
  partitionFlowAsOf,
)

export const balanceNowOrThen = nowOrThen<RequestOf<typeof partitionBalance>, ResponseOf<typeof partitionBalance>>(
  'balance',
  balanceOfViews,
  partitionBalanceAsOf,
)

/** The past comes from the log, which has no owners: a caller of a part of the utility gets those points of then that are in its scope now. */
const seenNow = async (rows: readonly PartitionRow[], { caller, read }: RequestContext): Promise<PartitionRow[]> => {
  if (!caller.scope) return [...rows]
  const seen = await read((database) => database.query<{ id: string }>('select id from views.partitions'))
  const ids = new Set(seen.rows.map(({ id }) => id))
  return rows.filter(({ id }) => ids.has(id))
}

/** The metering points: as they are, or with `asOf` as they were. */
export const listPartitionsNowOrThen = async (
  request: RequestOf<typeof listPartitions>,
  context: RequestContext,
): Promise<ResponseOf<typeof listPartitions> | Rejection> => {
  const { asOf, limit, page } = request
  if (asOf === undefined) return context.read((database) => listPartitionsOfViews(database, request))
  const list = await travelInTime<{ rows: PartitionRow[]; leftOutEvents?: number } | Rejection>(context, [], asOf, async (then) => {
    const believed = await partitionsAsOf(then)
    return believed.rows.length > 0 ? believed : ((await nothingThen(then)) ?? believed)
  })
  if (isRejection(list)) return list
  const { rows: believed, ...rest } = list ?? { rows: [] }
  const rows = await seenNow(believed, context)
  return { ...rest, rows: rows.slice((page - 1) * limit, page * limit), total: rows.length, next: nextPage(request, rows.length) }
}
