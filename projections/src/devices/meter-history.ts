import type { listMeterHistory } from '@nightflow/schemas/devices/endpoints'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { HistoryRow } from '@nightflow/schemas/shared/history'
import type { PoolClient } from 'pg'
import { readHistory } from '../projector/entity-history.ts'
import { meters } from './meters.ts'

/** Withdrawals of one meter; more would be a client that repeats itself. */
const withdrawalsMax = 10_000

/** The history of a meter, newest first; undefined when it is not registered. */
export const meterHistory = async (
  database: PoolClient,
  { number, ...page }: RequestOf<typeof listMeterHistory>,
): Promise<ResponseOf<typeof listMeterHistory> | undefined> => {
  const { rows, next } = await readHistory(database, meters.entity, { number }, page)
  if (rows.length === 0) {
    const known = await database.query('select from views.meters where number = $1', [number])
    if (known.rowCount === 0) return undefined
  }
  const isWithdrawn = await withdrawals(database, number)
  return { rows: rows.map((row) => ({ ...row, isWithdrawn: isWithdrawn(row) })), next }
}

type Withdrawal = { position: number; correction_id: string | null; reset_at: string | null }

/** Whether a correction or a reset was withdrawn after it; a reset may be recorded again for the same instant. */
const withdrawals = async (database: PoolClient, number: string): Promise<(row: HistoryRow) => boolean> => {
  const { rows } = await database.query<Withdrawal>(
    `select position::float8 as position, facts->>'correctionId' as correction_id, facts->>'resetAt' as reset_at from views.meters_history
     where number = $1 and step in ('correctionWithdrawn', 'resetWithdrawn') order by meters_history.position limit ${withdrawalsMax}`,
    [number],
  )
  const withdrawn = new Map(rows.map(({ position, correction_id, reset_at }) => [correction_id ?? reset_at, position]))
  return ({ step, position, facts: { correctionId, resetAt } }) => {
    if (step === 'readingCorrected') return withdrawn.has(String(correctionId))
    return step === 'resetRecorded' && (withdrawn.get(String(resetAt)) ?? 0) > position
  }
}
