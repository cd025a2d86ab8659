import type { ClientBase } from 'pg'
import { emptyHash } from '../chain.ts'
import { encodeAppend, type Settled } from '../encode-append.ts'
import type { AppendResult, NewEvent } from '../event-log.ts'
import { AppendInvalid, EventIdTaken, EventLogUnavailable } from '../event-log-errors.ts'
import type { StreamHeads } from '../stream-heads.ts'
import type { AppendConnection } from './append-connection.ts'
import { formGroup, storeGroup } from './append-group.ts'
import { AppendLine } from './append-line.ts'
import { type LookedUp, lookUp } from './look-up.ts'

export const queueLimits = {
  groupAppends: 64,
  groupBytes: 4 * 1024 * 1024,
  waitingAppends: 10_000,
  waitingBytes: 256 * 1024 * 1024,
  gatheredAppends: 16,
  /** So long after a group began the next one goes, if not before. */
  gatherMilliseconds: 10,
} as const

// After this many rounds with stale beliefs the group is formed under the lock, where beliefs cannot be stale.
const hopefulRounds = 3

/**
 * Group commit: whatever waits when the connection is free goes out as one statement. An idle log answers at once, and so does one whose
 * callers all wait for their answers before they ask again. Where others came during a group, appends come faster than a group takes, and
 * the next one gathers for some milliseconds: in ones and twos an append costs the database twice what it costs in a group of eight.
 */
export const openAppendQueue = (connection: AppendConnection, heads: StreamHeads) => {
  const line = new AppendLine(queueLimits)
  let working: Promise<void> | undefined
  let closed = false
  // Repeats come in series (a gateway that sends its day again): after one, the ids are looked up before they are sent.
  let lookFirst = false
  /** Whether an append arrived while the last group was stored, before any of its callers was answered. */
  let cameMeanwhile = false

  const append = (stream: string, expectedVersion: number | 'any', events: readonly NewEvent[]): Promise<AppendResult> =>
    new Promise((resolve, reject) => {
      if (closed) throw new EventLogUnavailable('the event log is closed')
      const pending = encodeAppend(stream, expectedVersion, events)
      line.expectRoomFor(pending.bytes)
      line.put({ ...pending, resolve, reject })
      working ??= work()
    })

  const work = async (): Promise<void> => {
    while (line.length > 0) {
      // One turn of the event loop: callers that were answered together ask together again, and share the next group.
      await new Promise((resume) => setImmediate(resume))
      const begun = performance.now()
      await storeOrReject(new Set(line.takeGroup()))
      if (cameMeanwhile) await line.gather(begun + queueLimits.gatherMilliseconds - performance.now())
    }
    working = undefined
  }

  /** A database that is away is away for all who wait: they hear of it now instead of one after the other. */
  const storeOrReject = async (open: Set<Settled>): Promise<void> => {
    try {
      await storeSeparatelyOnRefusal(open)
    } catch (error) {
      for (const append of [...open, ...line.takeAll()]) append.reject(error as Error)
    }
  }

  /** An event that the database refuses must not take its neighbours down: after a refusal each append goes alone. */
  const storeSeparatelyOnRefusal = async (open: Set<Settled>): Promise<void> => {
    try {
      await store(open)
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error
      const [first, ...others] = open
      if (first && others.length === 0) return first.reject(refusal(first, error as Error))
      for (const append of open) {
        await storeSeparatelyOnRefusal(new Set([append]))
        open.delete(append)
      }
    }
  }

  const store = async (open: Set<Settled>): Promise<void> => {
    for (let round = 1; open.size > 0; round += 1) {
      const appends = [...open]
      const answers = await connection.run((client) =>
        round > hopefulRounds
          ? underLock(client, () => storeRound(client, appends, true))
          : storeRound(client, appends, round > 1 || lookFirst),
      )
      // Under the lock nothing can be stale, so every round answers at least one caller.
      if (round > hopefulRounds && answers.length === 0) throw new Error('the heads of the streams contradict the events: run verify')
      cameMeanwhile = line.length > 0
      for (const { append, answer } of answers) {
        open.delete(append)
        answer()
      }
    }
  }

  /** One attempt: what it can answer, to be returned once it is committed. `look`: read heads and ids from the log instead of the cache. */
  const storeRound = async (client: ClientBase, appends: Settled[], look: boolean): Promise<Answer[]> => {
    const answers: Answer[] = []
    const mustLook = look || appends.some((append) => append.expectedVersion !== 0 && !heads.get(append.stream))
    const open = mustLook ? splitRepeats(appends, await lookUpFor(client, appends), answers) : appends
    const { group, left } = formGroup(open, (stream) => heads.get(stream) ?? { version: 0, hash: emptyHash })
    if (group.events.length > 0) {
      const first = await storeGroup(client, group)
      if (first === undefined) return answers
      for (const { stream, next } of group.streams) heads.advance(stream, next)
      for (const { append, lastIndex, version } of group.placed)
        answers.push({ append, answer: () => append.resolve({ status: 'appended', position: first + lastIndex, version }) })
    }
    // The rest are conflicts, repeats or stale versions: the log decides.
    if (left.length > 0) splitConflicts(splitRepeats(left, await lookUpFor(client, left), answers), answers)
    return answers
  }

  const lookUpFor = async (client: ClientBase, appends: readonly Settled[]): Promise<LookedUp> => {
    const found = await lookUp(
      client,
      [...new Set(appends.map((append) => append.stream))],
      appends.flatMap((append) => append.events.map((one) => one.id)),
    )
    for (const [stream, head] of found.heads) heads.replace(stream, head)
    lookFirst = found.places.size > 0
    return found
  }

  const splitConflicts = (appends: readonly Settled[], answers: Answer[]): void => {
    for (const append of appends) {
      const actualVersion = heads.get(append.stream)?.version ?? 0
      if (append.expectedVersion !== 'any' && append.expectedVersion !== actualVersion)
        answers.push({ append, answer: () => append.resolve({ status: 'conflict', actualVersion }) })
    }
  }

  const close = async (): Promise<void> => {
    closed = true
    while (working) await working
  }

  return { append, close }
}

type Answer = { append: Settled; answer: () => void }

/** Answers the appends whose ids the log already holds and gives back the others. */
const splitRepeats = (appends: readonly Settled[], { places }: LookedUp, answers: Answer[]): Settled[] =>
  appends.filter((append) => {
    const known = append.events.map((one) => places.get(one.id)).filter((place) => place !== undefined)
    const last = known.at(-1)
    if (!last) return true
    const whole = known.length === append.events.length
    const counts = `${known.length} of ${append.events.length} events for ${append.stream} are already in the log`
    const partly = new EventIdTaken(`${counts}: an append is repeated whole or not at all`)
    answers.push({ append, answer: () => (whole ? append.resolve({ status: 'repeated', ...last }) : append.reject(partly)) })
    return false
  })

const underLock = async <Result>(client: ClientBase, work: () => Promise<Result>): Promise<Result> => {
  await client.query('begin')
  try {
    await client.query('select from log.head for update')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const refusal = (append: Settled, error: Error): Error =>
  error instanceof AppendInvalid
    ? error
    : new Error(`the event log refused ${append.events.length} events for ${append.stream}: ${error.message}`, { cause: error })
