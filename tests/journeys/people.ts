import { ownClientHeader } from '@nightflow/schemas/shared/own-client'
import { lane } from './lane.ts'

/** `trial` is alone in a tenant of its own. */
export type Role = 'analyst' | 'clerk' | 'agent' | 'admin' | 'operator' | 'trial'
export type SignedIn = { token: string; expiresIn: number }

const signedIn = new Map<Role, Promise<SignedIn>>()

export const credentialsOf = (role: Role): { tenant: string; username: string; password: string } => {
  const { users } = lane().demoSignIns
  const user = users.find((candidate) => candidate.role === role)
  if (!user) throw new Error(`the demo utility has no ${role}`)
  return { tenant: user.tenant, username: user.username, password: user.password }
}

const request = async (path: string, init: RequestInit): Promise<Response> => {
  const answer = await fetch(`${lane().baseUrl}${path}`, { ...init, signal: AbortSignal.timeout(20_000) })
  if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** Signs in once per role and worker: the service slows down who signs in too often. */
export const signIn = (role: Role): Promise<SignedIn> => {
  const known = signedIn.get(role)
  if (known) return known
  const body = JSON.stringify(credentialsOf(role))
  const asked = request('/api/v1/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
    (answer) => answer.json() as Promise<SignedIn>,
  )
  signedIn.set(role, asked)
  return asked
}

/** After a journey that ended the sessions of a person: files of a worker share the sign-ins. */
export const forgetSignIn = (role: Role): void => void signedIn.delete(role)

const sessionOver = 401

/** The answer of the API to this person, without a browser. */
export const ask = async <Answer>(role: Role, path: string, language = 'en'): Promise<Answer> => {
  const { token } = await signIn(role)
  const answer = await request(path, { headers: { authorization: `Bearer ${token}`, language, [ownClientHeader]: 'web' } })
  const body = (await answer.json()) as Answer & { code?: number }
  // An envelope says it with a status of 200.
  if (body.code === sessionOver) throw new Error(`${path}: the session of ${role} has ended`)
  return body
}

/** The answer of the back office to a form without a browser; the administrator where no token says who it is. */
export const command = async (
  method: string,
  path: string,
  payload: object,
  token?: string,
): Promise<{ code: number; data?: Record<string, unknown> }> => {
  const authorization = `Bearer ${token ?? (await signIn('admin')).token}`
  const answer = await request(`/prod-api${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json', language: 'en', [ownClientHeader]: 'web' },
    ...(method !== 'GET' && { body: JSON.stringify(payload) }),
  })
  return (await answer.json()) as { code: number; data?: Record<string, unknown> }
}

/** Sends a frame with the key of a gateway. */
export const sendFrame = async (key: string, frame: unknown): Promise<{ accepted: number; rejected: unknown[]; position: number }> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await request('/ingest/v1/frames', { method: 'POST', headers, body: JSON.stringify(frame) })
  return (await answer.json()) as { accepted: number; rejected: unknown[]; position: number }
}
