import { createHmac, randomBytes } from 'node:crypto'
import {
  DeliveryStatus,
  type WebhookTopic,
  webhookFailingDaysMax,
  webhookPauseSeconds,
  webhookSecretHours,
} from '@nightflow/schemas/payments/webhook'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { Queryable } from '../storage/platform-tables.ts'
import { sealAt, unsealAt } from './credentials.ts'

const { enabled, disabled } = InUse.enum
const { waiting, delivered, failed } = DeliveryStatus.enum
const keptDays = 30
const secretBytes = 32

type Place = { tenant: string; endpointId: number }
const placeOf = ({ tenant, endpointId }: Place) => ['webhook', tenant, endpointId] as const

/** Makes a secret and keeps the one before for a day. Undefined where there is no such endpoint. */
export const renewSecret = async (database: Queryable, place: Place, now: Date): Promise<string | undefined> => {
  const { rowCount } = await database.query(
    'update platform.webhook_endpoints set secret_time = $3 where tenant = $1 and endpoint_id = $2',
    [place.tenant, place.endpointId, now],
  )
  if (rowCount !== 1) return undefined
  const secret = `whsec_${randomBytes(secretBytes).toString('base64url')}`
  await database.query(
    `insert into platform.webhook_secrets as kept (tenant, endpoint_id, sealed) values ($1, $2, $3)
     on conflict (tenant, endpoint_id) do update
     set sealed = excluded.sealed, previous_sealed = kept.sealed, previous_until = $4::timestamptz + make_interval(hours => $5)`,
    [place.tenant, place.endpointId, await sealAt(database, placeOf(place), secret), now, webhookSecretHours],
  )
  return secret
}

