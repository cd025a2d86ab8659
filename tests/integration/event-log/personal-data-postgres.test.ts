import { randomUUID } from 'node:crypto'
import { describeEventLog } from '@nightflow/event-log/event-log.conformance'
import { withPersonalData } from '@nightflow/event-log/personal-data'
import { describePersonalData, personalDataParts } from '@nightflow/event-log/personal-data.conformance'
import { createPostgresEventLog } from '@nightflow/event-log/postgres/postgres-event-log'
import { createPostgresPersonKeys } from '@nightflow/event-log/postgres/postgres-person-keys'
import { eventCatalogue } from '@nightflow/schemas/events'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../support/database/postgres.ts'

const open = async (parts: Omit<Parameters<typeof withPersonalData>[1], 'keys'>) => {
  const database = await freshDatabase('personal')
  const stored = createPostgresEventLog(database)
  const keys = createPostgresPersonKeys(database.pool)
  const log = withPersonalData(stored, { keys, ...parts })
  const close = async (): Promise<void> => {
    await log.close()
    await database.drop()
  }
  return { log, stored, keys, close }
}

describeEventLog('in PostgreSQL with personal data', (upcasters) => open({ catalogue: eventCatalogue, upcasters }))
describePersonalData('in PostgreSQL', () => open(personalDataParts))

test('an erased person stays erased, whatever is written to the table', async () => {
  const database = await freshDatabase('erased')
  try {
    const keys = createPostgresPersonKeys(database.pool)
    const person = { tenant: 'north', personId: randomUUID() }
    expect((await keys.findOrCreate([person]))(person)).toBeInstanceOf(Buffer)
    await keys.erase(person)
    expect((await keys.findOrCreate([person, person]))(person)).toBe('erased')
    const change = (sql: string) => database.pool.query(`${sql} where person_id = $1`, [person.personId])
    await expect(change(`update log.person_keys set key = sha256('a'), erased_at = null`)).rejects.toThrow('was erased')
    await expect(change('delete from log.person_keys')).rejects.toThrow('was erased')
  } finally {
    await database.drop()
  }
})
