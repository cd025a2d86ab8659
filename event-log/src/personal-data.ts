import { type AnySchema, personalFieldsOf, personIdField, replacePersonal } from '@nightflow/schemas/shared/personal'
import { isUuid } from './encode-append.ts'
import { decryptValue, encryptValue, isEncrypted, ofEncryptedSize } from './encrypt-value.ts'
import type { EventLog, JsonObject, NewEvent, RecordedEvent, Upcasters } from './event-log.ts'
import { AppendInvalid } from './event-log-errors.ts'
import { KeptStates, type Tail } from './kept-states.ts'
import { liftData } from './lift-data.ts'
import type { KnownKeys, PersonKeys, PersonOfTenant } from './person-keys.ts'

type Catalogue = Readonly<Record<string, { readonly data: AnySchema }>>

export type PersonalDataParts = {
  keys: PersonKeys
  /** The events that there are; those with personal fields are encrypted. */
  catalogue: Catalogue
  /** Lifts events after their fields are decrypted: the log itself is opened without. */
  upcasters: Upcasters
}

/**
 * The log with the personal fields of its events encrypted, each with the key of its person. The log stores, hashes and verifies the
 * ciphertext. A reader gets the value where the key is there, and null where the person was erased. Events without personal fields pass as
 * they are; a page that has some costs one statement for its keys.
 *
 * An altered value is read as null too: one event must not stop the read models, and `verify` names it.
 */
export const withPersonalData = (log: EventLog, parts: PersonalDataParts): EventLog => {
  const { keys, upcasters } = parts
  const schemas = new Map(
    Object.entries(parts.catalogue)
      .filter(([, { data }]) => personalFieldsOf(data).length > 0)
      .map(([type, { data }]) => [type, data]),
  )
  const lift = <Event extends RecordedEvent>(event: Event): Event =>
    event.type in upcasters ? { ...event, ...liftData(upcasters, event.type, event.schemaVersion, event.data) } : event

  const read = async (events: RecordedEvent[]): Promise<RecordedEvent[]> => {
    if (!events.some(({ type }) => schemas.has(type) || type in upcasters)) return events
    const personal = events.filter(isPersonal)
    // Older events name their person only once they are lifted.
    const known = await keys.find(personal.flatMap((event) => [...personsNamedIn(event), ...personsOf(schemas, lift(event))]))
    return events.map((event) => {
      const schema = schemas.get(event.type)
      if (schema === undefined) return lift(event)
      const revealed = lift({ ...event, data: decryptData(event, known) })
      return { ...revealed, data: withoutErased(schema, revealed, known) }
    })
  }

  const isPersonal = (event: NewEvent): boolean => schemas.has(event.type)
  const findOrCreate = inGroups(keys.findOrCreate)
  const encrypt = async (events: readonly NewEvent[]): Promise<readonly NewEvent[]> => {
    const known = await findOrCreate(events.flatMap((event) => personsOf(schemas, event)))
    return events.map((event) =>
      replaceIn(schemas, event, (person, path, value) => {
        const key = known(person)
        // An erased person gets no further data.
        return key === undefined || key === 'erased' ? null : encryptValue(key, value, { ...person, eventId: event.id, path })
      }),
    )
  }
  /** Appends whose keys are looked up: closing waits for them as it waits for what the engine holds. */
  const encrypting = new Set<Promise<unknown>>()
  const appendEncrypted: EventLog['append'] = async (stream, expectedVersion, events) => {
    const encrypted = encrypt(events)
    encrypting.add(encrypted)
    try {
      const ready = await encrypted
      return await log.append(stream, expectedVersion, ready)
    } finally {
      encrypting.delete(encrypted)
    }
  }

  const withoutPersons = (event: RecordedEvent): RecordedEvent => {
    const schema = schemas.get(event.type)
    if (schema === undefined) return lift(event)
    const lifted = lift({ ...event, data: decryptData(event, noKeys) })
    return { ...lifted, data: withoutPersonal(schema, lifted.data) }
  }
  const readTails = async (tails: readonly Tail[], limit: number): Promise<RecordedEvent[]> => {
    const afterVersions = tails.map(({ afterVersion }) => afterVersion)
    return (
      await log.readStreams(
        tails.map(({ stream }) => stream),
        { afterVersions, limit },
      )
    ).map(withoutPersons)
  }

  return {
    kept: new KeptStates(readTails),
    engine: log.engine,
    appendBytesMax: log.appendBytesMax,
    bytesOf: (event) => log.bytesOf(replaceIn(schemas, event, (_, __, value) => ofEncryptedSize(value))),
    append: (stream, expectedVersion, events) => (events.some(isPersonal) ? appendEncrypted : log.append)(stream, expectedVersion, events),
    readStream: async (stream, options) => read(await log.readStream(stream, options)),
    readStreams: async (streams, options) => read(await log.readStreams(streams, options)),
    readAll: async (afterPosition, options) => read(await log.readAll(afterPosition, options)),
    findEvent: async (id) => {
      const event = await log.findEvent(id)
      return event && (await read([event]))[0]
    },
    head: () => log.head(),
    subscribe: async function* (afterPosition, options) {
      for await (const page of log.subscribe(afterPosition, options)) yield await read(page)
    },
    verify: (options) => log.verify(options),
    close: async () => {
      await Promise.allSettled(encrypting)
      await log.close()
    },
  }
}

