import { rejectRange } from '@nightflow/domain/shared/day-range'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'

/** Answers a range of days as a whole, or rejects it with the limit named: an answer that is cut looks like a complete one. */
export const withinRange =
  <Request extends { from: string; to: string }, Answer>(answer: (database: PoolClient, request: Request) => Promise<Answer>) =>
  async (database: PoolClient, request: Request): Promise<Answer | Rejection> =>
    rejectRange(request.from, request.to) ?? answer(database, request)
