import { randomUUID } from 'node:crypto'
import { PersonId, personal } from '@nightflow/schemas/shared/personal'
import { text } from '@nightflow/schemas/shared/text'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { broken, sleep, until } from './event-log.conformance.ts'
import type { EventLog, NewEvent } from './event-log.ts'
import { AppendInvalid } from './event-log-errors.ts'
import type { PersonKeys } from './person-keys.ts'
import type { PersonalDataParts } from './personal-data.ts'

const Holder = { personId: PersonId.nullable(), name: personal(text(50), 'name'), telephone: personal(text(20), 'telephone').optional() }
const AccountOpened = z.object({ number: text(20), ...Holder, owners: z.array(z.object(Holder)).max(5).optional() })
const schemas = { 'customers.AccountOpened': { data: AccountOpened }, 'customers.AccountClosed': { data: z.object({ number: text(20) }) } }

/** Two shapes of one event: the older one did not say who the holder is. */
export const personalDataParts: Omit<PersonalDataParts, 'keys'> = {
  catalogue: schemas,
  upcasters: { 'customers.AccountOpened': { 1: ({ holder, ...data }) => ({ ...data, name: holder, personId: data.formerId }) } },
}

type Subject = {
  log: EventLog
  /** The same log as it is stored. */
  stored: EventLog
  keys: PersonKeys
  close: () => Promise<void>
}

const accountOpened = (data: object, schemaVersion = 2): NewEvent => ({
  id: randomUUID(),
  type: 'customers.AccountOpened',
  schemaVersion,
  data: { number: '7', ...data },
  metadata: { tenant: 'north', actor: 'user:ana' },
})
const aStream = (): string => `north/customers-account-${randomUUID()}`
const aHolder = () => ({ personId: randomUUID(), name: `Ada ${randomUUID()}`, telephone: '555 0100' })

/** Requirements of the log for personal fields, whichever engine stores the events. */
export const describePersonalData = (engine: string, open: () => Promise<Subject>): void => {
  describe(`personal data ${engine}`, () => {
    let subject: Subject
    beforeAll(async () => {
      subject = await open()
    })
    afterAll(() => subject.close())

    describeErasing(() => subject)
    describeStoring(() => subject)
  })
}

/** Opens an account of these data, and says how it is read. */
const openAccount = async (log: EventLog, data: object, schemaVersion?: number) => {
  const stream = aStream()
  const event = accountOpened(data, schemaVersion)
  await log.append(stream, 0, [event])
  return { stream, event, read: async () => (await log.readStream(stream))[0]!.data }
}

const describeErasing = (subject: () => Subject): void => {
  const erase = (personId: string) => subject().keys.erase({ tenant: 'north', personId })

  test('is stored encrypted and read as it was, by every way of reading', async () => {
    const { log, stored } = subject()
    const holder = aHolder()
    const data = { number: '7', ...holder, owners: [{ personId: randomUUID(), name: 'Ben' }] }
    const before = await log.head()
    const { stream, event } = await openAccount(subject().log, data)
    const [ciphertext] = await stored.readStream(stream)
    const asStored = JSON.stringify(ciphertext)
    for (const value of [holder.name, holder.telephone, 'Ben']) expect(asStored).not.toContain(value)
    expect(ciphertext!.data).toMatchObject({ number: '7', personId: holder.personId, name: { encrypted: expect.any(String) } })
    expect((await log.readStream(stream))[0]!.data).toEqual(data)
    expect((await log.readAll(before))[0]!.data).toEqual(data)
    expect((await log.findEvent(event.id))!.data).toEqual(data)
    for await (const page of log.subscribe(before, { signal: AbortSignal.timeout(5_000) })) {
      expect(page[0]!.data).toEqual(data)
      break
    }
  })

  test('is null once its person is erased, and others keep theirs', async () => {
    const [ada, ben] = [aHolder(), aHolder()]
    const { read, stream } = await openAccount(subject().log, { ...ada, owners: [ben] })
    const hashes = async () => (await subject().log.readStream(stream)).map(({ hash }) => Buffer.from(hash).toString('hex'))
    const before = await hashes()
    expect(await erase(ada.personId)).toBe(true)
    expect(await erase(ada.personId)).toBe(false)
    expect(await read()).toEqual({ number: '7', personId: ada.personId, name: null, telephone: null, owners: [ben] })
    expect(await hashes()).toEqual(before)
    expect(await broken(subject().log, stream)).toEqual([])
  })

  test('of an erased person is not stored any more', async () => {
    const ada = aHolder()
    await erase(ada.personId)
    const { read, stream } = await openAccount(subject().log, ada)
    expect((await subject().stored.readStream(stream))[0]!.data).toEqual({ number: '7', ...ada, name: null, telephone: null })
    expect(await read()).toMatchObject({ name: null })
  })

  test('of a person of one tenant stays when the same identifier is erased in another', async () => {
    const ada = aHolder()
    const { read } = await openAccount(subject().log, ada)
    await subject().keys.erase({ tenant: 'south', personId: ada.personId })
    expect(await read()).toMatchObject(ada)
  })

  test('of an older event that was never encrypted is lifted, and hidden once its person is erased', async () => {
    const { stored, log } = subject()
    const stream = aStream()
    const formerId = randomUUID()
    await stored.append(stream, 0, [accountOpened({ holder: 'Ada', formerId }, 1)])
    const read = async () => (await log.readStream(stream))[0]
    expect(await read()).toMatchObject({ schemaVersion: 2, data: { name: 'Ada', personId: formerId } })
    await erase(formerId)
    expect((await read())!.data).toMatchObject({ name: null, personId: formerId })
  })
}

