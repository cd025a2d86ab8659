import type { Connections } from '@nightflow/event-log/postgres/database'
import { replacePasswordHash } from '@nightflow/platform/people/users'
import { hashPassword, verifyPassword } from '@nightflow/platform/rules/password'
import type { Account } from '@nightflow/platform/sign-in/accounts'
import { endSessions, holdSession } from '@nightflow/platform/sign-in/sessions'
import { inTransaction } from '@nightflow/platform/storage/in-transaction'
import { NewPassword } from '@nightflow/schemas/platform/account-rules'
import type { Language } from '@nightflow/schemas/shared/language'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { tellOfChanges } from './change-notices.ts'

/** May this person have this password? It follows the rules, and is neither the one they have nor an initial one. */
export const refusePassword = async (account: Account, password: string): Promise<Rejection | undefined> => {
  if (!NewPassword.safeParse(password).success) return rejected('password-weak')
  const { passwordHash, initialPasswordHash } = account
  if (await verifyPassword(password, passwordHash)) return rejected('password-unchanged')
  const isInitial =
    initialPasswordHash !== null && initialPasswordHash !== passwordHash && (await verifyPassword(password, initialPasswordHash))
  return isInitial ? rejected('password-unchanged') : undefined
}

/**
 * From here on the old password opens nothing, and what it opened before is closed. Refused when the account got another password since it was
 * read, or when the caller's session was ended meanwhile: a request in flight does not win the account back.
 */
export const takePassword = async (
  pool: Connections,
  account: Account,
  password: string,
  { sessionId, language }: { sessionId: string | null; language: Language },
): Promise<Rejection | undefined> => {
  const { userId, passwordHash: known } = account
  const fresh = await hashPassword(password)
  return inTransaction(pool, async (client) => {
    const isReplaced = await replacePasswordHash(client, userId, { known, fresh })
    const isOpen = sessionId === null || (await holdSession(client, sessionId))
    if (!isReplaced || !isOpen) return rejected('session-ended', { reason: 'password-changed' })
    await endSessions(client, userId, 'password-changed')
    await tellOfChanges(client, account, ['password'], language)
    return undefined
  })
}
