import { currentToken } from '#api/token.ts'
import { digestOf } from '#metering/round/round-person.ts'
import { forgetRounds, personOfToken } from '#metering/round/round-store.ts'

const storeName = 'nightflow-rounds'

/**
 * Removes the rounds of everyone but the person who is signed in here: they name customers and their addresses. It runs at each start of the
 * page, and a sign-out starts it anew; the answer says whose data stay, where that is known. Readings that the service does not have stay until their reader has sent them.
 */
export async function forgetRoundsOfEndedSessions(): Promise<{ staying: string | undefined } | undefined> {
  const stores = (await globalThis.indexedDB?.databases?.()) ?? []
  if (!stores.some(({ name }) => name === storeName)) return undefined
  const token = currentToken()
  const person = token === null ? undefined : await personOfToken(digestOf(token))
  // A session that was just opened is not known here yet: its page says whose it is.
  if (token !== null && !person) return undefined
  await forgetRounds(person?.person)
  return { staying: person?.person }
}