const describeStoring = (subject: () => Subject): void => {
  test('a state that a process keeps has no personal value, of either shape', async () => {
    const [stream, holder] = [aStream(), aHolder()]
    await subject().log.append(stream, 0, [accountOpened(holder)])
    await subject().stored.append(stream, 1, [accountOpened({ formerId: holder.personId, holder: holder.name }, 1)])
    const collecting = { initialState: [], evolve: (seen: object[], { data }: { data: object }) => [...seen, data] }
    const { state } = await subject().log.kept!.load<object[], { type: string; data: object }>(stream, collecting)
    expect(state).toMatchObject([
      { number: '7', name: null, personId: holder.personId },
      { number: '7', name: null },
    ])
    expect(JSON.stringify(state)).not.toContain(holder.name)
  })

  test('is refused without its person, since it could never be erased', async () => {
    const append = (data: object) => subject().log.append(aStream(), 0, [accountOpened(data)])
    await expect(append({ name: 'Ada' })).rejects.toThrow(AppendInvalid)
    await expect(append({ name: 'Ada', personId: null })).rejects.toThrow('name of customers.AccountOpened')
    await expect(append({ name: null, personId: null })).resolves.toMatchObject({ status: 'appended' })
  })

  test('with a person that cannot have a key is refused, and does not stop a reader where it is stored', async () => {
    const { log, stored } = subject()
    const opened = accountOpened({ ...aHolder(), personId: 'x\u0000' })
    await expect(log.append(aStream(), 0, [opened])).rejects.toThrow(AppendInvalid)
    const stream = aStream()
    const { event } = await openAccount(log, aHolder())
    const { data } = (await stored.findEvent(event.id))!
    await stored.append(stream, 0, [opened, accountOpened({ ...data, personId: 'not a UUID' })])
    expect((await log.readStream(stream)).map(({ data }) => data.name)).toEqual([opened.data.name, null])
  })

  test('that was moved to another person or event is read as null', async () => {
    const { stored, log } = subject()
    const ada = aHolder()
    const { stream } = await openAccount(log, ada)
    const { data } = (await stored.readStream(stream))[0]!
    const other = aStream()
    await stored.append(other, 0, [accountOpened(data), accountOpened({ ...data, personId: aHolder().personId })])
    expect((await log.readStream(other)).map(({ data: { name } }) => name)).toEqual([null, null])
  })

  test('counts in the size of an append as it will be stored', async () => {
    const { log, stored } = subject()
    const event = accountOpened(aHolder())
    const stream = aStream()
    await log.append(stream, 0, [event])
    const [ciphertext] = await stored.readStream(stream)
    expect(log.bytesOf(event)).toBe(stored.bytesOf(ciphertext!))
    expect(log.bytesOf(event)).toBeGreaterThan(stored.bytesOf(event))
  })

  test('a repeated event is found by its identifier, and stored once', async () => {
    const stream = aStream()
    const event = accountOpened(aHolder())
    expect(await subject().log.append(stream, 0, [event])).toMatchObject({ status: 'appended', version: 1 })
    expect(await subject().log.append(stream, 0, [event])).toMatchObject({ status: 'repeated', version: 1 })
  })

  test('many writers of one new person agree on its key', async () => {
    const { personId } = aHolder()
    const streams = Array.from({ length: 20 }, aStream)
    await Promise.all(streams.map((stream, index) => subject().log.append(stream, 0, [accountOpened({ personId, name: `Ada ${index}` })])))
    for (const [index, stream] of streams.entries())
      expect((await subject().log.readStream(stream))[0]!.data).toMatchObject({ name: `Ada ${index}` })
  })

  test('a subscriber that read a person a moment ago gets null after the erasure', async () => {
    const { log } = subject()
    const ada = aHolder()
    const seen: unknown[] = []
    const abort = new AbortController()
    const before = await log.head()
    const following = (async () => {
      for await (const page of log.subscribe(before, { types: ['customers.AccountOpened'], signal: abort.signal }))
        seen.push(...page.map(({ data }) => data.name))
    })()
    const { stream } = await openAccount(log, ada)
    await until(() => seen.length === 1)
    await subject().keys.erase({ tenant: 'north', personId: ada.personId })
    await log.append(stream, 1, [accountOpened({ ...ada, name: 'Ada again' })])
    await until(() => seen.length === 2)
    expect(seen).toEqual([ada.name, null])
    abort.abort()
    await Promise.race([following, sleep(5_000)])
  })
}
