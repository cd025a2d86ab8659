import { constants, publicEncrypt } from 'node:crypto'
import type { RouterEntry } from '@nightflow/schemas/platform/session-calls'
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { answerChallenge } from './back-office.ts'
import { multipartOf } from './pictures.ts'
import type { RunningApi } from './running-api.ts'

/**
 * A client as the back offices of the RuoYi kind are written, by what is publicly known of them and nothing of ours: codes in HTTP 200, a token in
 * a cookie, roles first and routes after, tables of `rows` and `total`, downloads as forms, no header that another browser would not send.
 */

const ofBrowser = { accept: 'application/json, text/plain, */*', 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' }

/** Parameters as its request helper writes them: empty ones left out, nested ones in brackets. */
const pairsOf = (params: object): [string, string][] =>
  Object.entries(params).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === undefined || value === '') return []
    if (typeof value !== 'object') return [[name, String(value)]]
    return Object.entries(value as object).flatMap(([key, inner]): [string, string][] =>
      inner === null || inner === undefined || inner === '' ? [] : [[`${name}[${key}]`, String(inner)]],
    )
  })

export type RuoyiAnswer = { code?: number; msg: string; [key: string]: unknown }

/** The error of a client: the message that it shows, and its further action. */
export class Shown extends Error {
  readonly deed: 'sign in again' | 'sign out and reload' | 'show'
  constructor(message: string, deed: Shown['deed'] = 'show') {
    super(message)
    this.deed = deed
  }
}

const texts: Record<number, string> = { 401: 'no access', 403: 'no permission', 404: 'not there' }

const unwrapped = (answer: RuoyiAnswer): RuoyiAnswer => {
  const { code = 200, msg } = answer
  if (code === 200) return answer
  if (code === 401) throw new Shown(msg, 'sign in again')
  if (code === 100102000002) throw new Shown(msg, 'sign out and reload')
  throw new Shown(code === 500 ? msg : (texts[code] ?? msg))
}

/** A browser with this client in it. */
export const ruoyiClientsOf =
  (running: () => RunningApi) =>
  ({ https = false } = {}) => {
    const cookies = new Map<string, string>()
    const store = { roles: [] as string[], permissions: [] as string[], name: '', routes: [] as RouterEntry[] }

    const request = async (
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      { params, data }: { params?: object; data?: object } = {},
    ) => {
      const query = new URLSearchParams(pairsOf(params ?? {})).toString()
      // The kind of a body is not said where there is none.
      const headers: Record<string, string> = { ...ofBrowser, ...(data && { 'content-type': 'application/json;charset=utf-8' }) }
      const token = cookies.get('Admin-Token')
      if (token) headers.authorization = `Bearer ${token}`
      const said = data && Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null))
      const options: InjectOptions = {
        method,
        url: `/prod-api${url}${query && `?${query}`}`,
        headers: { ...headers, ...(https && { 'x-forwarded-proto': 'https' }) },
        ...(said && { payload: said }),
      }
      const answer = await running().api.inject(options)
      if (answer.statusCode !== 200) throw new Shown(`system interface ${answer.statusCode}`)
      return unwrapped(answer.json())
    }

    const logIn = async (username: string, password: string): Promise<void> => {
      const { captchaEnabled, img, uuid } = await request('GET', '/auth/code')
      // `<img :src="'data:image/gif;base64,' + img">`: whatever it is, browsers look at the bytes.
      expect(Buffer.from(String(img), 'base64').length).toBeGreaterThan(200)
      if (captchaEnabled !== false) await answerChallenge(running().pool, String(uuid), '7')
      const { publicKey, nonce } = (await request('GET', '/auth/publicKey')).data as { publicKey: string; nonce: string }
      const padding = constants.RSA_PKCS1_OAEP_PADDING
      const sealed = publicEncrypt(
        { key: publicKey, padding, oaepHash: 'sha256' },
        Buffer.from(JSON.stringify({ password, nonce })),
      ).toString('base64')
      const { data } = await request('POST', '/auth/login', {
        data: { username, password: sealed, code: '7', uuid, areaCode: null, rememberMe: false },
      })
      const { access_token, expires_in } = data as { access_token: string; expires_in: number }
      cookies.set('Admin-Token', access_token).set('Admin-Expires-In', String(expires_in))
    }

    /** As its sign-in form does by itself. */
    const logInPlainly = async (username: string, password: string): Promise<void> => {
      const { uuid } = await request('GET', '/code')
      await answerChallenge(running().pool, String(uuid), '7')
      const { data } = await request('POST', '/auth/login', { data: { username, password, code: '7', uuid } })
      cookies.set('Admin-Token', (data as { access_token: string }).access_token)
    }

    const getInfo = async (): Promise<void> => {
      const { user, roles, permissions } = (await request('GET', '/system/user/getInfo')) as unknown as {
        user: { userName: string }
        roles: string[]
        permissions: string[]
      }
      store.roles = roles.length > 0 ? roles : ['ROLE_DEFAULT']
      store.permissions = permissions
      store.name = user.userName
    }

    /** The screen that `path` leads to. */
    const guard = async (path: string): Promise<string> => {
      if (!cookies.has('Admin-Token'))
        return ['/login', '/cascadeScreen'].includes(path) ? path : `/login?redirect=${encodeURIComponent(path)}`
      if (path === '/login') return '/'
      if (store.roles.length > 0) return path
      try {
        await getInfo()
        store.routes = (await request('GET', '/system/menu/getRouters')).data as RouterEntry[]
        return guard(path)
      } catch (error) {
        cookies.clear()
        throw error
      }
    }

    /** Posted as a form; a JSON answer is a refusal in the place of a file. */
    const download = async (url: string, params: object): Promise<Buffer> => {
      const answer = await running().api.inject({
        method: 'POST',
        url: `/prod-api${url}`,
        payload: new URLSearchParams(pairsOf(params)).toString(),
        headers: { authorization: `Bearer ${cookies.get('Admin-Token')}`, 'content-type': 'application/x-www-form-urlencoded' },
      })
      if (String(answer.headers['content-type']).startsWith('application/json')) unwrapped(answer.json())
      return answer.rawPayload
    }

    /** As its upload component posts a file. */
    const upload = async (url: string, field: string, fileName: string, bytes: Buffer): Promise<RuoyiAnswer> => {
      const { payload, headers } = multipartOf(field, bytes, { fileName, mediaType: 'application/octet-stream' })
      const signed = { ...headers, authorization: `Bearer ${cookies.get('Admin-Token')}` }
      return unwrapped(
        (await running().api.inject({ method: 'POST', url: `/prod-api${url}`, payload, headers: { ...ofBrowser, ...signed } })).json(),
      )
    }

    return { request, logIn, logInPlainly, guard, upload, download, store, cookies }
  }
