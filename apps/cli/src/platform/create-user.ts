import { createUser } from '@nightflow/platform/people/users'
import { randomPassword } from '@nightflow/platform/rules/random-password'
import { NewPassword } from '@nightflow/schemas/platform/account-rules'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import type { Role } from '@nightflow/schemas/shared/permissions'
import type { Pool } from 'pg'
import { CommandRefusal } from '../shared/command-refusal.ts'

/**
 * A new user whose password has to be changed at the first sign-in: its creator knows it. Returns the password when none was given
 * and one was made up; it is kept nowhere. One that exists keeps everything and is a refusal.
 */
export const createNewUser = async (
  pool: Pool,
  { password, ...user }: { tenant: string; username: string; role: Role; password: string | undefined },
): Promise<{ madeUp: string | undefined }> => {
  if (user.role === 'operator' && user.tenant !== platformTenant)
    throw new CommandRefusal(`operators belong to the tenant "${platformTenant}"; make an admin of ${user.tenant} instead.`)
  if (user.tenant === platformTenant && !['operator', 'admin'].includes(user.role))
    throw new CommandRefusal(`the tenant "${platformTenant}" has operators and no ${user.role}.`)
  const madeUp = password === undefined ? randomPassword() : undefined
  const { created } = await createUser(pool, { ...user, password: password ?? madeUp ?? '', mustChangePassword: true })
  if (!created)
    throw new CommandRefusal(
      `there is a user "${user.username}" already, whose password stays as it is; a user name counts once in the whole service.`,
    )
  return { madeUp }
}

const passwordBytesMax = 4_096

/** The first line of a stream, which has to be a password by the rules for new ones. Never repeated in the refusal. */
export const readPassword = async (input: AsyncIterable<Buffer | string>): Promise<string> => {
  let text = ''
  for await (const chunk of input) {
    text += chunk.toString()
    if (text.includes('\n') || text.length > passwordBytesMax) break
  }
  const [line = ''] = text.split(/\r?\n/)
  const checked = NewPassword.safeParse(line)
  if (checked.success) return checked.data
  throw new CommandRefusal(
    'the password on standard input must have 6 to 16 characters without blanks, with digits, capital and small letters.',
  )
}
