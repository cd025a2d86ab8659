import { findInfo } from '@nightflow/schemas/platform/session-calls'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { callQuietly } from '#api/call-quietly.ts'
import { ProblemError } from '#api/problem-error.ts'
import { currentToken } from '#api/token.ts'
import { forgetRounds, keepPerson, personOfToken, type RoundPerson } from '#metering/round/round-store.ts'

export const digestOf = (token: string): string => bytesToHex(sha256(utf8ToBytes(token)))

/** Another person may have signed in meanwhile, in another tab: nothing is sent in their name. */
export const isStillSignedIn = ({ tokenDigest }: RoundPerson): boolean => {
  const token = currentToken()
  return token !== null && digestOf(token) === tokenDigest
}

/**
 * The person who signed in on this phone with the present token, as it was kept then. It needs no network, and a session that has ended on the
 * server does not matter: a reader in a cellar goes on reading, and signs in where there is a network.
 */
export const findKeptPerson = async (): Promise<RoundPerson | null> => {
  const token = currentToken()
  return token === null ? null : ((await personOfToken(digestOf(token))) ?? null)
}

/** State of the session by the service. `unreachable` without a network. */
export type SessionState = 'signed-in' | 'over' | 'unreachable'

export async function checkSession(): Promise<SessionState> {
  const token = currentToken()
  if (!token) return 'over'
  try {
    const { user, tenant } = await callQuietly(findInfo, {})
    const person = `${tenant.code}/${user.userId}`
    await keepPerson({
      tokenDigest: digestOf(token),
      person,
      name: user.nickName || user.userName,
      timeZone: tenant.timeZone,
      signedInAt: new Date().toISOString(),
    })
    await forgetRounds(person)
    return 'signed-in'
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return isSessionEnd(error) ? 'over' : 'unreachable'
  }
}

export const isSessionEnd = (error: ProblemError): boolean => error.status === 401 || error.code === 'session-ended'
