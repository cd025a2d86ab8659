import { listMeterChoices as meterChoices } from '@nightflow/projections/leakage/meter-choices'
import { findCandidates, meterFits } from '@nightflow/projections/leakage/meter-fits'
import type * as leakage from '@nightflow/schemas/leakage/endpoints'
import type { listMeterChoices as choices } from '@nightflow/schemas/leakage/meter-choice'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'

export const checkMeters = async (
  database: PoolClient,
  { id, numbers, role, ...days }: RequestOf<typeof leakage.checkMeters>,
): Promise<ResponseOf<typeof leakage.checkMeters> | Rejection> => {
  const rows = await meterFits(database, id, role, [...new Set(numbers)], days)
  return rows ? { rows } : rejected('partition-not-found', { partitionId: id })
}

const candidatesMax = 20

export const listMeterChoices = async (
  database: PoolClient,
  request: RequestOf<typeof choices>,
): Promise<ResponseOf<typeof choices> | Rejection> =>
  (await meterChoices(database, request)) ?? rejected('partition-not-found', { partitionId: request.id })

export const findMeterCandidates = async (
  database: PoolClient,
  { id, search, role }: RequestOf<typeof leakage.findMeterCandidates>,
): Promise<ResponseOf<typeof leakage.findMeterCandidates> | Rejection> => {
  const rows = await meterFits(database, id, role, await findCandidates(database, search, candidatesMax))
  return rows ? { rows } : rejected('partition-not-found', { partitionId: id })
}
