import { personDecider } from '@nightflow/domain/privacy/person-decider'
import { createPostgresPersonKeys } from '@nightflow/event-log/postgres/postgres-person-keys'
import { forgetMessagesTo } from '@nightflow/platform/messages/outbox'
import { findPerson, listPersons } from '@nightflow/projections/privacy/person-queries'
import { textsNamingPerson } from '@nightflow/projections/privacy/texts-naming-person'
import * as privacy from '@nightflow/schemas/privacy/endpoints'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { type Decided, decide } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import { command, query, type Route } from '../http/serve.ts'

/**
 * The event first, so that it is known who was erased whatever happens next. The key is deleted before the answer; where the process stops in
 * between, the policy deletes it.
 */
const erasePerson = async (request: RequestOf<typeof privacy.erasePerson>, context: RequestContext): Promise<Decided | Rejection> => {
  const { tenant } = context.caller
  const person = await context.read((database) => findPerson(database, request))
  if (!person) return rejected('not-found')
  const { personId, telephone, email } = person
  await forgetMessagesTo(context.pool, tenant, [telephone, email])
  const decided = await decide(context, personDecider, { type: 'ErasePerson', ...request, personId }, (state) => state)
  if (!isRejection(decided)) await createPostgresPersonKeys(context.servicePool).erase({ tenant, personId })
  return decided
}

export const privacyRoutes: readonly Route[] = [
  query(privacy.listPersons, listPersons),
  query(privacy.findPerson, findPerson),
  query(privacy.listPersonTexts, textsNamingPerson),
  command(privacy.erasePerson, erasePerson),
]
