import type { Connections } from '@nightflow/event-log/postgres/database'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import {
  duplicateWithin,
  type RequestKind,
  type RequestOfWork,
  RequestStatus,
  requestLimits,
  requestsMax,
} from '@nightflow/schemas/work-orders/public-request'
import { networkOf } from '../rules/network-of.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import type { Queryable } from '../storage/platform-tables.ts'

export type NewRequest = {
  tenant: string
  requestKey: string
  codeDigest: string
  requestKind: RequestKind
  place: string
  longitude: number | null
  latitude: number | null
  description: string
  contactName: string
  contactPhone: string
  photo: { mediaType: string; bytes: Buffer } | null
  address: string
}

const { received, ordered, closed } = RequestStatus.enum
const hourSeconds = 3600
const windowSeconds = 900

type Recent = { network: number; tenant: number }

/** Keeps a request, once for its key, and answers its number; `too-fast` beyond the limits of its network and of the utility. */
export const keepRequest = (pool: Connections, request: NewRequest): Promise<number | Rejection> =>
  inTransaction(pool, async (client) => {
    const { tenant, requestKey, photo, address } = request
    const network = networkOf(address)
    await client.query(`select pg_advisory_xact_lock(hashtextextended('request ' || $1, 0))`, [network])
    const known = await client.query<{ requestNo: number }>(
      'select request_id::float8 as "requestNo" from platform.public_requests where tenant = $1 and request_key = $2',
      [tenant, requestKey],
    )
    if (known.rows[0]) return known.rows[0].requestNo
    const { rows } = await client.query<Recent>(
      `select (select count(*)::int from platform.public_requests where network = $1 and create_time > now() - make_interval(secs => $3)) as network,
         (select count(*)::int from platform.public_requests where tenant = $2 and create_time > now() - make_interval(secs => $3)) as tenant`,
      [network, tenant, hourSeconds],
    )
    if (rows[0]!.network >= requestLimits.perNetwork || rows[0]!.tenant >= requestLimits.perTenant)
      return rejected('too-fast', { retryAfterSeconds: hourSeconds })
    const inserted = await client.query<{ requestNo: number }>(
      `insert into platform.public_requests (tenant, request_key, code_digest, request_kind, place, longitude, latitude, description,
         contact_name, contact_phone, photo, photo_type, network)
       values ($1, $2, $3, $4, $5, $6, $7, $8, nullif($9, ''), nullif($10, ''), $11, $12, $13) returning request_id::float8 as "requestNo"`,
      [
        ...[tenant, requestKey, request.codeDigest, request.requestKind, request.place, request.longitude, request.latitude],
        ...[request.description, request.contactName, request.contactPhone, photo?.bytes ?? null, photo?.mediaType ?? null, network],
      ],
    )
    return inserted.rows[0]!.requestNo
  })

type Near = { tenant: string; requestKind: RequestKind; longitude: number; latitude: number }

/** Requests of one type near a place, by the distance on a plane, which is exact enough for some hundred metres. */
const isNear = `create_time > now() - make_interval(days => ${duplicateWithin.days}) and longitude is not null
  and sqrt(power((latitude - $3) * 111320, 2) + power((longitude - $2) * 111320 * cos(radians($3)), 2)) <= ${duplicateWithin.metres}`

export const countNear = async (database: Queryable, { tenant, requestKind, longitude, latitude }: Near) => {
  const { rows } = await database.query<{ count: number; newest: Date | null }>(
    `select count(*)::int as count, max(create_time) as newest from platform.public_requests where tenant = $1 and request_kind = $4 and ${isNear}`,
    [tenant, longitude, latitude, requestKind],
  )
  return { count: rows[0]!.count, newestTime: rows[0]!.newest?.toISOString() ?? null }
}

type NearRow = { requestId: number; requestKind: RequestKind; place: string; createTime: string; isLinked: boolean }

/** Other requests near a place that are not closed, for the person who works on one. */
export const openNear = async (
  database: Queryable,
  { requestId, longitude, latitude }: { requestId: number; longitude: number; latitude: number },
): Promise<NearRow[]> => {
  const { rows } = await database.query<Omit<NearRow, 'createTime'> & { createTime: Date }>(
    `select request_id::float8 as "requestId", request_kind as "requestKind", place, create_time as "createTime",
       order_id is not null or case_id is not null as "isLinked"
     from platform.public_requests where request_id <> $1 and status <> '${closed}' and ${isNear} order by create_time desc limit 20`,
    [requestId, longitude, latitude],
  )
  return rows.map((row) => ({ ...row, createTime: row.createTime.toISOString() }))
}

export type FollowedRequest = {
  requestKind: RequestKind
  status: RequestStatus
  orderId: string | null
  place: string
  answer: string
  createTime: Date
}

