import { verifyViews } from '@nightflow/projections/shared/replay'
import type { GatewayLoad } from './gateway-load.ts'
import type { PlayedUtility } from './stage.ts'

export type Tally = {
  sent: number
  acknowledged: number
  repeated: number
  found: number
  lost: string[]
  duplicated: string[]
  broken: string[]
}

/**
 * Holds the acknowledgements against the log, and the log against itself and the views: every acknowledged frame is there once, at the
 * position that was told, if one was; every hash chain holds; the views equal those rebuilt from the log.
 */
export const checkNothingLost = async ({ pool, log }: PlayedUtility, tenant: string, load: GatewayLoad): Promise<Tally> => {
  const { rows } = await pool.query<{ gateway: string; frame: string; times: number; position: number }>(
    `select data->>'gateway' as gateway, data->>'frameId' as frame, count(*)::int as times, min(position)::float8 as position
     from log.events where tenant = $1 and type = 'metering.ReadingsReported' group by 1, 2`,
    [tenant],
  )
  const found = new Map(rows.map((row) => [`${row.gateway}/${row.frame}`, row]))
  const lost: string[] = []
  for (const [name, { position }] of load.acknowledged) {
    const row = found.get(name)
    if (!row) lost.push(`${name} was acknowledged and is not in the log`)
    else if (position !== null && row.position !== position) lost.push(`${name} was acknowledged at ${position} and is at ${row.position}`)
  }
  const duplicated = rows.filter(({ times }) => times > 1).map(({ gateway, frame, times }) => `${gateway}/${frame} is there ${times} times`)
  const broken = await verifyViews({ pool, log })
  return {
    sent: load.sent,
    acknowledged: load.acknowledged.size,
    repeated: load.repeated,
    found: found.size,
    lost: lost.slice(0, 20),
    duplicated: duplicated.slice(0, 20),
    broken: [...broken, ...load.faults].slice(0, 20),
  }
}
