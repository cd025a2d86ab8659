import { type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import { ProblemError } from './problem.ts'

/** For whom work is done. People of different tenants may have the same name. */
export type Requester = { tenant: string; person: string }

type Limit = { person: number; tenant: number; process: number }

export type QueueLimits = {
  /** Limit of running work at the same time: of one person, of one tenant, of this process. */
  running: Limit
  /** Limit of waiting and running work. More is refused. */
  held: Limit
  /** A turn that does not come in this time is refused; without it work waits as long as it takes. */
  patienceMilliseconds?: number
  retryAfterSeconds?: number
}

export type QueuePlace = {
  /** Joins those that wait, and settles when the work may start; rejects with the signal's reason when that aborts before. */
  turn: (signal?: AbortSignal) => Promise<void>
  /** Gives the place back. Called in any case, and harmless when called again. */
  leave: () => void
}

/** The share of a tenant or a person in the queue. `lastTurn` counts the turns of the queue. */
type Share = { held: number; running: number; lastTurn: number }
type PersonShare = Share & { waiting: (() => void)[] }
type TenantShare = Share & { people: Map<string, PersonShare> }

const retryAfterSecondsUnlessSet = 10

/**
 * Heavy work of one kind in one process, in fair shares. The next turn is of the tenant that runs least, and among equals of the one whose
 * last turn is the longest ago; within the tenant the same holds between people, and one person's work goes in the order of arrival. The
 * limit of a tenant is below that of the process, so a tenant never fills it, and one that does little waits for one turn at most.
 */
export class TenantQueue {
  readonly #limits: QueueLimits
  readonly #refusal: RejectionCode
  readonly #tenants = new Map<string, TenantShare>()
  readonly #process: Share = { held: 0, running: 0, lastTurn: 0 }

  constructor(limits: QueueLimits, refusal: RejectionCode) {
    this.#limits = limits
    this.#refusal = refusal
  }

  /** Work in its turn, with a place that is given back. `mustRun` is for work that was promised: it waits where other work is refused. */
  async take<Result>(
    requester: Requester,
    work: () => Promise<Result>,
    { signal, mustRun = false }: { signal?: AbortSignal | undefined; mustRun?: boolean } = {},
  ): Promise<Result> {
    const place = this.reserve(requester, { mustRun })
    try {
      await place.turn(signal)
      return await work()
    } finally {
      place.leave()
    }
  }

  /** A place in the queue. Throws the refusal when the person, the tenant or the process holds as many as they may. */
  reserve(requester: Requester, { mustRun = false }: { mustRun?: boolean } = {}): QueuePlace {
    const { tenant, person } = this.#sharesOf(requester)
    const { held, patienceMilliseconds } = this.#limits
    if (!mustRun && (person.held >= held.person || tenant.held >= held.tenant || this.#process.held >= held.process)) throw this.#refused()
    this.#tenants.set(requester.tenant, tenant)
    tenant.people.set(requester.person, person)
    const shares = [person, tenant, this.#process]
    for (const share of shares) share.held += 1
    let isRunning = false
    let isOver = false
    const { promise, resolve } = Promise.withResolvers<void>()
    const start = (): void => {
      isRunning = true
      this.#process.lastTurn += 1
      for (const share of shares) share.running += 1
      for (const share of [person, tenant]) share.lastTurn = this.#process.lastTurn
      resolve()
    }
    const patience = mustRun ? undefined : patienceMilliseconds
    return {
      turn: (signal) => {
        person.waiting.push(start)
        this.#startNext()
        return unlessEnded(promise, signal, patience === undefined ? undefined : { milliseconds: patience, reason: () => this.#refused() })
      },
      leave: () => {
        if (isOver) return
        isOver = true
        if (isRunning) for (const share of shares) share.running -= 1
        person.waiting = person.waiting.filter((each) => each !== start)
        for (const share of shares) share.held -= 1
        if (person.held === 0) tenant.people.delete(requester.person)
        if (tenant.held === 0) this.#tenants.delete(requester.tenant)
        this.#startNext()
      },
    }
  }

  #refused(): ProblemError {
    return new ProblemError(rejected(this.#refusal, { retryAfterSeconds: this.#limits.retryAfterSeconds ?? retryAfterSecondsUnlessSet }))
  }

  #sharesOf(requester: Requester): { tenant: TenantShare; person: PersonShare } {
    const tenant = this.#tenants.get(requester.tenant) ?? { held: 0, running: 0, lastTurn: 0, people: new Map() }
    return { tenant, person: tenant.people.get(requester.person) ?? { held: 0, running: 0, lastTurn: 0, waiting: [] } }
  }

  #startNext(): void {
    const { running } = this.#limits
    const readyOf = (tenant: TenantShare): PersonShare | undefined =>
      tenant.running < running.tenant
        ? next(tenant.people.values(), ({ waiting, running: now }) => waiting.length > 0 && now < running.person)
        : undefined
    while (this.#process.running < running.process) {
      const tenant = next(this.#tenants.values(), (each) => readyOf(each) !== undefined)
      if (!tenant) return
      readyOf(tenant)!.waiting.shift()!()
    }
  }
}

/** The share that runs least, and among equals the one whose last turn is the longest ago. */
const next = <Each extends Share>(shares: Iterable<Each>, isReady: (share: Each) => boolean): Each | undefined => {
  let first: Each | undefined
  for (const share of shares)
    if (isReady(share) && (!first || share.running < first.running || (share.running === first.running && share.lastTurn < first.lastTurn)))
      first = share
  return first
}

/** Leaves no listener and no timer behind: a signal may outlive many turns. */
const unlessEnded = async (
  turn: Promise<void>,
  signal: AbortSignal | undefined,
  patience: { milliseconds: number; reason: () => Error } | undefined,
): Promise<void> => {
  signal?.throwIfAborted()
  const ended = Promise.withResolvers<never>()
  const onAbort = (): void => ended.reject(signal!.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const timeout = patience && setTimeout(() => ended.reject(patience.reason()), patience.milliseconds)
  try {
    await Promise.race([turn, ended.promise])
  } finally {
    clearTimeout(timeout)
    signal?.removeEventListener('abort', onAbort)
  }
}
