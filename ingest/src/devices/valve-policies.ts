import { setTimeout as pause } from 'node:timers/promises'
import { type ValveCommand, valveDecider } from '@nightflow/domain/devices/valve-decider'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { listOverdueValveOperations } from '@nightflow/projections/devices/valve-operations'
import { loadPolicyCheckpoint, savePolicyCheckpoint } from '@nightflow/projections/platform/policy-checkpoints'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'
import { type OnSkipped, skipImpossible } from '../shared/skip-impossible.ts'
import { endEvents, PendingPositions, reachedPositions, requestEvents } from './pending-positions.ts'

/** A policy's position in the log. */
export type PolicyCheckpoint = { load(): Promise<number>; save(position: number): Promise<void> }

export type OverdueOperation = { tenant: string; number: string; operationId: string }

export type ValvePolicyDependencies = {
  log: EventLog
  checkpoint: PolicyCheckpoint
  /** Operations of all tenants past their deadline; at most 100. */
  listOverdue: (now: Date) => Promise<OverdueOperation[]>
  signal: AbortSignal
  /** Epoch milliseconds. */
  now?: () => number
  expireEveryMilliseconds?: number
  /** An event or an operation that nothing can be decided of; the policy goes on with the next. */
  onSkipped?: OnSkipped | undefined
}

const policyName = 'devices/valve-policies'
/** A position of one engine means nothing in another: a log that was moved is read from its beginning, and nothing is decided twice. */
const checkpointOn = ({ engine }: EventLog): string => (engine === 'postgres' ? policyName : `${policyName} on ${engine}`)
const actor = 'policy:valve'
const expireEveryMilliseconds = 5_000
const checkpointEveryMilliseconds = 1_000

/** Both policies of valves on the service's database; ends when the signal aborts, throws when the log or the database fails. */
export const runValvePolicies = (parts: { log: EventLog; pool: Pool; signal: AbortSignal; onSkipped?: OnSkipped }): Promise<void> => {
  const { log, pool, signal, onSkipped } = parts
  return reactToValves({
    log,
    signal,
    onSkipped,
    checkpoint: {
      load: () => loadPolicyCheckpoint(pool, checkpointOn(log)),
      save: (position) => savePolicyCheckpoint(pool, checkpointOn(log), position),
    },
    listOverdue: (now) => listOverdueValveOperations(pool, now),
  })
}

/** Expires operations past their deadline and confirms those whose position a reading shows. When one of the two fails, both end. */
export const reactToValves = async (dependencies: ValvePolicyDependencies): Promise<void> => {
  const failed = new AbortController()
  const signal = AbortSignal.any([dependencies.signal, failed.signal])
  const both = [whenDeadlinePassedExpireOperation, whenReadingsReportedConfirmOperation].map((policy) =>
    policy({ ...dependencies, signal }).catch((error: unknown) => {
      failed.abort()
      throw error
    }),
  )
  const ended = await Promise.allSettled(both)
  for (const policy of ended) if (policy.status === 'rejected' && !dependencies.signal.aborted) throw policy.reason
}

const whenDeadlinePassedExpireOperation = async ({
  log,
  listOverdue,
  signal,
  onSkipped,
  ...times
}: ValvePolicyDependencies): Promise<void> => {
  const now = times.now ?? Date.now
  const every = times.expireEveryMilliseconds ?? expireEveryMilliseconds
  while (!signal.aborted) {
    for (const { tenant, number, operationId } of await listOverdue(new Date(now()))) {
      if (signal.aborted) return
      await skipImpossible({ policy: policyName, tenant }, onSkipped, () =>
        decide(log, now, tenant, { type: 'ExpireValveOperation', number, operationId }),
      )
    }
    await pause(every, undefined, { signal }).catch(() => undefined)
  }
}

/**
 * Reads the log from its checkpoint on. The checkpoint stays before the oldest operation under way, so that after a restart the same
 * requests and readings are met again; what was confirmed before is confirmed without a new event.
 */
const whenReadingsReportedConfirmOperation = async (dependencies: ValvePolicyDependencies): Promise<void> => {
  const { log, checkpoint, signal } = dependencies
  const now = dependencies.now ?? Date.now
  const pending = new PendingPositions()
  let saved = await checkpoint.load()
  let savedAt = Number.NEGATIVE_INFINITY
  const types = [...requestEvents, ...endEvents, 'metering.ReadingsReported']
  for await (const events of log.subscribe(saved, { types, signal })) {
    for (const event of events) {
      if (signal.aborted) return
      const about = { policy: policyName, tenant: event.metadata.tenant, position: event.position }
      await skipImpossible(about, dependencies.onSkipped, () =>
        event.type === 'metering.ReadingsReported' ? confirmReached(log, now, pending, event) : pending.apply(event),
      )
    }
    const done = pending.donePosition(events.at(-1)?.position ?? saved)
    // Saving seldom costs a restart a second's worth of readings, and a busy log nothing.
    if (done > saved && performance.now() - savedAt >= checkpointEveryMilliseconds) {
      await checkpoint.save(done)
      saved = done
      savedAt = performance.now()
    }
  }
}

const confirmReached = async (log: EventLog, now: () => number, pending: PendingPositions, event: RecordedEvent): Promise<void> => {
  const { tenant } = event.metadata
  const operations = pending.of(tenant)
  // Almost always no valve operation is pending, and the frame need not even be unpacked.
  if (operations.length === 0 || !event.packed) return
  for (const { number, operationId } of reachedPositions(operations, unpackFrame(event.packed))) {
    await decide(log, now, tenant, { type: 'ConfirmValveOperation', number, operationId }, event)
  }
}

/** A refusal means that the operation has ended in another way meanwhile; the policy has nothing to add. */
const decide = async (log: EventLog, now: () => number, tenant: string, command: ValveCommand, cause?: RecordedEvent): Promise<void> => {
  const result = await executeCommand(log, {
    decider: valveDecider,
    tenant,
    actor,
    command,
    context: { now: new Date(now()).toISOString(), actor, timeZone: 'UTC' },
    ...(cause !== undefined && { cause: cause.id }),
    ...(cause?.metadata.correlation !== undefined && { correlation: cause.metadata.correlation }),
  })
  if (isRejection(result) && result.rejected === 'changed-meanwhile')
    throw new Error(`the valve of meter ${command.number} changed meanwhile`)
}
