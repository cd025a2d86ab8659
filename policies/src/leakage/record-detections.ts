import { detectionDecider } from '@nightflow/domain/leakage/detection/detection-decider'
import { dateOfDay } from '@nightflow/domain/shared/local-time'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { listTenants } from '@nightflow/platform/tenants/tenants'
import { readPressureDays } from '@nightflow/projections/joined/area-pressure'
import { findZones, judgeZone, lastDayToJudge, type ZoneToJudge } from '@nightflow/projections/leakage/judge-zone'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'
import { type Condition, definePolicy, type Reaction } from '../shared/define-policy.ts'

/** Imported history is recorded some minutes after it was sent; answers show it before. */
const everyMilliseconds = 300_000
const zonesAtOnce = 500

/**
 * When a local day is over, judge the flow of every metering point and record the leaks that it shows. Days that a stop of the service left out, and imported ones,
 * are judged one after the other, each from the days up to it.
 */
export const recordDetections = (every = everyMilliseconds) => {
  /** The last day that was judged of each metering point: a quiet one has an event a week. */
  const judged = new Map<string, string>()
  return definePolicy({
    name: 'leakage/record-detections',
    actor: 'policy:detection',
    conditions: { everyMilliseconds: every, find: ({ pool, now }) => findDue(pool, now, judged) },
  })
}

async function* findDue(pool: Pool, now: Date, judged: Map<string, string>): AsyncGenerator<Condition> {
  for (const { code } of await listTenants(pool)) {
    for (let afterId: string | undefined = ''; afterId !== undefined; ) {
      const page: { afterId: string; limit: number } = { afterId, limit: zonesAtOnce }
      const zones: ZoneToJudge[] = await withTenant(pool, code, (database) => findZones(database, page))
      for (const zone of zones) {
        const key = `${code}/${zone.id}`
        const state = `${zone.basis}/${lastDayToJudge(zone, now.getTime())}`
        if (judged.get(key) === state) continue
        yield { tenant: code, key: zone.id, react: (reaction) => judge(pool, reaction, zone, { key, state, judged }) }
      }
      afterId = zones.length < zonesAtOnce ? undefined : zones.at(-1)?.id
    }
  }
}

type Memo = { key: string; state: string; judged: Map<string, string> }

const judge = async (pool: Pool, { tenant, now, execute }: Reaction, zone: ZoneToJudge, { key, state, judged }: Memo): Promise<void> => {
  const last = lastDayToJudge(zone, now.getTime())
  const command = await withTenant(pool, tenant, (database) =>
    judgeZone(database, zone, { now: now.getTime(), readPressures: readPressureDays }),
  )
  if (command) {
    const recorded = await execute(detectionDecider, command)
    if (recorded !== 'done-before' && isRejection(recorded))
      throw new TypeError(`detections of ${zone.id} were rejected: ${recorded.rejected}`)
  }
  const until = command?.until ?? (zone.recorded?.basis === zone.basis ? zone.recorded.until : '')
  // While days are missing, they may be about to come: the next round looks again.
  if (until >= dateOfDay(last)) judged.set(key, state)
}
