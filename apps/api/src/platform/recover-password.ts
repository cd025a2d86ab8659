import { recordOperation } from '@nightflow/platform/operations/operation-log'
import { checkCode, useCode } from '@nightflow/platform/sign-in/challenges'
import { logSignIn } from '@nightflow/platform/sign-in/sign-ins'
import { recoverPassword as endpoint } from '@nightflow/schemas/platform/sign-in-calls'
import { actorOfPerson } from '@nightflow/schemas/shared/actors'
import type { RequestOf } from '@nightflow/schemas/shared/endpoint'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Visit } from '../http/request-context.ts'
import { refusePassword, takePassword } from './choose-password.ts'
import { readPasswords } from './read-passwords.ts'
import { accountOfCode } from './verification-codes.ts'

/**
 * The holder of the code is the owner of the account. A password that breaks the rules does not use the code up, so that another one can be
 * typed; a new password also lifts the lock-out, since the failures before it were about the old one.
 */
export const recoverPassword = async (
  { uuid, code, password: sealed }: RequestOf<typeof endpoint>,
  visit: Visit,
): Promise<Record<string, never> | Rejection> => {
  const { pool, address, client, language } = visit
  const passwords = await readPasswords({ password: sealed }, visit)
  if (isRejection(passwords)) return passwords
  const password = passwords[0]!
  const right = await checkCode(pool, uuid, code)
  const account = right && (await accountOfCode(pool, right.subject))
  if (!account || account.isDisabled) return rejected('verification-code-wrong')
  const refused = await refusePassword(account, password)
  if (refused) return refused
  if (!(await useCode(pool, uuid))) return rejected('verification-code-wrong')
  const { tenant, username } = account
  if (await takePassword(pool, account, password, { sessionId: null, language })) return rejected('verification-code-wrong')
  await logSignIn(pool, { tenant, username, address, client }, 'unlocked')
  const operation = `${endpoint.method} ${endpoint.path}`
  await recordOperation(pool, {
    tenant,
    actor: actorOfPerson('user', account),
    operation,
    subject: { userId: account.userId },
    outcome: 'accepted',
    address,
  })
  return {}
}
