import { constants, publicEncrypt } from 'node:crypto'
import type { SessionInfo } from '@nightflow/schemas/platform/session-calls'
import { ownClientHeader } from '@nightflow/schemas/shared/own-client'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { passwordOfAll } from '../two-utilities.ts'
import { knownMillisecondsMax } from './known-sessions.ts'
import type { RunningApi } from './running-api.ts'

/** An answer of the back office: HTTP 200 with a code, whatever happened. */
export type Enveloped = { code: number; msg: string; reason?: string; data?: unknown; [key: string]: unknown }

export type BackOffice = ReturnType<typeof backOfficeOf>

/** A browser's use of the calls under `/prod-api`. */
export const backOfficeOf = ({ api, pool }: Pick<RunningApi, 'api' | 'pool'>) => {
  const call = async (request: InjectOptions & { token?: string; from?: string; language?: string }): Promise<Enveloped> => {
    const { token, from = '192.0.2.1', language = 'en', ...rest } = request
    const headers = {
      language,
      [ownClientHeader]: 'web',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...rest.headers,
    }
    const answer: LightMyRequestResponse = await api.inject({ ...rest, remoteAddress: from, headers })
    if (answer.statusCode !== 200) throw new Error(`${request.url} answered HTTP ${answer.statusCode}: ${answer.body}`)
    return answer.json()
  }
  /** The password sealed with a fresh nonce. */
  const seal = async (password: string): Promise<string> => {
    const { data } = await call({ url: '/prod-api/auth/publicKey' })
    const { publicKey, nonce } = data as { publicKey: string; nonce: string }
    return sealWith(publicKey, { password, nonce })
  }
  /** Signs in as people do, captcha included, and answers what the service answered. */
  const tryLogIn = async (
    username: string,
    password = passwordOfAll,
    more: Record<string, unknown> & { from?: string; headers?: Record<string, string> } = {},
  ): Promise<Enveloped> => {
    const { from, headers, ...fields } = more
    const payload = { username, password: await seal(password), ...(await solvedCaptcha(call, pool)), ...fields }
    return call({ method: 'POST', url: '/prod-api/auth/login', payload, ...(from !== undefined && { from }), ...(headers && { headers }) })
  }
  /** The token of a person who signs in. */
  const logIn = async (username: string, password = passwordOfAll): Promise<string> => {
    const answer = await tryLogIn(username, password)
    if (answer.code !== 200) throw new Error(`${username} could not sign in: ${answer.msg}`)
    return (answer.data as { access_token: string }).access_token
  }
  /** The profile that a token opens, or the refusal of the token. */
  const info = async (token: string) => (await call({ url: '/prod-api/system/user/getInfo', token })) as Enveloped & SessionInfo
  const userIdOf = async (username: string): Promise<number> =>
    Number((await pool.query('select user_id from platform.users where username = $1', [username])).rows[0].user_id)
  /** Waits until the session of the token has ended. */
  const ended = async (token: string): Promise<void> => {
    await expect.poll(async () => (await info(token)).reason, { interval: 10, timeout: knownMillisecondsMax }).toBe('session-ended')
  }
  return { call, seal, tryLogIn, logIn, info, userIdOf, ended }
}

export const sealWith = (publicKey: string, content: object): string => {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return publicEncrypt({ key: publicKey, padding, oaepHash: 'sha256' }, Buffer.from(JSON.stringify(content))).toString('base64')
}

/** The answer cannot be read from the database, so the question gets another one. */
export const answerChallenge = async (pool: Pool, id: string, answer: string): Promise<void> => {
  await pool.query(`update platform.challenges set answer_hash = sha256(convert_to(id::text || ':' || lower($2), 'UTF8')) where id = $1`, [
    id,
    answer,
  ])
}

const solvedCaptcha = async (
  call: (request: { url: string }) => Promise<Enveloped>,
  pool: Pool,
): Promise<{ uuid?: string; code?: string }> => {
  const { captchaEnabled, uuid } = (await call({ url: '/prod-api/auth/code' })) as Enveloped & { captchaEnabled: boolean; uuid?: string }
  if (!captchaEnabled || uuid === undefined) return {}
  await answerChallenge(pool, uuid, '7')
  return { uuid, code: '7' }
}
