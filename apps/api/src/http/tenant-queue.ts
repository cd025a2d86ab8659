import { type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import { ProblemError } from './problem.ts'

/** For whom work is done. People of different tenants may have the same name. */
export type Requester = { tenant: string; person: string }

export type QueueLimits = {
  /** What runs at the same time: of one person, of one tenant, of this process. */
  running: { person: number; tenant: number; process: number }
  /** What waits or runs. More is refused. */
  held: { person: number; tenant: number; process: number }
}

export type QueuePlace = {
  /** Settles when the work may start; rejects with the signal's reason when that aborts before. */
  turn: (signal: AbortSignal) => Promise<void>
  /** Gives the place back. Called in any case, and harmless when called again. */
  leave: () => void
}

type Entry = Requester & { start: () => void }

const retryAfterSeconds = 10

/**
 * Heavy work of one kind in one process, in the order of arrival, except that work whose person or tenant runs as much as they may lets
 * others pass. The limit of the process is above that of a tenant, so one tenant never stops the work of another.
 */
export class TenantQueue {
  readonly #limits: QueueLimits
  readonly #refusal: RejectionCode
  readonly #running: Entry[] = []
  readonly #waiting: Entry[] = []

  constructor(limits: QueueLimits, refusal: RejectionCode) {
    this.#limits = limits
    this.#refusal = refusal
  }

  /** A place in the queue. Throws the refusal when the person, the tenant or the process holds as many as they may. */
  reserve(requester: Requester): QueuePlace {
    if (this.#isReached(requester, [...this.#running, ...this.#waiting], this.#limits.held))
      throw new ProblemError(rejected(this.#refusal, { retryAfterSeconds }))
    const { promise, resolve } = Promise.withResolvers<void>()
    const entry: Entry = { ...requester, start: resolve }
    this.#waiting.push(entry)
    this.#startNext()
    const leave = (): void => {
      remove(this.#running, entry)
      remove(this.#waiting, entry)
      this.#startNext()
    }
    return { leave, turn: (signal) => unlessAborted(promise, signal) }
  }

  #startNext(): void {
    for (const entry of [...this.#waiting]) {
      if (this.#isReached(entry, this.#running, this.#limits.running)) continue
      remove(this.#waiting, entry)
      this.#running.push(entry)
      entry.start()
    }
  }

  #isReached({ tenant, person }: Requester, entries: readonly Entry[], limit: QueueLimits['running']): boolean {
    const ofTenant = entries.filter((entry) => entry.tenant === tenant)
    const ofPerson = ofTenant.filter((entry) => entry.person === person)
    return ofPerson.length >= limit.person || ofTenant.length >= limit.tenant || entries.length >= limit.process
  }
}

/** Leaves no listener behind: a signal may outlive many turns. */
const unlessAborted = async (turn: Promise<void>, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([turn, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const remove = (entries: Entry[], entry: Entry): void => {
  const index = entries.indexOf(entry)
  if (index >= 0) entries.splice(index, 1)
}
