import type { NamedCommand } from '../shared/named-command.ts'
import { erasePerson, type PersonRow } from './endpoints.ts'

/** Commands on persons of whom data are kept. The route deletes a key beside the event, so it is written by hand. */
export const personCommands: readonly NamedCommand<PersonRow>[] = [
  { name: 'erase', endpoint: erasePerson, icon: 'cancel', isDanger: true, isOffered: ({ erasedAt }) => erasedAt === null },
]
