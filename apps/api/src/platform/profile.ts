import { findOwnData } from '@nightflow/platform/people/own-data'
import { changeOwnData } from '@nightflow/platform/people/users'
import { type Account, findAccountById } from '@nightflow/platform/sign-in/accounts'
import { inTransaction } from '@nightflow/platform/storage/in-transaction'
import type { changePreferences } from '@nightflow/schemas/platform/preferences'
import type { updateProfile as profileUpdate } from '@nightflow/schemas/platform/profile-calls'
import type * as calls from '@nightflow/schemas/platform/session-calls'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'
import type { Outcome } from '../http/run-command.ts'
import { changedContacts, tellOfChanges } from './change-notices.ts'
import { checkOwnPassword } from './check-password.ts'
import { refusePassword, takePassword } from './choose-password.ts'
import { readPasswords } from './read-passwords.ts'

type Done = Outcome<Record<string, never>>

/** A stolen session cannot redirect codes and notices: a change of address needs the password, and the old address is notified. */
export const updateProfile = async (
  { oldPassword, ...data }: RequestOf<typeof profileUpdate>,
  context: RequestContext,
): Promise<Done | Rejection> => {
  const { pool, caller, language } = context
  const account = await accountOf(pool, caller)
  if (isRejection(account)) return account
  const parts = changedContacts(account, data)
  const denied = parts.length > 0 ? await checkPresentPassword(context, account, oldPassword) : undefined
  if (denied) return denied
  const before = profileOf(await findOwnData(pool, account.userId))
  const refused = await inTransaction(pool, async (client) => {
    const taken = await changeOwnData(client, account.userId, data)
    return taken ?? tellOfChanges(client, account, parts, language).then(() => undefined)
  })
  return refused ?? { response: {}, before, after: profileOf(await findOwnData(pool, account.userId)) }
}

export const updateLanguage = async (
  { userId, language }: RequestOf<typeof calls.updateLanguage>,
  { pool, caller }: RequestContext,
): Promise<Done | Rejection> => {
  const account = await accountOf(pool, caller, userId)
  if (isRejection(account)) return account
  const refused = await changeOwnData(pool, account.userId, { language })
  return refused ?? { response: {}, before: { language: account.language }, after: { language } }
}

export const keepPreferences = async (
  preferences: RequestOf<typeof changePreferences>,
  { pool, caller }: RequestContext,
): Promise<Done | Rejection> => {
  const account = await accountOf(pool, caller)
  if (isRejection(account)) return account
  const refused = await changeOwnData(pool, account.userId, { preferences })
  return refused ?? { response: {}, after: preferences }
}

/** A person who knows the old password may change it; all their sessions end. */
export const changeOwnPassword = async (
  { userId, ...sealed }: RequestOf<typeof calls.changeOwnPassword>,
  context: RequestContext,
): Promise<Done | Rejection> => {
  const account = await accountOf(context.pool, context.caller, userId)
  if (isRejection(account)) return account
  const passwords = await readPasswords({ oldPassword: sealed.oldPassword, newPassword: sealed.newPassword }, context)
  if (isRejection(passwords) && passwords.rejected === 'password-not-encrypted') return passwords
  const [oldPassword, newPassword] = isRejection(passwords) ? [] : passwords
  const refused = await checkOwnPassword(context, account, oldPassword)
  if (refused) return refused
  return changeTo(context, account, newPassword)
}

const checkPresentPassword = async (
  context: RequestContext,
  account: Account,
  sent: string | undefined,
): Promise<Rejection | undefined> => {
  if (sent === undefined) return rejected('old-password-wrong')
  const passwords = await readPasswords({ oldPassword: sent }, context)
  if (isRejection(passwords) && passwords.rejected === 'password-not-encrypted') return passwords
  return checkOwnPassword(context, account, isRejection(passwords) ? undefined : passwords[0])
}

export const unlockScreen = async (
  { password }: RequestOf<typeof calls.unlockScreen>,
  context: RequestContext,
): Promise<Done | Rejection> => {
  const account = await accountOf(context.pool, context.caller)
  if (isRejection(account)) return account
  const passwords = await readPasswords({ password }, context)
  if (isRejection(passwords) && passwords.rejected === 'password-not-encrypted') return passwords
  return (await checkOwnPassword(context, account, isRejection(passwords) ? undefined : passwords[0])) ?? { response: {} }
}

/** For a person who signed in with an initial password: they have just shown that they know it. */
export const replaceInitialPassword = async (
  { userId, password: sealed }: RequestOf<typeof calls.replaceInitialPassword>,
  context: RequestContext,
): Promise<Done | Rejection> => {
  const account = await accountOf(context.pool, context.caller, userId)
  if (isRejection(account)) return account
  if (!account.mustChangePassword) return rejected('password-not-initial')
  const passwords = await readPasswords({ password: sealed }, context)
  return isRejection(passwords) ? passwords : changeTo(context, account, passwords[0])
}

const changeTo = async (
  { pool, caller, language }: RequestContext,
  account: Account,
  password: string | undefined,
): Promise<Done | Rejection> => {
  if (password === undefined) return rejected('seal-broken')
  const refused =
    (await refusePassword(account, password)) ?? (await takePassword(pool, account, password, { sessionId: caller.sessionId, language }))
  if (refused) return refused
  return { response: {}, after: { userName: account.username } }
}

/** The caller's own account; naming another one is refused. A token of the command line has no person. */
const accountOf = async (pool: RequestContext['pool'], caller: RequestContext['caller'], userId?: number): Promise<Account | Rejection> => {
  if (caller.userId === null) return rejected('not-found')
  if (userId !== undefined && userId !== caller.userId) return rejected('permission-missing')
  return (await findAccountById(pool, caller.userId)) ?? rejected('not-signed-in')
}

const profileOf = (own: Awaited<ReturnType<typeof findOwnData>>): object => {
  const { nickName, email, areaCode, phonenumber, sex, introduction } = own ?? {}
  return { nickName, email, areaCode, phonenumber, sex, introduction }
}