/** `t=<epoch seconds>,v1=<hex>`: HMAC-SHA256 over the timestamp, a point and the bytes; one `v1` for each secret that is good. */
export const webhookSignature = (secrets: readonly string[], body: string, now: Date): string => {
  const timestamp = Math.floor(now.getTime() / 1000)
  const signed = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`)
  return [`t=${timestamp}`, ...signed].join(',')
}

export type WebhookEvent = { tenant: string; topic: WebhookTopic; eventType: string; eventId: string; body: string; at: Date }

/** A delivery for each endpoint of the tenant that chose the topic and has a secret, once for each event. */
export const addDeliveries = async (database: Queryable, { tenant, topic, eventType, eventId, body, at }: WebhookEvent): Promise<void> => {
  await database.query(
    `insert into platform.webhook_deliveries (tenant, endpoint_id, endpoint_name, topic, event_type, event_id, body, next_time, create_time)
     select tenant, endpoint_id, endpoint_name, $2, $3, $4, $5, $6, $6 from platform.webhook_endpoints
     where tenant = $1 and status = '${enabled}' and topics ? $2 and secret_time is not null
     on conflict do nothing`,
    [tenant, topic, eventType, eventId, body, at],
  )
}

/** Endpoints to which something is due, at most so many. */
export const dueEndpoints = async (database: Queryable, now: Date, limit: number): Promise<Place[]> => {
  const { rows } = await database.query<Place>(
    `select distinct sent.tenant, sent.endpoint_id::float8 as "endpointId" from platform.webhook_deliveries sent
     join platform.webhook_endpoints known using (tenant, endpoint_id)
     where sent.status = '${waiting}' and sent.next_time <= $1 and known.status = '${enabled}' limit $2`,
    [now, limit],
  )
  return rows
}

export type DueDelivery = { deliveryId: number; body: string; attempts: number; eventId: string; eventType: string }
type Due = { address: string; secrets: string[]; deliveries: DueDelivery[] }

/** The deliveries that are due for one endpoint, the oldest first, with its good secrets. */
export const dueOf = async (database: Queryable, place: Place, now: Date, limit: number): Promise<Due | undefined> => {
  const { tenant, endpointId } = place
  const found = await database.query<{ address: string; sealed: Buffer; previous: Buffer | null }>(
    `select address, sealed, case when previous_until > $3 then previous_sealed end as previous
     from platform.webhook_endpoints join platform.webhook_secrets using (tenant, endpoint_id)
     where tenant = $1 and endpoint_id = $2 and status = '${enabled}'`,
    [tenant, endpointId, now],
  )
  const [row] = found.rows
  if (!row) return undefined
  const { rows: deliveries } = await database.query<DueDelivery>(
    `select delivery_id::float8 as "deliveryId", body, attempts, event_id as "eventId", event_type as "eventType" from platform.webhook_deliveries
     where tenant = $1 and endpoint_id = $2 and status = '${waiting}' and next_time <= $3 order by delivery_id limit $4`,
    [tenant, endpointId, now, limit],
  )
  const sealed = row.previous ? [row.sealed, row.previous] : [row.sealed]
  const secrets = await Promise.all(sealed.map((each) => unsealAt(database, placeOf(place), each)))
  return { address: row.address, secrets, deliveries }
}

type Outcome = { deliveryId: number; attempts: number; status: number | null; detail: string | null; isTaken: boolean; isRefused: boolean }

/** Keeps what came of an attempt. Answers whether the endpoint was switched off by it. */
export const recordAttempt = async (database: Queryable, { tenant, endpointId }: Place, attempt: Outcome, now: Date): Promise<boolean> => {
  const { deliveryId, attempts, status, detail, isTaken, isRefused } = attempt
  const pause = webhookPauseSeconds[attempts]
  const isOver = isTaken || isRefused || pause === undefined
  await database.query(
    `update platform.webhook_deliveries set attempts = attempts + 1, answer_status = $3, detail = $4, status = $5, next_time = $6, delivered_time = $7
     where tenant = $1 and delivery_id = $2`,
    [
      ...[tenant, deliveryId, status, detail],
      isTaken ? delivered : isOver ? failed : waiting,
      isOver ? null : new Date(now.getTime() + pause! * 1000),
      isTaken ? now : null,
    ],
  )
  if (isTaken) {
    await database.query(
      'update platform.webhook_endpoints set failing_since = null where tenant = $1 and endpoint_id = $2 and failing_since is not null',
      [tenant, endpointId],
    )
    return false
  }
  const { rowCount } = await database.query(
    `update platform.webhook_endpoints set failing_since = coalesce(failing_since, $3),
       status = case when failing_since < $3::timestamptz - make_interval(days => $4) then '${disabled}' else status end
     where tenant = $1 and endpoint_id = $2 and status = '${enabled}' returning status`,
    [tenant, endpointId, now, webhookFailingDaysMax],
  )
  if (rowCount !== 1) return false
  const { rows } = await database.query<{ isOff: boolean }>(
    `select status = '${disabled}' as "isOff" from platform.webhook_endpoints where tenant = $1 and endpoint_id = $2`,
    [tenant, endpointId],
  )
  return rows[0]?.isOff ?? false
}

/** The delivery is sent again at once; undefined where there is none of this number. */
export const replayDelivery = async (
  database: Queryable,
  tenant: string,
  deliveryId: number,
  now: Date,
): Promise<DeliveryStatus | undefined> => {
  const { rows } = await database.query<{ before: DeliveryStatus }>(
    `update platform.webhook_deliveries sent set status = '${waiting}', attempts = 0, next_time = $3
     from platform.webhook_deliveries before where before.delivery_id = sent.delivery_id and sent.tenant = $1 and sent.delivery_id = $2
     returning before.status as before`,
    [tenant, deliveryId, now],
  )
  return rows[0]?.before
}

/** Deliveries of long ago are deleted, a few at a time. */
export const forgetDeliveries = async (database: Queryable, now: Date): Promise<void> => {
  await database.query(
    `delete from platform.webhook_deliveries where delivery_id in (
       select delivery_id from (select delivery_id, create_time from platform.webhook_deliveries order by delivery_id limit 500) as oldest
       where create_time < $1::timestamptz - make_interval(days => $2))`,
    [now, keptDays],
  )
}
