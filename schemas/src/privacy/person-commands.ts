import type { NamedCommand } from '../shared/named-command.ts'
import { erasePerson, type PersonRow } from './endpoints.ts'

/** Commands on persons of whom data are kept. */
export const personCommands: readonly NamedCommand<PersonRow>[] = [
  { name: 'erase', endpoint: erasePerson, icon: 'cancel', isDanger: true, isOffered: ({ erasedAt }) => erasedAt === null },
]
