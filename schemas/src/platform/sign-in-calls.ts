import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { text } from '../shared/text.ts'
import { AreaCode, SealedPassword } from './account-rules.ts'

/** Calls of people who are not signed in, or about to be. */

const captchaAnswer = z.object({
  captchaEnabled: z.boolean(),
  /** Absent while no captcha is required. */
  uuid: z.uuid().optional(),
  /** A sum whose result is the answer, or characters to be typed as they are. */
  captchaType: z.enum(['math', 'char']).optional(),
  /** Base64 of a PNG, without `data:`. */
  img: z.string().optional(),
})

export const findCaptcha = endpoint({
  method: 'GET',
  path: '/prod-api/auth/code',
  permission: 'public',
  summary: 'A captcha image; good once, for two minutes',
  envelope: 'top',
  /** `demanded` after a refusal with `captcha-needed`: there is one then even where the platform requires none. */
  request: z.object({ demanded: z.stringbool().default(false) }),
  response: captchaAnswer,
})

/** Under the name that clients of its kind know. */
export const findCaptchaAlias = endpoint({ ...findCaptcha, path: '/prod-api/code' })

export const findPublicKey = endpoint({
  method: 'GET',
  path: '/prod-api/auth/publicKey',
  permission: 'public',
  summary: 'The key that passwords are sealed with, and a nonce to seal along',
  request: z.object({}),
  response: z.object({
    /** SubjectPublicKeyInfo, PEM. */
    publicKey: z.string(),
    nonce: z.string(),
    /** Seconds until the nonce is of no use. */
    goodForSeconds: z.int(),
  }),
})

export const logIn = endpoint({
  method: 'POST',
  path: '/prod-api/auth/login',
  permission: 'public',
  summary: 'Sign in with user name, e-mail or telephone',
  request: z.object({
    /** Of a telephone number. */
    areaCode: AreaCode.optional(),
    /** User name, e-mail or telephone. */
    username: text(100).min(1),
    password: SealedPassword,
    rememberMe: z.boolean().default(false),
    code: text(20).optional(),
    uuid: z.uuid().optional(),
  }),
  response: z.object({
    access_token: z.string(),
    /** Minutes without a call after which the session ends. */
    expires_in: z.int(),
  }),
})

export const refreshSession = endpoint({
  method: 'POST',
  path: '/prod-api/auth/refresh',
  permission: 'signed-in',
  summary: 'Keep the session; answers the minutes until it ends',
  request: z.object({}),
  response: z.int(),
})

export const logOut = endpoint({
  method: 'DELETE',
  path: '/prod-api/auth/logout',
  permission: 'signed-in',
  summary: 'End the session; its token opens nothing from now on',
  request: z.object({}),
  response: z.object({}),
})

export const checkCode = endpoint({
  method: 'POST',
  path: '/prod-api/system/msg/check',
  permission: 'public',
  summary: 'Is this verification code right and still good?',
  request: z.object({ uuid: z.uuid(), code: text(20).min(1) }),
  response: z.object({}),
})

export const recoverPassword = endpoint({
  method: 'PUT',
  path: '/prod-api/system/user/reset/password',
  permission: 'public',
  summary: 'A new password by a code that was sent to the account’s telephone or e-mail',
  request: z.object({ uuid: z.uuid(), code: text(20).min(1), password: SealedPassword }),
  response: z.object({}),
})
