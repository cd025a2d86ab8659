import { setTimeout as pause } from 'node:timers/promises'
import type { EventLog, RecordedEvent } from '@nightflow/event-log/event-log'
import { loadPolicyCheckpoint } from '@nightflow/platform/jobs/policy-checkpoints'
import type { Pool } from 'pg'
import type { AnyPolicy } from './define-policy.ts'
import { type PolicyPlace, takePolicy } from './policy-place.ts'
import { type OnDeadLetter, PolicyRun } from './policy-run.ts'

export type RunPolicyParts = {
  log: EventLog
  pool: Pool
  signal: AbortSignal
  /** Epoch milliseconds. */
  now?: () => number
  /** How often due timers and requested retries are looked for. */
  timersEveryMilliseconds?: number
  onDeadLetter?: OnDeadLetter
}

/** The loops of one run: when one fails, all stop. */
type Loops = { policy: AnyPolicy; place: PolicyPlace; run: PolicyRun; parts: RunPolicyParts; failed: AbortController }

const timersEveryMilliseconds = 1_000
const checkpointEveryMilliseconds = 1_000

/**
 * Runs a policy until the signal aborts. Throws when the log or the database fails: the caller starts it again after a pause, and it goes on
 * from its checkpoint. Of several processes one runs a policy and the others stand by.
 */
export const runPolicy = async (policy: AnyPolicy, given: RunPolicyParts): Promise<void> => {
  const place = await takePolicy(given.pool, policy.name, given.signal)
  if (!place) return
  const failed = new AbortController()
  const parts = { ...given, signal: AbortSignal.any([given.signal, failed.signal]) }
  try {
    const run = await PolicyRun.open(policy, place, parts)
    const loops = { policy, place, run, parts, failed }
    await untilAllEnd(failed, [followLog(loops), followConditions(loops)])
  } finally {
    await place.leave()
  }
  if (failed.signal.aborted && !given.signal.aborted) throw failed.signal.reason
}

/** The first failure is the reason with which the others are stopped. Returns when none works any more. */
const untilAllEnd = async (failed: AbortController, loops: readonly Promise<void>[]): Promise<void> => {
  await Promise.all(loops.map((loop) => loop.catch((error: unknown) => failed.abort(error))))
}

/** A position of one engine means nothing in another: a log that was moved is read from its beginning, and nothing is done twice. */
const checkpointOn = (name: string, { engine }: EventLog): string => (engine === 'postgres' ? name : `${name} on ${engine}`)

/**
 * Events up to what is the end of the log now, then timers beside the events that come: an event of long ago may cancel a timer that has
 * become due while nothing ran.
 */
const followLog = async (loops: Loops): Promise<void> => {
  const { policy, place, run, parts, failed } = loops
  const { log, signal } = parts
  const { events: types } = policy
  if (!types) return followTimers(loops)
  const name = checkpointOn(policy.name, log)
  let done = await place.use((database) => loadPolicyCheckpoint(database, name))
  let savedAt = Number.NEGATIVE_INFINITY
  const reactTo = async (page: readonly RecordedEvent[]): Promise<void> => {
    done = page.at(-1)?.position ?? done
    // Each save is a commit. Saving once a second costs a restart a second's worth of events, and a busy log nothing.
    const isDue = performance.now() - savedAt >= checkpointEveryMilliseconds
    if (await run.react(page, { name, position: done, isDue })) savedAt = performance.now()
  }
  const head = await log.head()
  while (!signal.aborted) {
    const page = await log.readAll(done, { types, untilPosition: head })
    if (page.length === 0) break
    await reactTo(page)
  }
  const follow = async (): Promise<void> => {
    for await (const page of log.subscribe(done, { types, signal })) await reactTo(page)
  }
  await untilAllEnd(failed, [followTimers(loops), follow()])
}

const followTimers = async ({ run, parts: { signal, timersEveryMilliseconds: every } }: Loops): Promise<void> => {
  while (!signal.aborted) {
    if (await run.fireTimers()) continue
    await run.retryDeadLetters()
    await pause(every ?? timersEveryMilliseconds, undefined, { signal }).catch(() => undefined)
  }
}

const followConditions = async ({ policy: { conditions }, run, parts: { signal } }: Loops): Promise<void> => {
  while (conditions && !signal.aborted) {
    await run.findConditions(conditions)
    await pause(conditions.everyMilliseconds, undefined, { signal }).catch(() => undefined)
  }
}
