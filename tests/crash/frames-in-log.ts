import type { Pool } from 'pg'
import type { EventStoreDbStandIn } from '../support/eventstoredb-stand-in/start-stand-in.ts'

/** A frame as stored in the log, read without any code of the service. */
export type FrameInLog = { gateway: string; frame: string; times: number; position: number }

const frameType = 'metering.ReadingsReported'

export const framesInPostgres = async (pool: Pool, tenant: string): Promise<FrameInLog[]> =>
  (
    await pool.query<FrameInLog>(
      `select data->>'gateway' as gateway, data->>'frameId' as frame, count(*)::int as times, min(position)::float8 as position
       from log.events where tenant = $1 and type = $2 group by 1, 2`,
      [tenant, frameType],
    )
  ).rows

/** Beside packed readings, a frame's data is in the metadata of its record. */
export const framesInStandIn = ({ log }: EventStoreDbStandIn, tenant: string): FrameInLog[] => {
  const frames = new Map<string, FrameInLog>()
  for (const { stream, type, metadata, position } of log.records) {
    if (type !== frameType || !stream.startsWith(`nightflow/${tenant}/`)) continue
    const { data } = JSON.parse(Buffer.from(metadata).toString('utf8')) as { data: string }
    const { gateway, frameId: frame } = JSON.parse(data) as { gateway: string; frameId: string }
    const first = frames.get(`${gateway}/${frame}`)
    if (first) first.times += 1
    else frames.set(`${gateway}/${frame}`, { gateway, frame, times: 1, position })
  }
  return [...frames.values()]
}
