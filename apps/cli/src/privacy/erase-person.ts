import { personDecider } from '@nightflow/domain/privacy/person-decider'
import type { EventLog } from '@nightflow/event-log/event-log'
import { executeCommand } from '@nightflow/event-log/execute-command'
import { withTenant } from '@nightflow/event-log/postgres/database'
import { createPostgresPersonKeys } from '@nightflow/event-log/postgres/postgres-person-keys'
import { forgetMessagesTo } from '@nightflow/platform/messages/outbox'
import { findPerson } from '@nightflow/projections/privacy/person-queries'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import { ErasureReason } from '@nightflow/schemas/privacy/erase-person'
import { PersonId } from '@nightflow/schemas/shared/personal'
import { isRejection } from '@nightflow/schemas/shared/rejections'
import { TenantCode } from '@nightflow/schemas/shared/values'
import type { Pool } from 'pg'
import { z } from 'zod'
import { CommandRefusal } from '../shared/command-refusal.ts'

const viewsMillisecondsMax = 5_000

/** One line of the list of erasures: says who was erased, and nothing of the person. */
export const ErasureLine = z.object({ tenant: TenantCode, personId: PersonId, reason: ErasureReason })
export type ErasureLine = z.infer<typeof ErasureLine>

/** Records the erasure, removes messages to the person and deletes the key. Answers whether the person still had one. */
export const erasePerson = async (pool: Pool, log: EventLog, { tenant, personId, reason }: ErasureLine): Promise<boolean> => {
  const actor = 'cli:erase-person'
  const person = await withTenant(pool, tenant, (database) => findPerson(database, { personId }))
  if (person) await forgetMessagesTo(pool, tenant, [person.telephone, person.email])
  const erased = await executeCommand(log, {
    decider: personDecider,
    tenant,
    actor,
    command: { type: 'ErasePerson', personId, reason },
    context: { now: new Date().toISOString(), actor, timeZone: 'UTC' },
  })
  if (isRejection(erased)) throw new CommandRefusal(`the erasure of ${personId} was refused: ${erased.rejected}.`)
  const hadKey = await createPostgresPersonKeys(pool).erase({ tenant, personId })
  // Lists are right already; so are the tables, once the projector has come so far.
  await waitForViews(pool, erased.position, viewsMillisecondsMax)
  return hadKey
}

/** Every erasure of the log, oldest first. */
export async function* listErasures(log: EventLog): AsyncGenerator<ErasureLine> {
  for (let after = 0; ; ) {
    const events = await log.readAll(after, { types: ['privacy.PersonErased'] })
    if (events.length === 0) return
    for (const { data, metadata } of events) yield ErasureLine.parse({ ...data, tenant: metadata.tenant })
    after = events.at(-1)!.position
  }
}

/** The erasures of a list as `erased-persons` prints it. Refused with the number of the first line that is none. */
export const parseErasures = (list: string): ErasureLine[] =>
  list.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const parsed = ErasureLine.safeParse(jsonOf(line))
    if (!parsed.success) throw new CommandRefusal(`line ${index + 1} of the list is no erasure; nothing was erased.`)
    return [parsed.data]
  })

const jsonOf = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
