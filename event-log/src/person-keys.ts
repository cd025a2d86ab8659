/** A person within a tenant. */
export type PersonOfTenant = { tenant: string; personId: string }

/** The key of a person, `erased` where the person was erased, undefined where the person never had one. */
export type KnownKeys = (person: PersonOfTenant) => Buffer | 'erased' | undefined

/**
 * The keys with which personal fields of events are encrypted, one for each person. They are kept apart from the log, because deleting a key is what
 * erases a person. Callers hold keys for one page or one append and no longer, so that no process remembers a deleted key.
 */
export type PersonKeys = {
  /** Keys of these persons, in one statement. */
  find: (persons: readonly PersonOfTenant[]) => Promise<KnownKeys>
  /** The same, with a new key for each person who has none and was not erased. */
  findOrCreate: (persons: readonly PersonOfTenant[]) => Promise<KnownKeys>
  /** Deletes the key for good; false where that was done before. */
  erase: (person: PersonOfTenant) => Promise<boolean>
}

export const keyBytes = 32

export const nameOfPerson = ({ tenant, personId }: PersonOfTenant): string => `${tenant}/${personId.toLowerCase()}`
