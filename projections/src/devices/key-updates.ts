import { type KeyUpdateRow, KeyUpdateState, type listKeyUpdates as listEndpoint } from '@nightflow/schemas/devices/update-key'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { Pool, PoolClient } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'
import { type ListDeclaration, type ListOrder, type ListPlace, listPageOf, type Parameter } from '../storage/list-query.ts'
import { withinMoments } from '../storage/within-moments.ts'

const row = z.object({
  updateId: z.uuid(),
  number: z.string(),
  state: KeyUpdateState,
  attempt: z.int32(),
  requestedAt: z.iso.datetime(),
  requestedBy: z.string(),
  sentAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  reason: z.string(),
})

/** Every key update with its state. */
export const keyUpdates = defineEntity({
  name: 'devices/key-updates',
  version: 1,
  table: 'key_updates',
  key: ['updateId'],
  row,
  indexes: { newest: '(tenant, requested_at, update_id)', waiting: '(tenant, number) where ended_at is null' },
  evolve: {
    'devices.KeyUpdateRequested': (update, { data, metadata }) =>
      update ?? {
        updateId: data.updateId.toLowerCase(),
        number: data.number,
        state: 'executing' as const,
        attempt: 1,
        requestedAt: data.requestedAt,
        requestedBy: metadata.actor,
        sentAt: null,
        endedAt: null,
        reason: data.reason,
      },
    'devices.KeyUpdateSent': (update, { data }) => update && { ...update, sentAt: data.sentAt },
    'devices.KeyUpdateResent': (update, { data }) => update && { ...update, state: 'resend' as const, attempt: data.attempt, sentAt: null },
    'devices.KeyUpdateConfirmed': (update, { data }) =>
      update && { ...update, state: data.attempt > 1 ? ('resendSuccessful' as const) : ('success' as const), endedAt: data.confirmedAt },
    'devices.KeyUpdateTimedOut': (update, { data }) => update && { ...update, state: 'timeout' as const, endedAt: data.timedOutAt },
  },
})

type Filter = Omit<RequestOf<typeof listEndpoint>, 'pageNum' | 'pageSize' | 'from'>

const conditionsOf = (filter: Filter, parameter: Parameter): string[] => {
  const { number, state } = filter
  const conditions: string[] = []
  if (number !== undefined) conditions.push(`position(lower(${parameter(number)}::text) in lower(number)) > 0`)
  if (state !== undefined) conditions.push(`state = ${parameter(state)}`)
  conditions.push(...withinMoments('requested_at', filter, parameter))
  return conditions
}

const list: ListDeclaration<Filter> = {
  from: 'views.key_updates',
  key: ['update_id'],
  sorts: {
    requestedAt: { by: 'requested_at' },
    number: { by: 'number', isComputed: true },
    state: { by: 'state', isComputed: true },
    attempt: { by: 'attempt', isComputed: true },
  },
  conditions: conditionsOf,
  columns: `update_id as "updateId", number, state, attempt, requested_at as "requestedAt", requested_by as "requestedBy", sent_at as "sentAt",
    ended_at as "endedAt", reason`,
}

const orderOf = ({ orderByColumn = '', isAsc }: Filter): ListOrder => {
  const sort = Object.hasOwn(list.sorts, orderByColumn) ? orderByColumn : 'requestedAt'
  const isDescending = isAsc ? isAsc.startsWith('desc') : sort === 'requestedAt'
  return { sort, direction: isDescending ? 'desc' : 'asc' }
}

type Stored = Omit<KeyUpdateRow, 'requestedAt' | 'sentAt' | 'endedAt'> & { requestedAt: Date; sentAt: Date | null; endedAt: Date | null }

/** A page of the tenant's key updates, newest first unless sorted. */
export const listKeyUpdates = async (
  database: PoolClient,
  { pageNum, pageSize, from, ...filter }: Omit<RequestOf<typeof listEndpoint>, 'from'> & Pick<ListPlace, 'from'>,
): Promise<ResponseOf<typeof listEndpoint>> => {
  const place = { ...orderOf(filter), page: pageNum, limit: pageSize, from }
  const page = await listPageOf<Stored, Filter>(database, list, filter, place)
  const rows = page.rows.map((update) => ({
    ...update,
    requestedAt: update.requestedAt.toISOString(),
    sentAt: update.sentAt?.toISOString() ?? null,
    endedAt: update.endedAt?.toISOString() ?? null,
  }))
  return { ...page, rows }
}

export type WaitingKeyUpdate = { number: string; updateId: string; attempt: number; isSent: boolean }

/** Updates that wait for a gateway: those of meters that it reported last; at most 100, the oldest first. */
export const listWaitingKeyUpdates = async (pool: Pool, tenant: string, gateway: string): Promise<WaitingKeyUpdate[]> => {
  const { rows } = await pool.query<WaitingKeyUpdate>(
    `select updates.number, update_id as "updateId", attempt, sent_at is not null as "isSent" from views.key_updates updates
     join views.meters on meters.tenant = updates.tenant and meters.number = updates.number
     join lateral (select gateway from views.meter_days where meter_id = meters.id and gateway <> '' order by day desc limit 1) latest on true
     where updates.tenant = $1 and ended_at is null and latest.gateway = $2 order by requested_at limit 100`,
    [tenant, gateway],
  )
  return rows
}
