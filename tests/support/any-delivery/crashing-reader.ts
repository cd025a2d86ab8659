import type { EventLog } from '@nightflow/event-log/event-log'
import { ownConnection } from '@nightflow/event-log/postgres/database'
import { CheckpointMovedError, ViewsBuilder } from '@nightflow/projections/views/views-builder'
import pg, { type Pool, type PoolClient } from 'pg'
import { type Chance, oneOf, wholeNumber } from '../data/chance.ts'
import { closeForGood, cutConnection, type WayToLose } from '../database/cut-connection.ts'

/** Opening takes about twenty, a page ten to thirty. */
const statementsUntilCrash = [30, 100, 300]

type Habits = { pageMax: number; crashesMax: number; waysToLose: readonly WayToLose[] }
type Place = { pool: Pool; log: EventLog; schema: string; shard: number }

/** Builds one shard of read models, page by page, some begun ahead, and loses its connection now and then; goes on from the checkpoint. */
export class CrashingReader {
  readonly #random: Chance
  readonly #place: Place
  readonly #pageMax: number
  readonly #waysToLose: readonly WayToLose[]
  #crashesLeft: number
  #client: PoolClient | undefined
  #builder: ViewsBuilder | undefined
  #isCut: () => boolean = () => false
  /** Up to where pages were begun. */
  #position = 0
  pages = 0
  crashes = 0

  constructor(random: Chance, { pageMax, crashesMax, waysToLose }: Habits, place: Place) {
    this.#random = random
    this.#pageMax = pageMax
    this.#crashesLeft = crashesMax
    this.#waysToLose = waysToLose
    this.#place = place
  }

  /** Takes a page of those up to a position; false when all of them are in the read models. */
  async step(until: number): Promise<boolean> {
    try {
      const builder = await this.#open()
      const limit = wholeNumber(this.#random, 1, this.#pageMax)
      const page = await this.#place.log.readAll(this.#position, { limit, untilPosition: until })
      if (page.length === 0) {
        await builder.reach(until)
        return false
      }
      this.#position = page.at(-1)!.position
      if (this.#random() < 0.6) await builder.begin(page)
      else await builder.apply(page)
      this.pages += 1
    } catch (error) {
      if (!this.#isCut() || !isLoss(error)) throw error
      this.crashes += 1
      await this.close()
    }
    return true
  }

  async close(): Promise<void> {
    await this.#builder?.rest()
    if (this.#client) await closeForGood(this.#client, this.#place.pool)
    this.#client = undefined
    this.#builder = undefined
    this.#isCut = () => false
  }

  async #open(): Promise<ViewsBuilder> {
    if (this.#builder) return this.#builder
    const { pool, log, schema, shard } = this.#place
    this.#client = await ownConnection(pool)
    if (this.#crashesLeft > 0) {
      this.#crashesLeft -= 1
      const cut = {
        statement: wholeNumber(this.#random, 1, oneOf(this.#random, statementsUntilCrash)),
        way: oneOf(this.#random, this.#waysToLose),
      }
      this.#isCut = cutConnection(this.#client, pool, cut)
    }
    this.#builder = await ViewsBuilder.open(this.#client, log, schema, shard)
    this.#position = this.#builder.position
    return this.#builder
  }
}

/** An error of the server about a statement is no loss of the connection, unless the error closes the connection. */
const isLoss = (error: unknown): boolean =>
  !(error instanceof CheckpointMovedError) && !(error instanceof pg.DatabaseError && error.code !== administratorCommand)

const administratorCommand = '57P01'
