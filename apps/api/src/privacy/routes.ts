import { personDecider } from '@nightflow/domain/privacy/person-decider'
import { createPostgresPersonKeys } from '@nightflow/event-log/postgres/postgres-person-keys'
import { forgetMessagesTo } from '@nightflow/platform/messages/outbox'
import { findPerson, listPersons } from '@nightflow/projections/privacy/person-queries'
import { textsNamingPerson } from '@nightflow/projections/privacy/texts-naming-person'
import * as privacy from '@nightflow/schemas/privacy/endpoints'
import { commandsOf } from '../http/commands-of.ts'
import { query, type Route } from '../http/serve.ts'

const person = commandsOf(personDecider, (state) => state)

export const privacyRoutes: readonly Route[] = [
  query(privacy.listPersons, listPersons),
  query(privacy.findPerson, findPerson),
  query(privacy.listPersonTexts, textsNamingPerson),
  // The event first, so that it is known who was erased whatever happens next. The key is deleted before the answer; where the process stops in
  // between, the policy deletes it.
  person(privacy.erasePerson, {
    prepare: async (request, { read, pool, caller }) => {
      const found = await read((database) => findPerson(database, request))
      if (found) await forgetMessagesTo(pool, caller.tenant, [found.telephone, found.email])
      return found
    },
    command: (request, { personId }) => ({ type: 'ErasePerson', ...request, personId }),
    afterwards: async ({ found: { personId }, context: { servicePool, caller } }) => {
      await createPostgresPersonKeys(servicePool).erase({ tenant: caller.tenant, personId })
      return undefined
    },
  }),
]
