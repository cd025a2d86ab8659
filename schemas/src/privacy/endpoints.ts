import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { boundedTotal, fromEnd, limitOf, listPage, pageOfList } from '../shared/list-page.ts'
import { PersonId } from '../shared/personal.ts'
import { text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'

/** A person of whom the service keeps data. Of an erased one nothing but the identifier and the moment is left. */
export const PersonRow = z.object({
  personId: PersonId,
  name: z.string().nullable(),
  telephone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  identityNumber: z.string().nullable(),
  firstRecordedAt: Instant,
  erasedAt: Instant.nullable(),
})
export type PersonRow = z.infer<typeof PersonRow>

/** Where a person is named now: as the leader of a partition, or in an account as its holder, legal representative or agent. */
export const PersonUse = z.object({ kind: z.enum(['partition', 'account']), id: z.string(), name: z.string() })
export type PersonUse = z.infer<typeof PersonUse>

export const listPersons = endpoint({
  method: 'GET',
  path: '/api/v1/persons',
  permission: 'privacy:person:list',
  summary: 'Persons of whom data are kept, by name; the search looks into every field',
  request: z.object({ search: text(100).default(''), ...listPage(500), ...fromEnd }),
  response: z.object({ rows: z.array(PersonRow), ...pageOfList, ...boundedTotal }),
})

export const findPerson = endpoint({
  method: 'GET',
  path: '/api/v1/persons/:personId',
  permission: 'privacy:person:list',
  summary: 'One person, and where it is named',
  request: z.object({ personId: PersonId }),
  response: PersonRow.extend({ uses: z.array(PersonUse) }),
})

/** A text that people typed and that names a person. `isOwn`: it belongs to a payment or a bank entry, and is erased with the holder of the account. */
export const PersonText = z.object({
  kind: z.enum(['payment', 'bankEntry', 'account', 'bill', 'debt', 'meter', 'alarm']),
  /** Number of the account, the bank entry or the meter. */
  id: z.string(),
  at: Instant,
  text: z.string(),
  isOwn: z.boolean(),
})
export type PersonText = z.infer<typeof PersonText>

export const listPersonTexts = endpoint({
  method: 'GET',
  path: '/api/v1/persons/:personId/texts',
  permission: 'privacy:person:list',
  summary:
    'Texts that people typed and that name the person, newest first, for a decision before the erasure: the name is not known afterwards',
  request: z.object({ personId: PersonId, limit: limitOf(200, 'texts') }),
  response: z.object({ rows: z.array(PersonText), hasMore: z.boolean() }),
})