const noKeys: KnownKeys = () => undefined

/** The same data with every personal value null. */
export const withoutPersonal = <Data extends object>(schema: AnySchema, data: Data): Data => replacePersonal(schema, data, () => null)

/** Persons whose keys one statement creates. */
const groupMax = 1_000

/** Appends that wait while keys are created get theirs in one statement: each statement is a transaction. */
const inGroups = (create: PersonKeys['findOrCreate']): PersonKeys['findOrCreate'] => {
  let running: Promise<unknown> = Promise.resolve()
  let group: { persons: PersonOfTenant[]; known: Promise<KnownKeys> } | undefined
  const begin = (): NonNullable<typeof group> => {
    const begun: NonNullable<typeof group> = {
      persons: [],
      known: running.then(() => {
        if (group === begun) group = undefined
        return create(begun.persons)
      }),
    }
    running = begun.known.catch(() => undefined)
    return begun
  }
  return (persons) => {
    if (group === undefined || group.persons.length + persons.length > groupMax) group = begin()
    group.persons.push(...persons)
    return group.known
  }
}

type Schemas = ReadonlyMap<string, AnySchema>
type Replace = (person: PersonOfTenant, path: string, value: unknown) => unknown

/** The same event with each personal value that is there replaced. Throws where one is without its person: it could not be erased. */
const replaceIn = <Event extends NewEvent>(schemas: Schemas, event: Event, replace: Replace): Event => {
  const schema = schemas.get(event.type)
  if (schema === undefined) return event
  const data = replacePersonal(schema, event.data, ({ personId, path, value }) => {
    if (value === null || value === undefined) return value
    if (!isPersonId(personId)) throw new AppendInvalid(`${path} of ${event.type} (${event.id}) is personal data without ${personIdField}`)
    return replace({ tenant: event.metadata.tenant, personId }, path, value)
  })
  return { ...event, data }
}

/** The persons whose personal values an event of the present shape carries. Values without a person that can have a key are left out. */
const personsOf = (schemas: Schemas, { type, data, metadata: { tenant } }: NewEvent): PersonOfTenant[] => {
  const schema = schemas.get(type)
  const persons: PersonOfTenant[] = []
  if (schema === undefined) return persons
  replacePersonal(schema, data, ({ personId, value }) => {
    if (value !== null && value !== undefined && isPersonId(personId)) persons.push({ tenant, personId })
    return value
  })
  return persons
}

const isPersonId = (personId: string | undefined): personId is string => personId !== undefined && isUuid(personId)

/** The same of an event as it is stored, of whatever shape it is. */
const personsNamedIn = ({ data, metadata: { tenant } }: RecordedEvent): PersonOfTenant[] => {
  const persons: PersonOfTenant[] = []
  replaceEncrypted(data, '', (personId, _, encrypted) => {
    if (isPersonId(personId)) persons.push({ tenant, personId })
    return encrypted
  })
  return persons
}

const decryptData = ({ id, data, metadata: { tenant } }: RecordedEvent, known: KnownKeys): JsonObject =>
  replaceEncrypted(data, '', (personId, path, encrypted) => {
    const key = known({ tenant, personId })
    if (key === undefined || key === 'erased') return null
    return decryptValue(key, encrypted, { tenant, personId, eventId: id, path })?.value ?? null
  }) as JsonObject

type ReplaceEncrypted = (personId: string, path: string, encrypted: { encrypted: string }) => unknown

/** By what is stored instead of by a schema: the shape of older versions is known to their upcasters alone. */
const replaceEncrypted = (data: unknown, prefix: string, replace: ReplaceEncrypted): unknown => {
  if (Array.isArray(data)) return data.map((item, index) => replaceEncrypted(item, `${prefix}${index}.`, replace))
  if (typeof data !== 'object' || data === null) return data
  const { [personIdField]: personId } = data as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (isEncrypted(value)) return [name, typeof personId === 'string' ? replace(personId, `${prefix}${name}`, value) : null]
      return [name, replaceEncrypted(value, `${prefix}${name}.`, replace)]
    }),
  )
}

/** Events of before the encryption hold their values as they were written: those of an erased person are not given to anyone. */
const withoutErased = (schema: AnySchema, { data, metadata: { tenant } }: RecordedEvent, known: KnownKeys): JsonObject =>
  replacePersonal(schema, data, ({ personId, value }) =>
    personId !== undefined && known({ tenant, personId }) === 'erased' ? null : value,
  )
