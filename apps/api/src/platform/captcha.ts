import { findParameter } from '@nightflow/platform/settings/configuration'
import { openChallenge, takeCaptcha } from '@nightflow/platform/sign-in/challenges'
import type { findCaptcha as captchaEndpoint } from '@nightflow/schemas/platform/sign-in-calls'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { platformTenant } from '@nightflow/schemas/shared/may-do'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { Visit } from '../http/request-context.ts'
import { drawCaptcha } from './draw-captcha.ts'

/** Required unless the platform's parameter disables it. */
const isCaptchaAsked = async ({ pool }: Visit): Promise<boolean> =>
  (await findParameter(pool, platformTenant, 'sys.account.captchaEnabled')) !== 'false'

export const findCaptcha = async (
  { demanded }: RequestOf<typeof captchaEndpoint>,
  visit: Visit,
): Promise<ResponseOf<typeof captchaEndpoint> | Rejection> => {
  if (!demanded && !(await isCaptchaAsked(visit))) return { captchaEnabled: false }
  const kind = (await findParameter(visit.pool, platformTenant, 'sys.account.captchaType')) === 'char' ? 'char' : 'math'
  const { answer, paint } = drawCaptcha(kind)
  const challenge = await openChallenge(visit.pool, { kind: 'captcha', address: visit.address, answer })
  if (isRejection(challenge)) return challenge
  return { captchaEnabled: true, captchaType: kind, uuid: challenge.id, img: (await paint()).toString('base64') }
}

/** Was the captcha that came with a request solved? Undefined where none came. Right or wrong, it is used up. */
export const solvesCaptcha = async (
  { uuid, code }: { uuid?: string | undefined; code?: string | undefined },
  { pool }: Visit,
): Promise<boolean | undefined> => (uuid === undefined || code === undefined ? undefined : takeCaptcha(pool, uuid, code))

/** The same for signing in: refused when one was solved wrongly, or is required and missing. */
export const captchaOfSignIn = async (
  request: { uuid?: string | undefined; code?: string | undefined },
  visit: Visit,
  isAsked: () => Promise<boolean> = () => isCaptchaAsked(visit),
): Promise<boolean | Rejection> => {
  const isSolved = await solvesCaptcha(request, visit)
  if (isSolved) return true
  return isSolved === false || (await isAsked()) ? rejected('verification-code-wrong') : false
}

/** Refused when a captcha is required and this is not its answer. Right or wrong, the captcha is used up. */
export const checkCaptcha = async (
  { uuid, code }: { uuid?: string | undefined; code?: string | undefined },
  visit: Visit,
): Promise<Rejection | undefined> => {
  if (!(await isCaptchaAsked(visit))) return undefined
  return (await solvesCaptcha({ uuid, code }, visit)) ? undefined : rejected('verification-code-wrong')
}
