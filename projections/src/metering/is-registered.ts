import type { PoolClient } from 'pg'

/** Whether the caller's tenant has a meter of this number. */
export const isRegistered = async (database: PoolClient, number: string): Promise<boolean> => {
  const found = await database.query('select from views.meters where number = $1', [number])
  return found.rowCount === 1
}

/** Whether readings of this number came before it was registered. */
export const hasReported = async (database: PoolClient, number: string): Promise<boolean> => {
  const found = await database.query('select from views.unclaimed_frames where number = $1 limit 1', [number])
  return found.rowCount === 1
}
