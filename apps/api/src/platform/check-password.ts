import { setTimeout as pause } from 'node:timers/promises'
import { networkOf } from '@nightflow/platform/rules/network-of'
import { hashPassword, verifyPassword } from '@nightflow/platform/rules/password'
import { type Account, findAccount } from '@nightflow/platform/sign-in/accounts'
import { admitSignIn, closeSignIn, forgetSignIn, type SignInAttempt } from '@nightflow/platform/sign-in/sign-ins'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Visit } from '../http/request-context.ts'
import { Semaphore } from '../http/semaphore.ts'
import { findKnownDevice, keepDevice } from './known-device.ts'
import { nameKeyOf } from './name-key.ts'

/** Passwords checked at once: each takes some 20 MB and a core for a while, and the machine has other work. */
const checksAtOnceMax = 8
const checks = new Semaphore({ atOnce: checksAtOnceMax, waitingMax: 200 })
/** Attempts of one network that are checked, wait for their turn or are delayed: one alone does not fill the queue of all. */
const perNetworkMax = 8
const underWay = new Map<string, number>()

const oneOfFew = async <Result>({ address }: Visit, attempt: () => Promise<Result>): Promise<Result | Rejection> => {
  const network = networkOf(address)
  const now = underWay.get(network) ?? 0
  if (now >= perNetworkMax) return rejected('sign-in-throttled', { retryAfterSeconds: 1 })
  underWay.set(network, now + 1)
  try {
    return await attempt()
  } finally {
    const left = (underWay.get(network) ?? 1) - 1
    if (left > 0) underWay.set(network, left)
    else underWay.delete(network)
  }
}

const verify = (password: string, hash: string): Promise<boolean> => checks.take(() => verifyPassword(password, hash))

/** Refused where the attempt may not be checked now; otherwise the row to close, after the delay that repeated failures bring. */
const admitted = async ({ pool }: Visit, attempt: SignInAttempt): Promise<{ id: string } | Rejection> => {
  const admission = await admitSignIn(pool, attempt)
  if ('retryAfterSeconds' in admission) return rejected('sign-in-throttled', admission)
  if ('needsCaptcha' in admission) return rejected('captcha-needed')
  if (admission.delaySeconds > 0) await pause(admission.delaySeconds * 1000)
  return admission
}

type SignInWanted = {
  name: string
  areaCode?: string | undefined
  /** Checked when it is given. */
  tenant?: string | undefined
  /** Undefined when what was sent could not be read: a wrong password like any other. */
  password: string | undefined
  /** A captcha was solved for this attempt. */
  isCaptchaSolved: boolean
}

/**
 * Whose account this is, and what `open` makes of it. A wrong tenant, name or password and a disabled account are one answer, after the same work, so that no one
 * learns which it was. Refused after repeated failures of the caller's network for a while (`sign-in-throttled`), right password or not, and without a
 * captcha after repeated failures from elsewhere (`captcha-needed`); only a person who knows
 * the password learns that a trial is over. `open` answers undefined when the password was replaced since it was read, which is then a wrong one.
 */
export const checkSignIn = <Opened>(
  visit: Visit,
  wanted: SignInWanted,
  open: (account: Account) => Promise<Opened | undefined>,
): Promise<Opened | Rejection> =>
  oneOfFew(visit, async () => {
    const { pool, address, client } = visit
    const found = await findAccount(pool, wanted)
    const admission = await admitted(visit, {
      tenant: found?.tenant ?? '',
      username: found?.username ?? wanted.name,
      name: nameKeyOf(wanted),
      address,
      client,
      device: found && findKnownDevice(visit, found),
      isCaptchaSolved: wanted.isCaptchaSolved,
    })
    if (isRejection(admission)) return admission
    const isRight = await verify(wanted.password ?? '', found?.passwordHash ?? (await hashOfNobody()))
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
    if (opened !== undefined) keepDevice(visit, found)
    return opened ?? rejected('sign-in-refused')
  })

/** Does a signed-in person know their password? Failures count like those of signing in: a session that was found open is no way to guess. */
export const checkOwnPassword = async (visit: Visit, account: Account, password: string | undefined): Promise<Rejection | undefined> => {
  const { pool, address, client } = visit
  const { tenant, username } = account
  const checked = await oneOfFew(visit, async () => {
    const name = nameKeyOf({ name: username })
    // A person who is signed in has shown that they are one.
    const admission = await admitted(visit, { tenant, username, name, address, client, isCaptchaSolved: true })
    if (isRejection(admission)) return admission
    if (password !== undefined && (await verify(password, account.passwordHash))) {
      await forgetSignIn(pool, admission.id)
      return undefined
    }
    await closeSignIn(pool, admission.id, 'refused')
    return rejected('old-password-wrong')
  })
  return isRejection(checked) ? checked : undefined
}

let unusableHash: Promise<string> | undefined
const hashOfNobody = (): Promise<string> => {
  unusableHash ??= hashPassword('the password of no account')
  return unusableHash
}
