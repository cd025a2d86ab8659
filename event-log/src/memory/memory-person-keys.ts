import { randomBytes } from 'node:crypto'
import { keyBytes, nameOfPerson, type PersonKeys } from '../person-keys.ts'

/** Keys of persons without a database, for tests of what uses them. */
export const createMemoryPersonKeys = (): PersonKeys => {
  const keys = new Map<string, Buffer | 'erased'>()
  const known = () => {
    // Copied, as a page of a database is: a caller that read before keeps what is deleted later.
    const page = new Map(keys)
    return (person: { tenant: string; personId: string }) => page.get(nameOfPerson(person))
  }
  return {
    find: async () => known(),
    findOrCreate: async (persons) => {
      for (const name of persons.map(nameOfPerson)) if (!keys.has(name)) keys.set(name, randomBytes(keyBytes))
      return known()
    },
    erase: async (person) => {
      const name = nameOfPerson(person)
      const wasErased = keys.get(name) === 'erased'
      keys.set(name, 'erased')
      return !wasErased
    },
  }
}
