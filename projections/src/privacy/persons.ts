import type { RecordedEvent } from '@nightflow/event-log/event-log'
import { type EventType, eventCatalogue } from '@nightflow/schemas/events'
import { personalEventTypes } from '@nightflow/schemas/personal-events'
import type { PersonErased } from '@nightflow/schemas/privacy/erase-person'
import { type PersonalKind, PersonId, replacePersonal } from '@nightflow/schemas/shared/personal'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

const Person = z.object({
  personId: PersonId,
  name: z.string().nullable(),
  telephone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  identityNumber: z.string().nullable(),
  firstRecordedAt: z.iso.datetime(),
  erasedAt: z.iso.datetime().nullable(),
  /** Text for searches, in lower case and in lines of its own. */
  searchText: z.string(),
})
type Person = z.output<typeof Person>
type Values = Partial<Pick<Person, 'name' | 'telephone' | 'email' | 'address' | 'identityNumber'>>

const kinds: readonly PersonalKind[] = ['name', 'telephone', 'email', 'address', 'identityNumber'] satisfies readonly (keyof Values)[]
const hasColumn = (kind: PersonalKind): kind is keyof Values => kinds.includes(kind)
const unknown = { name: null, telephone: null, email: null, address: null, identityNumber: null }

/** Values of each person that an event names. */
const valuesIn = ({ type, data }: { type: string; data: object }): Map<string, Values> => {
  const persons = new Map<string, Values>()
  replacePersonal(eventCatalogue[type as EventType].data, data, ({ personId, kind, value }) => {
    if (personId === undefined) return value
    const id = personId.toLowerCase()
    const values = persons.get(id) ?? {}
    if (hasColumn(kind) && value !== undefined) values[kind] = value as string | null
    persons.set(id, values)
    return value
  })
  return persons
}

/** The texts of a payment are no person: only the key of its own is deleted. */
const personsErasedBy = ({ personId, payment }: PersonErased): { personId: string }[] => (payment ? [] : [{ personId }])

type Stating = Pick<RecordedEvent, 'type' | 'data' | 'recordedAt'>

const takeValues = (person: Person | undefined, event: Stating, key: { personId?: string }): Person | undefined => {
  // An event that was read before the key was deleted would bring back what the erasure emptied.
  if (person && person.erasedAt !== null) return undefined
  const { personId } = key as { personId: string }
  const begun = person ?? {
    personId,
    ...unknown,
    firstRecordedAt: new Date(event.recordedAt).toISOString(),
    erasedAt: null,
    searchText: '',
  }
  return withSearchText({ ...begun, ...valuesIn(event).get(personId) })
}

const withSearchText = (person: Person): Person => {
  const { name, telephone, email, address } = person
  return { ...person, searchText: [name, telephone, email, address].filter(Boolean).join('\n').toLowerCase() }
}

/**
 * All that the read models keep of persons: other tables refer to `person_id`. An erasure empties the row, which stays and says when. The same
 * rows come out whether the projector reads an event before the person's key is deleted or after.
 */
export const persons = defineEntity({
  name: 'privacy/persons',
  version: 5,
  table: 'persons',
  key: ['personId'],
  row: Person,
  indexes: {
    name: '(tenant, name, person_id)',
    // Row-level security permits no index for patterns. A search reads this one instead of whole rows.
    search: '(tenant, person_id) include (search_text, name, telephone, address)',
  },
  keysOf: (event) =>
    event.type === 'privacy.PersonErased'
      ? personsErasedBy(event.data as PersonErased)
      : [...valuesIn(event)].flatMap(([personId, values]) => (Object.keys(values).length > 0 ? [{ personId }] : [])),
  evolve: {
    ...Object.fromEntries(personalEventTypes.map((type) => [type, takeValues])),
    'privacy.PersonErased': (person, { data: { personId, erasedAt }, recordedAt }) => ({
      personId: personId.toLowerCase(),
      ...unknown,
      firstRecordedAt: person?.firstRecordedAt ?? new Date(recordedAt).toISOString(),
      erasedAt,
      searchText: '',
    }),
  },
})
