/** Work that goes on after its request was answered, such as a replay; it ends with the server at the latest. */
export class Background {
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()

  /** Long work looks at this between two steps, and throws its reason. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  /** `work` reports its own errors; it must not reject. */
  run(work: (signal: AbortSignal) => Promise<void>): void {
    const running = work(this.signal).finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Stops all work and waits for its end, so that the database is not used after it was closed. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The server was stopped while this ran. Start it again.'))
    await Promise.all(this.#running)
  }
}
