import { verifyViews } from '@nightflow/projections/views/replay'
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
 * Holds the acknowledgements against the log, and the log against itself and the read models: every acknowledged frame is there once, at the
 * acknowledged position, if there was one; every hash chain holds, and the read models equal those rebuilt from the log.
 */
export const checkNothingLost = async ({ pool, log, framesInLog }: PlayedUtility, load: GatewayLoad): Promise<Tally> => {
  const frames = await framesInLog()
  const found = new Map(frames.map((one) => [`${one.gateway}/${one.frame}`, one]))
  const lost: string[] = []
  for (const [name, { position }] of load.acknowledged) {
    const one = found.get(name)
    if (!one) lost.push(`${name} was acknowledged and is not in the log`)
    else if (position !== null && one.position !== position) lost.push(`${name} was acknowledged at ${position} and is at ${one.position}`)
  }
  const duplicated = frames
    .filter(({ times }) => times > 1)
    .map(({ gateway, frame, times }) => `${gateway}/${frame} is there ${times} times`)
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
