import { eventCatalogue } from '@nightflow/schemas/events'
import type { Pool } from 'pg'
import type { EventLog } from './event-log.ts'
import { withPersonalData } from './personal-data.ts'
import { createPostgresPersonKeys } from './postgres/postgres-person-keys.ts'
import { upcasters } from './upcasters.ts'

/** The log as every part of the service uses it: events in their newest shape, personal fields encrypted with keys from the database of `pool`. */
export const personalEventLog = (log: EventLog, pool: Pool): EventLog =>
  withPersonalData(log, { keys: createPostgresPersonKeys(pool), catalogue: eventCatalogue, upcasters })
