import type { listMeterMoves as listEndpoint, MeterMovedOut, MeterMoveRow } from '@nightflow/schemas/devices/move-meters'
import { MoveState } from '@nightflow/schemas/devices/move-meters'
import { AccountStatus } from '@nightflow/schemas/shared/account-status'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { maskTelephone } from '@nightflow/schemas/shared/personal'
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
  accountNo: z.string().nullable(),
  customerTypeName: z.string().nullable(),
  meterTypeName: z.string().nullable(),
  address: z.string().nullable(),
  cause: z.string().nullable(),
})

/** Every meter that left for another tenant, as the tenant that it left knows it. */
export const meterMoves = defineEntity({
  name: 'devices/meter-moves',
  version: 2,
  table: 'meter_moves',
  key: ['moveId', 'number'],
  row,
  indexes: { time: '(moved_at desc)' },
  evolve: {
    'devices.MeterMovedOut': (move, { data }) => move ?? begun(data),
    'devices.MeterMoveFinished': (move) => move && { ...move, state: 'finished' as const },
    'devices.MeterMoveReturned': (move, { data: { cause } }) => move && { ...move, state: 'returned' as const, cause },
  },
})

const begun = ({ moveId, number, sourceTenant, targetTenant, movedAt, reason, details, ...known }: MeterMovedOut) => ({
  moveId: moveId.toLowerCase(),
  number,
  sourceTenant,
  targetTenant,
  state: 'executing' as const,
  movedAt,
  reason,
  accountNo: known.accountNo ?? null,
  customerTypeName: known.customerTypeName ?? null,
  meterTypeName: known.meterTypeName ?? null,
  address: details.address ?? null,
  cause: null,
})

type Stored = Omit<MeterMoveRow, 'moveKey' | 'movedAt'> & { move_id: string; movedAt: Date }

const telephone = `(select holder.telephone from views.accounts left join (views.persons holder left join log.person_keys keys using (tenant, person_id))
    on holder.tenant = accounts.tenant and holder.person_id = holder_id and keys.erased_at is null
  where accounts.tenant = source_tenant and accounts.account_no = moves.account_no)`

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
    `select move_id, moves.number, source_tenant as "sourceTenant", target_tenant as "targetTenant", state, moved_at as "movedAt", reason, cause,
       account_no as "accountNo", customer_type_name as "customerTypeName", meter_type_name as "meterTypeName", moves.address,
       source.name as "sourceTenantName", target.name as "targetTenantName",
       nullif(concat_ws(' · ', source.contact_name, source.contact_phone), '') as "administratorContact", ${telephone} as telephone
     from (select * ${found} order by moved_at desc, move_id, number limit $3 offset $4) moves
     left join platform.tenants source on source.code = source_tenant left join platform.tenants target on target.code = target_tenant
     order by moved_at desc, move_id, moves.number`,
    [...given, pageSize, (pageNum - 1) * pageSize],
  )
  return {
    rows: rows.map(({ move_id, movedAt, ...move }) => ({
      ...move,
      moveKey: `${move_id}/${move.number}`,
      movedAt: movedAt.toISOString(),
      telephone: move.telephone && maskTelephone(move.telephone),
    })),
    total: counted.rows[0]!.total,
    isTotalBounded: false,
  }
}

export type Movable = {
  number: string
  isAway: boolean
  meterTypeId: number | null
  meterTypeName: string | null
  accountNo: string | null
  customerTypeId: number | null
}
type StoredMovable = {
  number: string
  is_away: boolean
  meter_type_id: string | null
  meter_type_name: string | null
  account_no: string | null
  customer_type_id: string | null
}

/** These meters of the connection's tenant, with the account of each and the type of its customer. */
export const findMovable = async (database: PoolClient, numbers: readonly string[]): Promise<Movable[]> => {
  const { rows } = await database.query<StoredMovable>(
    `select number, state = 'moved' as is_away, meter_type_id, meter_type_name, account_no, customer_type_id
     from views.meters left join platform.meter_types types using (tenant, meter_type_id) left join lateral
       (select account_no, customer_type_id from views.accounts where accounts.tenant = meters.tenant and meter_no = number and status <> '${AccountStatus.enum.cancelled}' limit 1) account on true
     where number = any($1::text[])`,
    [numbers],
  )
  const idOf = (id: string | null) => (id === null ? null : Number(id))
  return rows.map(({ number, is_away, meter_type_id, meter_type_name, account_no, customer_type_id }) => ({
    number,
    isAway: is_away,
    meterTypeId: idOf(meter_type_id),
    meterTypeName: meter_type_name,
    accountNo: account_no,
    customerTypeId: idOf(customer_type_id),
  }))
}
