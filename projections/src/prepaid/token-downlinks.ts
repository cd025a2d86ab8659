import type { Pool } from 'pg'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

const row = z.object({
  downlinkId: z.uuid(),
  meterNo: z.string(),
  digits: z.string(),
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isSent: z.boolean(),
  isOver: z.boolean(),
})

/** Tokens on their way to meters by radio. */
export const tokenDownlinks = defineEntity({
  name: 'prepaid/token-downlinks',
  version: 1,
  table: 'token_downlinks',
  key: ['downlinkId'],
  row,
  indexes: { waiting: '(tenant, meter_no) where not is_over' },
  evolve: {
    'prepaid.TokenDownlinkRequested': (seen, { data: { downlinkId, meterNo, tokens, at, expiresAt } }) =>
      seen ?? { downlinkId, meterNo, digits: tokens.join(' '), requestedAt: at, expiresAt, isSent: false, isOver: false },
    'prepaid.TokenDownlinkSent': (seen) => seen && { ...seen, isSent: true },
    'prepaid.TokenDownlinkConfirmed': (seen) => seen && { ...seen, isOver: true },
    'prepaid.TokenDownlinkFailed': (seen) => seen && { ...seen, isOver: true },
  },
})

export type WaitingToken = { downlinkId: string; meterNo: string; digits: string; expiresAt: Date; isSent: boolean }

/** Tokens that wait for a gateway: those of meters that it reported last; at most 100, the oldest first. */
export const listWaitingTokens = async (pool: Pool, tenant: string, gateway: string): Promise<WaitingToken[]> => {
  const { rows } = await pool.query<WaitingToken>(
    `select downlink_id as "downlinkId", meter_no as "meterNo", digits, expires_at as "expiresAt", is_sent as "isSent"
     from views.token_downlinks downlinks
     join views.meters on meters.tenant = downlinks.tenant and meters.number = downlinks.meter_no
     join lateral (select gateway from views.meter_days where meter_id = meters.id and gateway <> '' order by day desc limit 1) latest on true
     where downlinks.tenant = $1 and not is_over and expires_at > now() and latest.gateway = $2 order by requested_at limit 100`,
    [tenant, gateway],
  )
  return rows
}
