import { personDecider } from '@nightflow/domain/privacy/person-decider'
import { createPostgresPersonKeys } from '@nightflow/event-log/postgres/postgres-person-keys'
import { forgetMessagesTo } from '@nightflow/platform/messages/outbox'
import { findPerson, listPersons } from '@nightflow/projections/privacy/person-queries'
import { textsNamingPerson } from '@nightflow/projections/privacy/texts-naming-person'
import * as privacy from '@nightflow/schemas/privacy/endpoints'
import { personCommands } from '@nightflow/schemas/privacy/erase-person'
import { commandRoutes } from '../http/command-routes.ts'
import { query, type Route } from '../http/serve.ts'

export const privacyRoutes: readonly Route[] = [
  query(privacy.listPersons, listPersons),
  query(privacy.findPerson, findPerson),
  query(privacy.listPersonTexts, textsNamingPerson),
  ...commandRoutes(
    {
      commands: personCommands,
      decider: personDecider,
      find: async (database, [personId]: readonly string[]) => {
        const found = await findPerson(database, { personId: personId! })
        return found ? [found] : []
      },
      logged: (state) => state,
    },
    {
      // The event first, so that it is known who was erased whatever happens next. The key is deleted before the answer; where the process stops in
      // between, the policy deletes it.
      erase: {
        prepare: async ({ telephone, email }, _, { pool, caller }) => {
          await forgetMessagesTo(pool, caller.tenant, [telephone, email])
          return {}
        },
        afterwards: async ({ given: { personId }, context: { servicePool, caller } }) => {
          await createPostgresPersonKeys(servicePool).erase({ tenant: caller.tenant, personId })
          return undefined
        },
      },
    },
  ),
]
