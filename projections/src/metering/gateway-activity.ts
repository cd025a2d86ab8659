import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import { defineProjection } from '../projector/projection.ts'

type Activity = { tenant: string; gateway: string; frames: number; readings: number; rejected: number; lastSeenAt: string }

/** Frames and readings of each gateway, and the time of its last frame. Counts are exact because a frame's event is applied once, with the checkpoint. */
export const gatewayActivity = defineProjection({
  name: 'metering/gateway-activity',
  version: 1,
  events: ['metering.ReadingsReported'],
  tables: {
    gateway_activity: `create table gateway_activity (
      tenant text not null,
      gateway text not null,
      frames bigint not null,
      readings bigint not null,
      rejected bigint not null,
      last_seen_at timestamptz not null,
      primary key (tenant, gateway)
    )`,
  },
  open:
    async ({ client }) =>
    async ({ events }) => {
      const activity = new Map<string, Activity>()
      for (const { data, metadata } of events) {
        const { gateway, accepted, rejected, receivedAt } = data as ReadingsReported
        const key = `${metadata.tenant}/${gateway}`
        const sum = activity.get(key) ?? { tenant: metadata.tenant, gateway, frames: 0, readings: 0, rejected: 0, lastSeenAt: receivedAt }
        sum.frames += 1
        sum.readings += accepted
        sum.rejected += rejected.length
        if (Date.parse(receivedAt) > Date.parse(sum.lastSeenAt)) sum.lastSeenAt = receivedAt
        activity.set(key, sum)
      }
      if (activity.size === 0) return
      const sums = [...activity.values()]
      await client.query(
        `insert into gateway_activity as stored
         select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::timestamptz[])
         on conflict (tenant, gateway) do update set frames = stored.frames + excluded.frames, readings = stored.readings + excluded.readings,
           rejected = stored.rejected + excluded.rejected, last_seen_at = greatest(stored.last_seen_at, excluded.last_seen_at)`,
        [
          sums.map(({ tenant }) => tenant),
          sums.map(({ gateway }) => gateway),
          sums.map(({ frames }) => frames),
          sums.map(({ readings }) => readings),
          sums.map(({ rejected }) => rejected),
          sums.map(({ lastSeenAt }) => lastSeenAt),
        ],
      )
    },
})
