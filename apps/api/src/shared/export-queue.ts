import { rejected } from '@nightflow/schemas/shared/rejections'
import { ProblemError } from './problem.ts'

/** For whom an export runs. People of different tenants may have the same name. */
export type Exporter = { tenant: string; person: string }

export type ExportLimits = {
  /** Exports that run at the same time: of one person, of one tenant, of this process. */
  running: { person: number; tenant: number; process: number }
  /** Exports that wait or run. More are refused. */
  held: { person: number; tenant: number; process: number }
}

/** Spreadsheets: each holds a connection of the database and a part of the event loop until its file is finished. */
export const spreadsheetLimits: ExportLimits = {
  running: { person: 1, tenant: 1, process: 2 },
  held: { person: 3, tenant: 30, process: 120 },
}

/** CSV and Arrow streams: each lasts as long as its reader takes. */
export const streamLimits: ExportLimits = {
  running: { person: 2, tenant: 4, process: 8 },
  held: { person: 4, tenant: 16, process: 32 },
}

export type ExportPlace = {
  /** Settles when the export may run; rejects with the signal's reason when that aborts before. */
  turn: (signal: AbortSignal) => Promise<void>
  /** Gives the place back. Called in any case, and harmless when called again. */
  leave: () => void
}

type Entry = Exporter & { start: () => void }

const retryAfterSeconds = 10

/**
 * Exports of one process in the order of their arrival, except that an export whose person or tenant runs as many as they may lets others
 * pass. The limit of the process is above that of a tenant, so one tenant never stops the exports of another.
 */
export class ExportQueue {
  readonly #limits: ExportLimits
  readonly #running: Entry[] = []
  readonly #waiting: Entry[] = []

  constructor(limits: ExportLimits) {
    this.#limits = limits
  }

  /** A place in the queue. Throws `too-many-exports` when the person, the tenant or the process holds as many as they may. */
  reserve(exporter: Exporter): ExportPlace {
    if (this.#isReached(exporter, [...this.#running, ...this.#waiting], this.#limits.held))
      throw new ProblemError(rejected('too-many-exports', { retryAfterSeconds }))
    const { promise, resolve } = Promise.withResolvers<void>()
    const entry: Entry = { ...exporter, start: resolve }
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

  #isReached({ tenant, person }: Exporter, entries: readonly Entry[], limit: ExportLimits['running']): boolean {
    const ofTenant = entries.filter((entry) => entry.tenant === tenant)
    const ofPerson = ofTenant.filter((entry) => entry.person === person)
    return ofPerson.length >= limit.person || ofTenant.length >= limit.tenant || entries.length >= limit.process
  }
}

/** Leaves no listener behind: a signal may outlive many exports. */
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
