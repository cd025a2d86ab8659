import type { listMeterMoves as listEndpoint, MeterMoveRow } from '@nightflow/schemas/devices/move-meters'
import { MoveState } from '@nightflow/schemas/devices/move-meters'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

const row = z.object({
  moveId: z.uuid(),
  number: z.string(),
  sourceTenant: z.string(),
  targetTenant: z.string(),
  state: MoveState,
  movedAt: z.iso.datetime(),
  reason: z.string(),
  cause: z.string().nullable(),
})

/** Every meter that left for another tenant, as the tenant that it left knows it. */
export const meterMoves = defineEntity({
  name: 'devices/meter-moves',
  version: 1,
  table: 'meter_moves',
  key: ['moveId', 'number'],
  row,
  indexes: { time: '(moved_at desc)' },
  evolve: {
    'devices.MeterMovedOut': (move, { data: { moveId, number, sourceTenant, targetTenant, movedAt, reason } }) =>
      move ?? {
        moveId: moveId.toLowerCase(),
        number,
        sourceTenant,
        targetTenant,
        state: 'executing' as const,
        movedAt,
        reason,
        cause: null,
      },
    'devices.MeterMoveFinished': (move) => move && { ...move, state: 'finished' as const },
    'devices.MeterMoveReturned': (move, { data: { cause } }) => move && { ...move, state: 'returned' as const, cause },
  },
})

type Stored = Omit<MeterMoveRow, 'moveKey' | 'movedAt'> & { move_id: string; movedAt: Date }

/** A page of the moves of all tenants, newest first. Only operators of the platform get here, so it reads past the wall between tenants. */
export const listMeterMoves = async (
  pool: Pick<Pool, 'query'>,
  { search, state, pageNum, pageSize }: RequestOf<typeof listEndpoint>,
): Promise<ResponseOf<typeof listEndpoint>> => {
  const found = `from views.meter_moves where ($1::text is null or strpos(number, $1) > 0 or source_tenant = $1 or target_tenant = $1)
    and ($2::text is null or state = $2)`
  const given = [search ?? null, state ?? null]
  const counted = await pool.query<{ total: number }>(`select count(*)::int as total ${found}`, given)
  const { rows } = await pool.query<Stored>(
    `select move_id, number, source_tenant as "sourceTenant", target_tenant as "targetTenant", state, moved_at as "movedAt", reason, cause
     ${found} order by moved_at desc, move_id, number limit $3 offset $4`,
    [...given, pageSize, (pageNum - 1) * pageSize],
  )
  return {
    rows: rows.map(({ move_id, movedAt, ...move }) => ({ ...move, moveKey: `${move_id}/${move.number}`, movedAt: movedAt.toISOString() })),
    total: counted.rows[0]!.total,
    isTotalBounded: false,
  }
}

export type Movable = { number: string; meterTypeId: number | null; customerTypeId: number | null }

/** These meters of the connection's tenant, with the type of the customer who has an account with each. */
export const findMovable = async (database: PoolClient, numbers: readonly string[]): Promise<Movable[]> => {
  const { rows } = await database.query<{ number: string; meter_type_id: string | null; customer_type_id: string | null }>(
    `select number, meter_type_id, (select customer_type_id from views.accounts where accounts.tenant = meters.tenant and meter_no = number and status <> '2' limit 1)
     from views.meters where number = any($1::text[])`,
    [numbers],
  )
  const idOf = (id: string | null) => (id === null ? null : Number(id))
  return rows.map(({ number, meter_type_id, customer_type_id }) => ({
    number,
    meterTypeId: idOf(meter_type_id),
    customerTypeId: idOf(customer_type_id),
  }))
}
