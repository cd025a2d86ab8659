import { describeEventLog } from '@nightflow/event-log/event-log.conformance'
import { describeEventLogOverNetwork } from '@nightflow/event-log/event-log-network.conformance'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import pg from 'pg'
import { freshDatabase } from '../../support/database/postgres.ts'
import { CuttingProxy } from '../../support/process/cutting-proxy.ts'

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

describeEventLogOverNetwork('in PostgreSQL', async () => {
  const database = await freshDatabase('log_network')
  const network = await CuttingProxy.listen(database.connectionString)
  const pool = new pg.Pool({ connectionString: network.url, max: 3 })
  // Idle connections are cut too; the next query gets another.
  pool.on('error', () => undefined)
  const log = createPostgresEventLog({ pool, connectionString: network.url })
  return {
    log,
    network,
    close: async () => {
      await log.close()
      await pool.end()
      await network.close()
      await database.drop()
    },
  }
})
