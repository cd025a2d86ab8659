import { copyLog, differingCopies, findTooLarge, nothingCopied } from '@nightflow/event-log/copy-log'
import type { EventLog } from '@nightflow/event-log/event-log'
import { findLogPlace, moveLogPlace } from '@nightflow/event-log/postgres/log-place'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { openStoredLog } from '@nightflow/server/open-event-log'
import { openProgress } from '@nightflow/server/progress'
import type { Pool } from 'pg'
import { CommandRefusal } from '../shared/command-refusal.ts'
import { openCommandLog, withDatabase } from '../shared/database.ts'
import type { ServiceAddress } from '../shared/running-server.ts'

/**
 * `move-log`: brings the log of a database to EventStoreDB and answers how many events there are. Begun again after a break it goes on. A
 * service that runs on it goes on until the last events are brought over, and has to wait from then on, until it is started with the
 * new address.
 */
export const moveLog = ({
  databaseUrl: ofService,
  ownerDatabaseUrl: databaseUrl = ofService,
  eventStoreDbUrl,
}: ServiceAddress): Promise<number> => {
  if (eventStoreDbUrl === undefined)
    throw new CommandRefusal('name the server that is to hold the log with --eventstoredb-url esdb://user:password@host:2113.')
  return withDatabase(databaseUrl, async (pool) => {
    if ((await findLogPlace(pool)) === 'eventstoredb') throw new CommandRefusal('the log of this database is in EventStoreDB already.')
    const from = createPostgresEventLog({ pool, connectionString: databaseUrl })
    const to = await openCommandLog(pool, { databaseUrl, eventStoreDbUrl }, openStoredLog)
    try {
      return await copyAndMove(pool, from, to)
    } finally {
      await Promise.all([from.close(), to.close()])
    }
  })
}

const copyAndMove = async (pool: Pool, from: EventLog, to: EventLog): Promise<number> => {
  await refuseForeignLog(from, to)
  await refuseTooLarge(from, to)
  const progress = openProgress('Copying the log', await from.head(), 'events')
  try {
    const copied = nothingCopied()
    await copyLog(from, to, copied, progress.update)
    await refuseDifferences(await differingCopies(to, copied))
    const last = { ...nothingCopied(), position: copied.position, events: copied.events }
    await moveLogPlace(pool, async () => {
      await copyLog(from, to, last, progress.update)
      await refuseDifferences(await differingCopies(to, last))
    })
    return last.events
  } finally {
    progress.end()
  }
}

/** Events that the server holds already must be of this log: an earlier attempt, not another log. */
const refuseForeignLog = async (from: EventLog, to: EventLog): Promise<void> => {
  const [first] = await to.readAll(0, { limit: 1 })
  if (first && !(await from.findEvent(first.id)))
    throw new CommandRefusal('that EventStoreDB holds the log of another Nightflow; each needs a server of its own.')
}

/** Checked before the first event is copied: where one does not fit, the whole log stays here. */
const refuseTooLarge = async (from: EventLog, to: EventLog): Promise<void> => {
  const progress = openProgress('Measuring the log', await from.head(), 'events')
  const found = await findTooLarge(from, to, progress.update).finally(progress.end)
  const [first] = found
  if (!first) return
  const largest = found.reduce((bytes, event) => Math.max(bytes, event.bytes), 0)
  throw new CommandRefusal(
    `that EventStoreDB takes ${to.appendBytesMax} bytes at once: version ${first.version} of ${first.stream} has ${first.bytes}, and of ${found.length} that do not fit the largest has ${largest}; raise the server's MaxAppendSize (16000000 at most), say it in --eventstoredb-url as maxAppendSize=…, and run this again.`,
  )
}

const refuseDifferences = async (streams: readonly string[]): Promise<void> => {
  if (streams.length === 0) return
  throw new CommandRefusal(
    `${streams.length} streams came out with another hash than here, the first is ${streams[0]}; the log stays where it is: run verify on it.`,
  )
}
