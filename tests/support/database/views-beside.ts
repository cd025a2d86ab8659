import { dropViews } from '@nightflow/projections/storage/time-keyed-tables'
import { createViews } from '@nightflow/projections/views/migrate'
import { ViewsBuilder } from '@nightflow/projections/views/views-builder'
import type { PoolClient } from 'pg'
import type { ViewEngine, ViewsDatabase } from './view-engines.ts'

/** A log, and read models of it that a test builds beside the live ones, in schemas of any name. */
export type ViewsBeside = ViewsDatabase & {
  /** Empty read models in a schema, which is dropped first. */
  empty(schema: string, shards?: number): Promise<void>
  /** Lets a test build such read models on a connection whose `search_path` is the schema. */
  build<Result>(schema: string, work: (builder: ViewsBuilder, client: PoolClient) => Promise<Result>): Promise<Result>
  /** The same on read models that are there: for a test that empties the few tables it needs, which is a tenth of making all of them. */
  use<Result>(schema: string, work: (builder: ViewsBuilder, client: PoolClient) => Promise<Result>): Promise<Result>
}

export const openViewsBeside = async (engine: ViewEngine): Promise<ViewsBeside> => {
  const database = await engine.open()
  const { pool, log } = database
  const withClient = async <Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect()
    try {
      return await work(client)
    } finally {
      client.release(true)
    }
  }
  const empty = (schema: string, shards = 1) =>
    withClient(async (client) => {
      await client.query('begin')
      await dropViews(client, schema)
      await createViews(client, schema, { shards })
      await client.query('commit')
    })
  const use: ViewsBeside['use'] = (schema, work) => withClient(async (client) => work(await ViewsBuilder.open(client, log, schema), client))
  return {
    ...database,
    empty,
    use,
    build: async (schema, work) => {
      await empty(schema)
      return await use(schema, work)
    },
  }
}
