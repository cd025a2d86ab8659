import { rejectRange } from '@nightflow/domain/shared/day-range'
import { nightFlowByPartition as nightFlowOfViews } from '@nightflow/projections/leakage/night-flow'
import { nightFlowAsOf } from '@nightflow/projections/night-flow-as-of'
import type { nightFlowByPartition } from '@nightflow/schemas/leakage/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../shared/asked.ts'

/** Each reads the log and folds it in memory; more at once would starve the answers that come from the views. */
const atOnceMax = 2
let now = 0

/** What did we believe then: read from the log, not from the views, and so without holding a connection of theirs meanwhile. */
export const travelInTime = async (
  request: RequestOf<typeof nightFlowByPartition>,
  { log, caller }: Asked,
): Promise<ResponseOf<typeof nightFlowByPartition> | undefined | Rejection> => {
  if (now >= atOnceMax) return rejected('unavailable', { retryAfterSeconds: 5 })
  now += 1
  try {
    return await nightFlowAsOf({ log, tenant: caller.tenant }, request)
  } finally {
    now -= 1
  }
}

/** The figures of a partition: from the read models, or with `asOf` from the log. */
export const nightFlowNowOrThen = async (request: RequestOf<typeof nightFlowByPartition>, asked: Asked) => {
  const rejection = rejectRange(request.from, request.to)
  if (rejection) return rejection
  return request.asOf === undefined ? asked.read((database) => nightFlowOfViews(database, request)) : travelInTime(request, asked)
}
