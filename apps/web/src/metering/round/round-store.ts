import type { findRound, NotReadReason } from '@nightflow/schemas/metering/walk-by'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/**
 * Rounds on a phone: the person who signed in on it, the opened rounds, and readings until the service has them. Each row belongs to
 * one person of one tenant; no other person's page reads it.
 */

export type RoundPerson = {
  /** A digest of the token that the person signed in with: without a network it says who is there. */
  tokenDigest: string
  /** `tenant/user`. */
  person: string
  name: string
  timeZone: string
  signedInAt: string
}

export type Round = ResponseOf<typeof findRound>
export type KeptRound = { person: string; walkById: number; round: Round; fetchedAt: string }

/** `kept` waits to be sent, `refused` waits for the reader's decision, `sent` is with the service. */
export type KeptState = 'kept' | 'refused' | 'sent'
export type KeptReading = {
  readingId: string
  person: string
  walkById: number
  /** Null for a plain manual reading: the plan did not take it. */
  planId: string | null
  roundName: string
  number: string
  at: string
  /** Null where the meter could not be read. */
  litres: number | null
  reason: NotReadReason | null
  note: string
  isConfirmed: boolean
  photo: Blob | null
  state: KeptState
  /** It was sent at least once: the service may have it although no answer came. */
  isTried: boolean
  /** The code and the words of the refusal. */
  refusal: { code: string; text: string } | null
  /** The reading that others took of this meter in the round before. */
  earlier: { readAt: string; litres: number; takenBy: string | null } | null
}

type Shape = DBSchema & {
  people: { key: string; value: RoundPerson }
  rounds: { key: [string, number]; value: KeptRound; indexes: { person: string } }
  readings: { key: string; value: KeptReading; indexes: { person: string } }
}

export const keptMax = { readings: 2000, photos: 300, rounds: 10, people: 5, sentDays: 14, roundDays: 2 }

/** The reader has to send first. */
export class PhoneFullError extends Error {
  override name = 'PhoneFullError'
}

let opened: Promise<IDBPDatabase<Shape>> | undefined

const open = (): Promise<IDBPDatabase<Shape>> => {
  opened ??= openDB<Shape>('nightflow-rounds', 1, {
    upgrade: (database) => {
      database.createObjectStore('people', { keyPath: 'tokenDigest' })
      database.createObjectStore('rounds', { keyPath: ['person', 'walkById'] }).createIndex('person', 'person')
      database.createObjectStore('readings', { keyPath: 'readingId' }).createIndex('person', 'person')
    },
    // A newer page wants to change the database: this one lets go.
    blocking: () => void closeStore(),
    terminated: () => {
      opened = undefined
    },
  })
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

const closeStore = async (): Promise<void> => {
  const database = await opened
  opened = undefined
  database?.close()
}

export const keepPerson = async (person: RoundPerson): Promise<void> => {
  const database = await open()
  await database.put('people', person)
  const others = (await database.getAll('people')).toSorted((one, other) => other.signedInAt.localeCompare(one.signedInAt))
  for (const { tokenDigest } of others.slice(keptMax.people)) await database.delete('people', tokenDigest)
}

export const personOfToken = async (tokenDigest: string): Promise<RoundPerson | undefined> => (await open()).get('people', tokenDigest)

export const keepRound = async (kept: KeptRound): Promise<void> => {
  const database = await open()
  await database.put('rounds', kept)
  const all = (await database.getAllFromIndex('rounds', 'person', kept.person)).toSorted((one, other) =>
    other.fetchedAt.localeCompare(one.fetchedAt),
  )
  for (const { person, walkById } of all.slice(keptMax.rounds)) await database.delete('rounds', [person, walkById])
}

export const findKeptRound = async (person: string, walkById: number): Promise<KeptRound | undefined> =>
  (await open()).get('rounds', [person, walkById])

export const listKeptRounds = async (person: string): Promise<KeptRound[]> =>
  (await (await open()).getAllFromIndex('rounds', 'person', person)).toSorted((one, other) => other.fetchedAt.localeCompare(one.fetchedAt))

/**
 * Removes the rounds of all others, and of everyone where no person stays; rounds that were fetched days ago; and their readings that the
 * service has. Other readings stay.
 */
export const forgetRounds = async (staying: string | undefined): Promise<void> => {
  const database = await open()
  const isOld = (fetchedAt: string): boolean => Date.now() - Date.parse(fetchedAt) > keptMax.roundDays * 24 * 3_600_000
  for (const { person, walkById, fetchedAt } of await database.getAll('rounds'))
    if (person !== staying || isOld(fetchedAt)) await database.delete('rounds', [person, walkById])
  for (const { person, readingId, state } of await database.getAll('readings'))
    if (person !== staying && state === 'sent') await database.delete('readings', readingId)
  for (const { person, tokenDigest } of await database.getAll('people'))
    if (person !== staying) await database.delete('people', tokenDigest)
}

/** In the order in which they were read. */
export const listKeptReadings = async (person: string): Promise<KeptReading[]> =>
  (await (await open()).getAllFromIndex('readings', 'person', person)).toSorted((one, other) => one.at.localeCompare(other.at))

/** How many readings of any person wait on this phone. */
export const countWaiting = async (): Promise<number> =>
  (await (await open()).getAll('readings')).filter(({ state }) => state !== 'sent').length

/** Keeps a new reading. Throws `PhoneFullError` at the limits, and the browser's `QuotaExceededError` when the phone has no space left. */
export const keepReading = async (reading: KeptReading): Promise<void> => {
  const database = await open()
  const all = await database.getAll('readings')
  const isOver = (kept: KeptReading): boolean =>
    kept.state === 'sent' && Date.now() - Date.parse(kept.at) > keptMax.sentDays * 24 * 3_600_000
  for (const { readingId } of all.filter(isOver)) await database.delete('readings', readingId)
  const left = all.filter((kept) => !isOver(kept))
  const sent = left.filter(({ state }) => state === 'sent').toSorted((one, other) => one.at.localeCompare(other.at))
  const excess = left.length + 1 - keptMax.readings
  if (excess > sent.length) throw new PhoneFullError()
  for (const { readingId } of sent.slice(0, Math.max(0, excess))) await database.delete('readings', readingId)
  if (reading.photo && left.filter(({ photo }) => photo !== null).length >= keptMax.photos) throw new PhoneFullError()
  await database.put('readings', reading)
}

/** Changes a reading that is kept; one that was removed meanwhile stays removed. */
export const changeReading = async (readingId: string, change: Partial<KeptReading>): Promise<void> => {
  const database = await open()
  const transaction = database.transaction('readings', 'readwrite')
  const known = await transaction.store.get(readingId)
  if (known) await transaction.store.put({ ...known, ...change })
  await transaction.done
}

export const removeReading = async (readingId: string): Promise<void> => (await open()).delete('readings', readingId)
