import type { Connections } from '@nightflow/event-log/postgres/database'
import type { GatewayDownlink } from '@nightflow/schemas/platform/gateway-downlink'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Queryable } from '../storage/platform-tables.ts'
import { writeAsTenant } from '../storage/write-as-tenant.ts'

const columns = ['kind', 'url', 'application', 'webhook', 'device', 'port', 'open_payload', 'close_payload'] as const

/** Sets how valve commands are pushed to a gateway's network server. Without a secret the one that is stored stays. */
export const setDownlink = (
  pool: Connections,
  tenant: string,
  name: string,
  downlink: GatewayDownlink,
  secret: string | undefined,
): Promise<Rejection<'not-found' | 'downlink-secret-missing'> | undefined> =>
  writeAsTenant(pool, tenant, async (database) => {
    const known = await database.query('select from platform.gateways where tenant = $1 and name = $2', [tenant, name])
    if (known.rowCount === 0) return rejected('not-found')
    const values = [tenant, name, ...valuesOf(downlink)]
    const changed = await database.query(
      `update platform.gateway_downlinks set ${columns.map((column, place) => `${column} = $${place + 3}`).join(', ')}
         ${secret === undefined ? '' : `, secret = $${columns.length + 3}`} where tenant = $1 and gateway = $2`,
      secret === undefined ? values : [...values, secret],
    )
    if (changed.rowCount !== 0) return undefined
    if (secret === undefined) return rejected('downlink-secret-missing')
    await database.query(
      `insert into platform.gateway_downlinks (tenant, gateway, ${columns.join(', ')}, secret)
       values ($1, $2, ${columns.map((_, place) => `$${place + 3}`).join(', ')}, $${columns.length + 3})`,
      [...values, secret],
    )
    return undefined
  })

const valuesOf = ({ kind, url, application, webhook, device, port, openPayload, closePayload }: GatewayDownlink) => [
  kind,
  url,
  application,
  webhook,
  device,
  port,
  openPayload,
  closePayload,
]

/** False when the gateway polled before. */
export const removeDownlink = (pool: Connections, tenant: string, name: string): Promise<boolean> =>
  writeAsTenant(pool, tenant, async (database) => {
    const removed = await database.query('delete from platform.gateway_downlinks where tenant = $1 and gateway = $2', [tenant, name])
    return removed.rowCount !== 0
  })

export type DownlinkOfMeter = GatewayDownlink & { gateway: string; secret: string }

/** How to push to the gateway that reported a meter last; undefined where that gateway polls or was revoked. For the service alone: it has the secret. */
export const findDownlinkOfMeter = async (database: Queryable, tenant: string, number: string): Promise<DownlinkOfMeter | undefined> => {
  const { rows } = await database.query<DownlinkOfMeter>(
    `select downlinks.gateway, kind, url, application, webhook, device, port, open_payload as "openPayload", close_payload as "closePayload", secret
     from views.meters
     join lateral (select gateway from views.meter_days where meter_id = meters.id and gateway <> '' order by day desc limit 1) latest on true
     join platform.gateways on gateways.tenant = meters.tenant and gateways.name = latest.gateway and gateways.revoked_at is null
     join platform.gateway_downlinks downlinks on downlinks.tenant = gateways.tenant and downlinks.gateway = gateways.name
     where meters.tenant = $1 and meters.number = $2`,
    [tenant, number],
  )
  return rows[0]
}
