import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const hour = 3_600_000
/** Longer than a process takes to look. */
const noticeMilliseconds = 200

/** The clock of service processes, set through a file that `shifted-clock.ts` reads. */
export const clockOfProcesses = (folder: string) => {
  const file = join(folder, 'clock-shift')
  return {
    environment: {
      NODE_OPTIONS: `--import=${new URL('./shifted-clock.ts', import.meta.url).href}`,
      NIGHTFLOW_CLOCK_SHIFT_FILE: file,
    },
    set: async (hoursAhead: number): Promise<void> => {
      writeFileSync(file, String(hoursAhead * hour))
      await sleep(noticeMilliseconds)
    },
  }
}

/**
 * The clock of one database: a function of the same name precedes PostgreSQL's own in the search path of every new connection. Create it
 * before the service first connects. PostgreSQL leaves a schema without usage out of a role's search path and reports nothing, and the service
 * has a role of its own, so everyone gets usage.
 */
export const clockOfDatabase = async (databaseUrl: string) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  const database = pg.escapeIdentifier(new URL(databaseUrl).pathname.slice(1))
  await client.query(`
    create schema clock_to_set;
    create table clock_to_set.ahead (hours int not null);
    insert into clock_to_set.ahead values (0);
    create function clock_to_set.clock_timestamp() returns timestamptz language sql volatile as
      'select pg_catalog.clock_timestamp() + make_interval(hours => hours) from clock_to_set.ahead';
    grant usage on schema clock_to_set to public;
    grant select on clock_to_set.ahead to public;
    alter database ${database} set search_path to clock_to_set, pg_catalog, public`)
  return {
    set: async (hoursAhead: number): Promise<void> => {
      await client.query('update clock_to_set.ahead set hours = $1', [hoursAhead])
    },
    close: () => client.end(),
  }
}
