import { describeEventLog } from '@nightflow/event-log/event-log.conformance'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { freshDatabase } from '../support/postgres.ts'

describeEventLog('in PostgreSQL', async (upcasters) => {
  const database = await freshDatabase('log_conformance')
  const log = createPostgresEventLog({ ...database, upcasters })
  return {
    log,
    close: async () => {
      await log.close()
      await database.drop()
    },
  }
})
