import type { Account } from '@nightflow/projections/platform/accounts'
import { findParameter } from '@nightflow/projections/platform/configuration'
import { verifyPassword } from '@nightflow/projections/platform/password'
import { endSessions } from '@nightflow/projections/platform/sessions'
import { replacePassword } from '@nightflow/projections/platform/users'
import { NewPassword } from '@nightflow/schemas/platform/account-rules'
import { initialPasswordKey } from '@nightflow/schemas/platform/configuration'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Pool } from 'pg'

/** May this person have this password? It follows the rules, and is neither the one they have nor one that somebody gave them first. */
export const refusePassword = async (pool: Pool, account: Account, password: string): Promise<Rejection | undefined> => {
  if (!NewPassword.safeParse(password).success) return rejected('password-weak')
  const { passwordHash, initialPasswordHash, tenant } = account
  if (password === (await findParameter(pool, tenant, initialPasswordKey))) return rejected('password-unchanged')
  if (await verifyPassword(password, passwordHash)) return rejected('password-unchanged')
  const isInitial =
    initialPasswordHash !== null && initialPasswordHash !== passwordHash && (await verifyPassword(password, initialPasswordHash))
  return isInitial ? rejected('password-unchanged') : undefined
}

/** From here on the old password opens nothing, and what it opened before is closed. */
export const takePassword = async (pool: Pool, userId: number, password: string): Promise<void> => {
  await replacePassword(pool, userId, password)
  await endSessions(pool, userId, 'password-changed')
}
