import { setTimeout as pause } from 'node:timers/promises'
import { alarmDecider } from '@nightflow/domain/alarms/alarm-decider'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { type AlarmCondition, findSilenceAndFailures } from '@nightflow/projections/alarms/alarm-conditions'
import { loadPolicyCheckpoint, savePolicyCheckpoint } from '@nightflow/projections/platform/policy-checkpoints'
import { listTenants } from '@nightflow/projections/platform/tenants'
import type { ReadingsReported } from '@nightflow/schemas/metering/report-readings'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'
import { type OnSkipped, skipImpossible } from '../shared/skip-impossible.ts'
import { alarmsOfFlags } from './flag-words.ts'
import { findPartitionConditions } from './partition-conditions.ts'

export type AlarmPolicyParts = {
  log: EventLog
  pool: Pool
  signal: AbortSignal
  /** Epoch milliseconds. */
  now?: () => number
  lookEveryMilliseconds?: number
  /** An event or a condition that no alarm can be made of; the policy goes on with the next. */
  onSkipped?: OnSkipped
}

const policyName = 'alarms/alarm-policies'
const actor = 'policy:alarms'
const lookEveryMilliseconds = 60_000
const checkpointEveryMilliseconds = 1_000
/** What a meter said longer ago is history: an imported year must not ring the bell a thousand times. */
const newsMilliseconds = 2 * 86_400_000

/** Raises alarms from what meters say and from what the views show; ends when the signal aborts, throws when the log or the database fails. */
export const runAlarmPolicies = async (parts: AlarmPolicyParts): Promise<void> => {
  const failed = new AbortController()
  const signal = AbortSignal.any([parts.signal, failed.signal])
  const both = [whenMeterComplainsRaiseAlarm, whenViewsShowConditionRaiseAlarm].map((policy) =>
    policy({ ...parts, signal }).catch((error: unknown) => {
      failed.abort()
      throw error
    }),
  )
  const ended = await Promise.allSettled(both)
  for (const policy of ended) if (policy.status === 'rejected' && !parts.signal.aborted) throw policy.reason
}

const whenViewsShowConditionRaiseAlarm = async ({ log, pool, signal, onSkipped, ...times }: AlarmPolicyParts): Promise<void> => {
  const now = times.now ?? Date.now
  while (!signal.aborted) {
    const at = new Date(now())
    const skip = (about: { tenant?: string }, work: () => Promise<void>) =>
      skipImpossible({ policy: policyName, ...about }, onSkipped, work)
    const conditions: AlarmCondition[] = []
    await skip({}, async () => void conditions.push(...(await findSilenceAndFailures(pool, at))))
    for (const { code: tenant } of await listTenants(pool))
      await skip({ tenant }, async () => void conditions.push(...(await findPartitionConditions(pool, tenant, at))))
    for (const condition of conditions) {
      if (signal.aborted) return
      await skip({ tenant: condition.tenant }, () => raise(log, condition, at))
    }
    await pause(times.lookEveryMilliseconds ?? lookEveryMilliseconds, undefined, { signal }).catch(() => undefined)
  }
}

const whenMeterComplainsRaiseAlarm = async ({ log, pool, signal, onSkipped, ...times }: AlarmPolicyParts): Promise<void> => {
  const now = times.now ?? Date.now
  // A position of one engine means nothing in another.
  const name = log.engine === 'postgres' ? policyName : `${policyName} on ${log.engine}`
  let saved = await loadPolicyCheckpoint(pool, name)
  let savedAt = Number.NEGATIVE_INFINITY
  for await (const events of log.subscribe(saved, { types: ['metering.ReadingsReported'], signal })) {
    for (const event of events) {
      if (signal.aborted) return
      const about = { policy: policyName, tenant: event.metadata.tenant, position: event.position }
      await skipImpossible(about, onSkipped, async () => {
        for (const condition of complaintsIn(event, now() - newsMilliseconds)) await raise(log, condition, new Date(now()), event)
      })
    }
    const done = events.at(-1)?.position ?? saved
    if (done > saved && performance.now() - savedAt >= checkpointEveryMilliseconds) {
      await savePolicyCheckpoint(pool, name, done)
      saved = done
      savedAt = performance.now()
    }
  }
}

/** One condition per meter and word, at the first reading that says so. */
export const complaintsIn = ({ data, packed, metadata: { tenant } }: RecordedEvent, since: number): AlarmCondition[] => {
  const { flags, lastAt } = data as ReadingsReported
  if (!packed || !flags || lastAt === null || Date.parse(lastAt) < since || alarmsOfFlags(flags.join(' ')).length === 0) return []
  const { count, meters, meterIndex, at, flagSets, flagIndex } = unpackFrame(packed)
  if (!flagSets || !flagIndex) return []
  const alarmsOfSet = flagSets.map(alarmsOfFlags)
  const found = new Map<string, AlarmCondition>()
  for (let row = 0; row < count; row += 1) {
    if (at[row]! < since) continue
    const subject = meters[meterIndex[row]!]!
    for (const eventType of alarmsOfSet[flagIndex[row]!]!) {
      const key = `${eventType}/${subject}`
      if (!found.has(key)) found.set(key, { tenant, eventType, subject, occurredAt: new Date(at[row]!).toISOString() })
    }
  }
  return [...found.values()]
}

const raise = async (log: EventLog, { tenant, ...condition }: AlarmCondition, now: Date, cause?: RecordedEvent): Promise<void> => {
  const result = await executeCommand(log, {
    decider: alarmDecider,
    tenant,
    actor,
    command: { type: 'RaiseAlarm', ...condition },
    context: { now: now.toISOString(), actor, timeZone: 'UTC' },
    ...(cause !== undefined && { cause: cause.id }),
    ...(cause?.metadata.correlation !== undefined && { correlation: cause.metadata.correlation }),
  })
  if (isRejection(result)) throw new Error(`the alarm ${condition.eventType} of ${condition.subject} was refused: ${result.rejected}`)
}
