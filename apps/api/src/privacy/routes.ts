import { personDecider } from '@nightflow/domain/privacy/person-decider'
import { createPostgresPersonKeys } from '@nightflow/event-log/postgres/postgres-person-keys'
import { forgetMessagesTo } from '@nightflow/platform/messages/outbox'
import { findPerson, listPersons } from '@nightflow/projections/privacy/person-queries'
import * as privacy from '@nightflow/schemas/privacy/endpoints'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Asked } from '../http/asked.ts'
import { type Decided, decide } from '../http/decide.ts'
import { command, query, type Route } from '../http/serve.ts'

/**
 * The event first, so that it is known who was erased whatever happens next. The key is deleted before the answer; where the process stops in
 * between, the policy deletes it.
 */
const erasePerson = async (request: RequestOf<typeof privacy.erasePerson>, asked: Asked): Promise<Decided | Rejection> => {
  const { tenant } = asked.caller
  const person = await asked.read((database) => findPerson(database, request))
  if (!person) return rejected('not-found')
  const { personId, telephone, email } = person
  await forgetMessagesTo(asked.pool, tenant, [telephone, email])
  const decided = await decide(asked, personDecider, { type: 'ErasePerson', ...request, personId }, (state) => state)
  if (!isRejection(decided)) await createPostgresPersonKeys(asked.servicePool).erase({ tenant, personId })
  return decided
}

export const privacyRoutes: readonly Route[] = [
  query(privacy.listPersons, listPersons),
  query(privacy.findPerson, findPerson),
  command(privacy.erasePerson, erasePerson),
]
