import { createHash, randomBytes } from 'node:crypto'
import type { Connections } from '@nightflow/event-log/postgres/database'
import type { GatewayRow } from '@nightflow/schemas/platform/gateway'
import type { GatewayDownlink } from '@nightflow/schemas/platform/gateway-downlink'
import { type ListPage, nextPage } from '@nightflow/schemas/shared/list-page'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { GatewayName } from '@nightflow/schemas/shared/values'
import { firstRowOf, platform, type Queryable, rowsOf } from '../storage/platform-tables.ts'
import { writeAsTenant } from '../storage/write-as-tenant.ts'

/** SHA-256 is enough for a key of 256 random bits: there is nothing to guess. */
export const hashGatewayKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/**
 * Creates a gateway and returns its key, this once. A name whose key was revoked may be used again: it gets a new key.
 * Refused when the name's key is still good.
 */
export const createGateway = async (
  pool: Connections,
  tenant: string,
  name: string,
): Promise<{ key: string } | Rejection<'gateway-name-taken'>> => {
  const key = `nfk_${randomBytes(32).toString('base64url')}`
  const row = { tenant, name: GatewayName.parse(name), key_hash: hashGatewayKey(key) }
  const created = await writeAsTenant(pool, tenant, (database) =>
    rowsOf(
      database,
      platform
        .insertInto('platform.gateways')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['tenant', 'name'])
            .doUpdateSet({ key_hash: row.key_hash, created_at: new Date(), revoked_at: null })
            .where('gateways.revoked_at' as 'revoked_at', 'is not', null),
        )
        .returning('name'),
    ),
  )
  return created.length > 0 ? { key } : rejected('gateway-name-taken', { name })
}

/** The gateway that a key belongs to, unless revoked; runs before the tenant is known, so on the service's own connection. */
export const findGatewayByKeyHash = (database: Queryable, hash: Uint8Array): Promise<{ tenant: string; name: string } | undefined> =>
  firstRowOf(
    database,
    platform
      .selectFrom('platform.gateways')
      .select(['tenant', 'name'])
      .where('key_hash', '=', Buffer.from(hash))
      .where('revoked_at', 'is', null),
  )

/** Once it is stored the key is unknown: the database notifies the processes that remember it. Revoking twice is revoking once; false when there is no such gateway. */
export const revokeGateway = (pool: Connections, tenant: string, name: string): Promise<boolean> =>
  writeAsTenant(pool, tenant, async (database) => {
    await rowsOf(
      database,
      platform
        .updateTable('platform.gateways')
        .set({ revoked_at: new Date() })
        .where('tenant', '=', tenant)
        .where('name', '=', name)
        .where('revoked_at', 'is', null),
    )
    const known = platform.selectFrom('platform.gateways').select('name').where('tenant', '=', tenant).where('name', '=', name)
    return (await firstRowOf(database, known)) !== undefined
  })

/** A page of the tenant's gateways by name, revoked ones included, with what they sent; on a connection scoped to the tenant. */
export const listGateways = async (
  database: Queryable,
  { limit, page }: ListPage,
): Promise<{ rows: GatewayRow[]; total: number; next: number | null }> => {
  const { rows } = await database.query<GatewayActivity>(
    `select gateways.name, gateways.created_at, gateways.revoked_at, activity.last_seen_at,
       coalesce(activity.frames, 0)::float8 as frames, coalesce(activity.readings, 0)::float8 as readings,
       coalesce(activity.rejected, 0)::float8 as rejected, downlinks.kind, url, application, webhook, device, port,
       open_payload as "openPayload", close_payload as "closePayload"
     from platform.gateways
     left join views.gateway_activity activity on activity.tenant = gateways.tenant and activity.gateway = gateways.name
     left join platform.gateway_downlinks downlinks on downlinks.tenant = gateways.tenant and downlinks.gateway = gateways.name
     where gateways.tenant = current_setting('nightflow.tenant')
     order by gateways.name limit $1 offset $2`,
    [limit, (page - 1) * limit],
  )
  const counted = await database.query<{ total: number }>(
    `select count(*)::int as total from platform.gateways where tenant = current_setting('nightflow.tenant')`,
  )
  const { total } = counted.rows[0]!
  return {
    rows: rows.map(({ name, frames, readings, rejected: refused, created_at, revoked_at, last_seen_at, kind, ...downlink }) => ({
      name,
      createdAt: created_at.toISOString(),
      revokedAt: revoked_at?.toISOString() ?? null,
      lastSeenAt: last_seen_at?.toISOString() ?? null,
      frames,
      readings,
      rejected: refused,
      downlink: kind === null ? null : { kind, ...downlink },
    })),
    total,
    next: nextPage({ limit, page }, total),
  }
}

/** Gateways that are read at once where all of a tenant are needed. */
const gatewaysAtOnce = 1_000

/** Every gateway of the tenant, however many. */
export const everyGateway = async (database: Queryable): Promise<GatewayRow[]> => {
  const rows: GatewayRow[] = []
  for (let page: number | null = 1; page !== null; ) {
    const answer = await listGateways(database, { limit: gatewaysAtOnce, page })
    rows.push(...answer.rows)
    page = answer.next
  }
  return rows
}

type Downlink = Omit<GatewayDownlink, 'kind'> & { kind: GatewayDownlink['kind'] | null }
type GatewayActivity = Downlink & {
  name: string
  created_at: Date
  revoked_at: Date | null
  last_seen_at: Date | null
  frames: number
  readings: number
  rejected: number
}
