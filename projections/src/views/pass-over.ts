import type { EventLog } from '@nightflow/event-log/event-log'
import type { ClientBase } from 'pg'
import { asideOf, UnprojectableError } from '../projector/set-aside-events.ts'
import { pageLimits, projectedTypes, ViewsBuilder } from './views-builder.ts'

export type PassOver = {
  client: ClientBase
  log: EventLog
  schema: string
  shard: number
  /** The end of the page that failed. */
  until: number
  isRebuild?: boolean
}

/** Pages shrink and grow by this factor: a failure may cost a new builder, and a page of 4,000 events has few of them. */
const factor = 8

/**
 * Applies what follows the checkpoint up to a position, of which some event cannot be projected: in smaller pages until the event is
 * alone, which is set aside, and in larger ones after it. Called after a page has failed, so pages that succeed cost nothing more.
 * The connection must have no other builder at work. Throws whatever the content of an event does not explain.
 */
export const passOver = async ({ client, log, schema, shard, until, isRebuild = false }: PassOver): Promise<void> => {
  let limit: number = Math.ceil(pageLimits.limit / factor)
  let aside: ReturnType<typeof asideOf> | undefined
  let kept: ViewsBuilder | undefined
  await client.query('rollback')
  for (;;) {
    const builder: ViewsBuilder = kept ?? (await ViewsBuilder.open(client, log, schema, shard, { isRebuild }))
    let page: Awaited<ReturnType<EventLog['readAll']>> = []
    try {
      if (aside) await builder.setAside(aside)
      aside = undefined
      for (;;) {
        page = await log.readAll(builder.position, { ...pageLimits, types: projectedTypes, untilPosition: until, limit })
        if (page.length === 0) return await builder.reach(until)
        await builder.apply(page)
        limit = Math.min(limit * factor, pageLimits.limit)
      }
    } catch (error) {
      const isOfUse = await builder.recover()
      if (!(error instanceof UnprojectableError)) throw error
      kept = isOfUse ? builder : undefined
      if (page.length === 1) aside = asideOf(page[0]!, error)
      limit = Math.max(1, Math.floor(page.length / factor))
    }
  }
}
