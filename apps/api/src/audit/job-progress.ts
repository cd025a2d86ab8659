import { saveJobProgress } from '@nightflow/platform/jobs/jobs'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'

export type Progress = { done: number; total: number; phase: string }

/** Writes the newest progress, at most twice a second and never two at once, so that progress reports do not slow the job. */
export class ProgressWriter {
  readonly #pool: Pool
  readonly #id: string
  readonly #logger: FastifyBaseLogger
  #writing: Promise<void> | undefined
  #writtenAt = 0
  #unwritten: Progress | undefined

  constructor(pool: Pool, id: string, logger: FastifyBaseLogger) {
    this.#pool = pool
    this.#id = id
    this.#logger = logger
  }

  take(progress: Progress): void {
    this.#unwritten = progress
    if (!this.#writing && Date.now() - this.#writtenAt >= 500) this.#writing = this.#write()
  }

  /** Waits for the write in progress, then writes the latest progress. */
  async settle(): Promise<void> {
    await this.#writing
    await this.#write()
  }

  async #write(): Promise<void> {
    const progress = this.#unwritten
    if (!progress) return
    this.#unwritten = undefined
    this.#writtenAt = Date.now()
    try {
      await saveJobProgress(this.#pool, this.#id, progress)
    } catch (error) {
      this.#logger.warn({ err: error, job: this.#id }, 'progress could not be written')
    }
    this.#writing = undefined
  }
}
