import type { LiveSessions } from '@nightflow/platform/sign-in/live-sessions'

export const streamLimits = { ofPerson: 6, ofTenant: 300, ofProcess: 2_000, lifeMilliseconds: 600_000 } as const

const pollMilliseconds = 1_000
/** Proxies close a connection on which nothing comes. */
const beatEvery = 20

/** Where one person's notices are written to. */
export type NoticeStream = {
  tenant: string
  userId: number
  sessionId: string | null
  onChange: () => void
  onBeat: () => void
  onEnd: () => void
}

/** A text for each tenant that is another one once its alarms have changed. */
type MarkersOf = (tenants: readonly string[]) => Promise<ReadonlyMap<string, string>>

/**
 * The open connections of the bells of this process. While there are any, the alarms of their tenants are polled once a second with one statement, so that it
 * does not matter which process raised them. A stream ends with its session and after ten minutes; the browser opens another one.
 */
export class NoticeStreams {
  readonly #sessions: Pick<LiveSessions, 'find'>
  readonly #markersOf: MarkersOf
  readonly #streams = new Map<NoticeStream, number>()
  readonly #markers = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined
  #polls = 0
  #isPolling = false

  constructor(sessions: Pick<LiveSessions, 'find'>, markersOf: MarkersOf) {
    this.#sessions = sessions
    this.#markersOf = markersOf
  }

  /** False where the person, the tenant or the process has as many as it may. */
  async open(stream: NoticeStream): Promise<boolean> {
    const all = [...this.#streams.keys()]
    const ofTenant = all.filter(({ tenant }) => tenant === stream.tenant)
    const ofPerson = ofTenant.filter(({ userId }) => userId === stream.userId)
    if (all.length >= streamLimits.ofProcess || ofTenant.length >= streamLimits.ofTenant || ofPerson.length >= streamLimits.ofPerson)
      return false
    this.#streams.set(stream, Date.now() + streamLimits.lifeMilliseconds)
    this.#timer ??= setInterval(() => void this.#poll(), pollMilliseconds).unref()
    // Alarms that are raised from now on are changes.
    if (!this.#markers.has(stream.tenant)) await this.#tellChanges().catch(() => undefined)
    return true
  }

  close(stream: NoticeStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#markers.clear()
  }

  /** Ends every stream, so that the server can close. */
  stop(): void {
    for (const stream of [...this.#streams.keys()]) this.#end(stream)
  }

  #end(stream: NoticeStream): void {
    this.close(stream)
    stream.onEnd()
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    try {
      this.#polls += 1
      await this.#endThoseOver()
      await this.#tellChanges()
      if (this.#polls % beatEvery === 0) for (const stream of this.#streams.keys()) stream.onBeat()
    } catch {
      // The database is away: the bell is polled once a minute besides.
    } finally {
      this.#isPolling = false
    }
  }

  async #endThoseOver(): Promise<void> {
    for (const [stream, until] of [...this.#streams]) {
      const isOver = Date.now() > until || (stream.sessionId !== null && !(await this.#isLive(stream.sessionId)))
      if (isOver) this.#end(stream)
    }
  }

  async #isLive(sessionId: string): Promise<boolean> {
    const session = await this.#sessions.find(sessionId, { isUse: false })
    return session !== undefined && !('endedBecause' in session)
  }

  async #tellChanges(): Promise<void> {
    const tenants = [...new Set([...this.#streams.keys()].map(({ tenant }) => tenant))]
    if (tenants.length === 0) return
    for (const [tenant, marker] of await this.#markersOf(tenants)) {
      const known = this.#markers.get(tenant)
      this.#markers.set(tenant, marker)
      if (known === undefined || known === marker) continue
      for (const stream of this.#streams.keys()) if (stream.tenant === tenant) stream.onChange()
    }
  }
}
