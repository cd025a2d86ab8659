import { type Account, findAccount } from '@nightflow/projections/platform/accounts'
import { hashPassword, verifyPassword } from '@nightflow/projections/platform/password'
import { admitSignIn, closeSignIn, forgetSignIn } from '@nightflow/projections/platform/sign-ins'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Visit } from '../shared/asked.ts'

/** Passwords checked at once: each takes some 20 MB and a core for a while, and the machine has other work. */
const checksAtOnceMax = 8
let checksNow = 0

const oneOfFew = async <Result>(check: () => Promise<Result>): Promise<Result | Rejection> => {
  if (checksNow >= checksAtOnceMax) return rejected('sign-in-throttled', { retryAfterSeconds: 1 })
  checksNow += 1
  try {
    return await check()
  } finally {
    checksNow -= 1
  }
}

type SignInWanted = {
  name: string
  areaCode?: string | undefined
  /** Checked when it is given. */
  tenant?: string | undefined
  /** Undefined when what was sent could not be read: a wrong password like any other. */
  password: string | undefined
}

/**
 * Whose account this is, and what `open` makes of it. A wrong tenant, name or password and somebody who is disabled are one answer, after the same work, so that nobody
 * learns which it was. Refused after repeated failures for a while (`sign-in-throttled`), right password or not; a trial that is over is
 * said to whoever knows its password alone. `open` answers undefined when the password was replaced since it was read, which is then a wrong one.
 */
export const checkSignIn = <Opened>(
  visit: Visit,
  wanted: SignInWanted,
  open: (account: Account) => Promise<Opened | undefined>,
): Promise<Opened | Rejection> =>
  oneOfFew(async () => {
    const { pool, address, client } = visit
    const found = await findAccount(pool, wanted)
    const attempt = { tenant: found?.tenant ?? '', username: found?.username ?? wanted.name, address, client }
    const admission = await admitSignIn(pool, attempt)
    if ('retryAfterSeconds' in admission) return rejected('sign-in-throttled', admission)
    const isRight = await verifyPassword(wanted.password ?? '', found?.passwordHash ?? (await hashOfNobody()))
    const isTenantRight = wanted.tenant === undefined || wanted.tenant === found?.tenant
    if (!found || !isTenantRight || !isRight || found.isDisabled) {
      await closeSignIn(pool, admission.id, 'refused')
      return rejected('sign-in-refused')
    }
    if (found.isTrialOver) {
      await closeSignIn(pool, admission.id, 'barred')
      return rejected('trial-over')
    }
    const opened = await open(found)
    await closeSignIn(pool, admission.id, opened === undefined ? 'refused' : 'accepted')
    return opened ?? rejected('sign-in-refused')
  })

/** Does somebody who is signed in know their password? Failures count like those of signing in: a session that was found open is no way to guess. */
export const checkOwnPassword = async (visit: Visit, account: Account, password: string | undefined): Promise<Rejection | undefined> => {
  const { pool, address, client } = visit
  const checked = await oneOfFew(async () => {
    const admission = await admitSignIn(pool, { tenant: account.tenant, username: account.username, address, client })
    if ('retryAfterSeconds' in admission) return rejected('sign-in-throttled', admission)
    if (password !== undefined && (await verifyPassword(password, account.passwordHash))) {
      await forgetSignIn(pool, admission.id)
      return undefined
    }
    await closeSignIn(pool, admission.id, 'refused')
    return rejected('old-password-wrong')
  })
  return isRejection(checked) ? checked : undefined
}

let nobody: Promise<string> | undefined
const hashOfNobody = (): Promise<string> => {
  nobody ??= hashPassword('nobody has this password')
  return nobody
}