/** A request by its number and code; undefined for a wrong one, which is counted. `too-fast` after too many of them. */
export const openRequest = (
  pool: Connections,
  { tenant, requestNo, codeDigest, address }: { tenant: string; requestNo: number; codeDigest: string; address: string },
): Promise<FollowedRequest | undefined | Rejection> =>
  inTransaction(pool, async (client) => {
    const network = networkOf(address)
    await client.query(`select pg_advisory_xact_lock(hashtextextended('request ' || $1, 0))`, [network])
    await client.query('delete from platform.public_request_attempts where attempt_time < now() - make_interval(secs => $1)', [
      windowSeconds,
    ])
    const failed = await client.query('select from platform.public_request_attempts where network = $1', [network])
    if ((failed.rowCount ?? 0) >= requestLimits.wrongCodes) return rejected('too-fast', { retryAfterSeconds: windowSeconds })
    const { rows } = await client.query<FollowedRequest>(
      `select request_kind as "requestKind", status, order_id as "orderId", place, answer, create_time as "createTime"
       from platform.public_requests where tenant = $1 and request_id = $2 and code_digest = $3`,
      [tenant, requestNo, codeDigest],
    )
    if (rows[0]) return rows[0]
    await client.query('insert into platform.public_request_attempts (tenant, network) values ($1, $2)', [tenant, network])
    return undefined
  })

/** The photo of a request of the caller's tenant. */
export const photoOfRequest = async (database: Queryable, requestId: number): Promise<{ mediaType: string; bytes: Buffer } | undefined> => {
  const { rows } = await database.query<{ mediaType: string; bytes: Buffer }>(
    'select photo_type as "mediaType", photo as bytes from platform.public_requests where request_id = $1 and photo is not null',
    [requestId],
  )
  return rows[0]
}

export const noteOrder = async (database: Queryable, requestId: number, orderId: string, by: string): Promise<void> => {
  await database.query(
    `update platform.public_requests set order_id = $2, status = '${ordered}', update_by = $3, update_time = now()
     where request_id = $1 and status in ('${received}', '${ordered}')`,
    [requestId, orderId, by],
  )
}

/** The case of a request, and of all others of the same order. */
export const noteCase = async (database: Queryable, requestId: number, caseId: string, by: string): Promise<void> => {
  await database.query(
    `update platform.public_requests set case_id = $2, status = case status when '${received}' then '${ordered}' else status end, update_by = $3, update_time = now()
     where request_id = $1 or order_id = (select order_id from platform.public_requests where request_id = $1)`,
    [requestId, caseId, by],
  )
}

/** The requests that an order answers get its case. */
export const noteCaseOfOrder = async (database: Queryable, orderId: string, caseId: string, by: string): Promise<void> => {
  await database.query(
    `update platform.public_requests set case_id = $2, update_by = $3, update_time = now() where order_id = $1 and case_id is null`,
    [orderId, caseId, by],
  )
}

/** A request gets the order and the case of another one. False where there is no such request, or it has neither. */
export const joinRequestRow = async (database: Queryable, requestId: number, otherId: number, by: string): Promise<boolean> => {
  const { rowCount } = await database.query(
    `update platform.public_requests joined set order_id = other.order_id, case_id = other.case_id, status = '${ordered}', update_by = $3, update_time = now()
     from platform.public_requests other where joined.request_id = $1 and other.request_id = $2 and joined.request_id <> other.request_id
       and joined.tenant = other.tenant and joined.status <> '${closed}' and (other.order_id is not null or other.case_id is not null)`,
    [requestId, otherId, by],
  )
  return rowCount === 1
}

type OfWork = { orderId: string | null; caseId: string | null }

/** The requests of an order or of a case, the oldest first. */
export const requestsOfWork = async (database: Queryable, { orderId, caseId }: OfWork): Promise<RequestOfWork[]> => {
  const { rows } = await database.query<Omit<RequestOfWork, 'createTime'> & { createTime: Date }>(
    `select request_id::float8 as "requestId", request_kind as "requestKind", status, place, description, create_time as "createTime"
     from platform.public_requests where order_id = $1 or case_id = $2 order by request_id limit ${requestsMax}`,
    [orderId, caseId],
  )
  return rows.map((row) => ({ ...row, createTime: row.createTime.toISOString() }))
}

export const closeRequestRow = async (database: Queryable, requestId: number, answer: string, by: string): Promise<boolean> => {
  const { rowCount } = await database.query(
    `update platform.public_requests set status = '${closed}', answer = $2, update_by = $3, update_time = now() where request_id = $1`,
    [requestId, answer, by],
  )
  return rowCount === 1
}

/** Deletes the personal data of a request; type, place and state stay. */
export const eraseRequestRow = async (database: Queryable, requestId: number, by: string): Promise<boolean> => {
  const { rowCount } = await database.query(
    `update platform.public_requests set contact_name = null, contact_phone = null, description = '', photo = null, photo_type = null,
       erased_time = now(), update_by = $2, update_time = now() where request_id = $1`,
    [requestId, by],
  )
  return rowCount === 1
}
