import { routes } from '@nightflow/api/routes'
import { type Endpoint, isBackOffice } from '@nightflow/schemas/shared/endpoint'
import { permissionsOfRole } from '@nightflow/schemas/shared/permissions'
import { Problem } from '@nightflow/schemas/shared/problem'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

const rows = Object.values(routes).flatMap((list) =>
  list.map(({ endpoint }) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` })),
)
const guarded = rows.filter(({ endpoint }) => endpoint.permission !== 'public')
const urlOf = ({ path }: Endpoint, value = 'x'): string => path.replaceAll(/:\w+/g, value)

let running: RunningApi
beforeAll(async () => {
  running = await startApi('api_routes')
})
afterAll(() => running.stop())

const problemOf = (answer: LightMyRequestResponse): Problem => {
  expect(answer.headers['content-type']).toContain('application/problem+json')
  const problem = Problem.parse(answer.json())
  expect(problem.status).toBe(answer.statusCode)
  return problem
}

type Heard = { status: number; code?: string; details?: unknown }

/** The answer in either form: by HTTP and problem details, or in an envelope that is always HTTP 200. */
const heardOf = (endpoint: Endpoint, answer: LightMyRequestResponse): Heard => {
  if (!isBackOffice(endpoint.path)) return answer.statusCode === 200 ? { status: 200 } : problemOf(answer)
  expect(answer.statusCode, answer.body).toBe(200)
  if (!String(answer.headers['content-type']).includes('json')) return { status: 200 }
  const { code, msg, reason, status, details } = answer.json()
  expect([typeof code, typeof msg]).toEqual(['number', 'string'])
  return code === 200 ? { status: 200 } : { status, code: reason, details }
}

describe('permissions', () => {
  test.each(guarded)('$name needs a token', async ({ endpoint }) => {
    const answer = await running.api.inject({ method: endpoint.method, url: urlOf(endpoint) })
    expect(heardOf(endpoint, answer)).toMatchObject({ status: 401, code: 'not-signed-in' })
    if (!isBackOffice(endpoint.path)) expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
  })

  const beyondAnalysts = guarded.filter(
    ({ endpoint: { permission } }) => permission !== 'signed-in' && !(permissionsOfRole.analyst as readonly string[]).includes(permission),
  )
  test.each(beyondAnalysts)('$name is refused to an analyst, before anything of the request is looked at', async ({ endpoint }) => {
    const headers = { authorization: `Bearer ${running.tokenOf('north', 'analyst')}` }
    const answer = await running.api.inject({ method: endpoint.method, url: urlOf(endpoint), headers })
    const refusal = { status: 403, code: 'permission-missing', details: { permission: endpoint.permission } }
    expect(heardOf(endpoint, answer)).toMatchObject(refusal)
  })

  test.each([
    ['another service’s signature', (token: string) => `${token.slice(0, -4)}AAAA`],
    [
      'no signature at all',
      (token: string) => `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
    [
      'another tenant written into it',
      (token: string) => {
        const [head, claims, signature] = token.split('.')
        const forged = { ...JSON.parse(Buffer.from(claims!, 'base64url').toString()), tenant: 'south' }
        return [head, Buffer.from(JSON.stringify(forged)).toString('base64url'), signature].join('.')
      },
    ],
  ])('a token with %s is refused', async (_, forge) => {
    const headers = { authorization: `Bearer ${forge(running.tokenOf('north'))}` }
    const answer = await running.api.inject({ url: '/api/v1/session', headers })
    expect(answer.statusCode).toBe(401)
  })
})

describe('a request', () => {
  /** A token of the command line has no session to keep, and an administrator is no operator of the platform. */
  const notHis = ({ permission }: Endpoint): number[] => {
    if (permission === 'signed-in') return [401]
    return permission.startsWith('platform:') ? [403] : []
  }
  const rubbish = ['%00', '%F0%9F%92%A7', '-1', '1e99', "'%3B%20drop%20table%20meters%3B--", '__proto__', 'x'.repeat(190)]
  const asking = guarded.filter(({ endpoint }) => endpoint.method === 'GET')

  test.each(asking)('$name answers rubbish with a refusal and never with a failure', async ({ endpoint }) => {
    const fields = Object.keys(endpoint.request.shape)
    for (const value of rubbish) {
      const query = fields.map((field) => `${field}=${value}`).join('&')
      const answer = await running.ask('north', { url: `${urlOf(endpoint, value)}?${query}` })
      const { status, code } = heardOf(endpoint, answer)
      expect([200, 400, 404, ...notHis(endpoint)], `${endpoint.path} with ${value}: ${answer.body}`).toContain(status)
      if (status !== 200) expect(code).toMatch(/^(request-invalid|not-found|.*-not-found|agent-unknown|not-signed-in|permission-missing)$/)
    }
  })

  const inBody = guarded.filter(({ endpoint }) => endpoint.method === 'POST' || endpoint.method === 'PUT')
  test.each(inBody)('$name answers a body of any kind without a failure', async ({ endpoint }) => {
    const bodies = [
      '',
      '{',
      '[]',
      '"text"',
      'null',
      '{"numbers":5,"meters":[{}],"kind":"x"}',
      '{"__proto__":{"a":1}}',
      `{"name":"\\u0000"}`,
    ]
    for (const payload of bodies) {
      const headers = { 'content-type': 'application/json' }
      const answer = await running.ask('north', { method: endpoint.method, url: urlOf(endpoint), payload, headers })
      // Renewing a session has no parameters, so that nothing in its request can be wrong.
      const { status } = heardOf(endpoint, answer)
      // A file comes in a body of its own kind.
      const otherKind = endpoint.upload === undefined ? [] : [415]
      expect([200, 400, 404, 409, ...otherKind, ...notHis(endpoint)], `${endpoint.path} with ${payload}: ${answer.body}`).toContain(status)
    }
  })

  test('every field that is wrong is named', async () => {
    const answer = await running.ask('north', { url: '/api/v1/meters/1/readings?from=yesterday&to=2024-02-30' })
    expect(answer.statusCode).toBe(400)
    expect(problemOf(answer).errors?.map(({ path }) => path)).toEqual(['from', 'to'])
  })

  test('a value in the path wins over the body', async () => {
    const payload = { number: 'other', operationId: '6b6f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01', position: 'open' }
    const answer = await running.ask('north', { method: 'POST', url: '/api/v1/meters/unheard-of/valve', payload })
    expect(problemOf(answer)).toMatchObject({ code: 'meter-not-registered', details: { number: 'unheard-of' } })
  })

  test.each([
    ['GET', '/api'],
    ['GET', '/api/v1/nothing'],
    ['POST', '/api/v1/partitions/x/nothing'],
    ['PATCH', '/api/v1/meters'],
  ] as const)('%s %s is not served', async (method, url) => {
    const answer = await running.ask('north', { method, url })
    expect(answer.statusCode).toBe(404)
    expect(problemOf(answer).code).toBe('not-found')
  })

  test.each(['/api/v1/meters/%zz', `/api/v1/meters/${'9'.repeat(300)}`])(
    'an address that cannot be read is a problem like any other',
    async (url) => {
      const answer = await running.ask('north', { url })
      expect([answer.statusCode, problemOf(answer).code]).toEqual([400, 'request-invalid'])
    },
  )

  test('a body that is too large and one of another type get different refusals', async () => {
    const url = '/api/v1/meters'
    const large = await running.ask('north', { method: 'POST', url, payload: { meters: [{ number: '1', name: 'x'.repeat(1_100_000) }] } })
    expect([large.statusCode, problemOf(large).code]).toEqual([413, 'too-large'])
    const other = await running.ask('north', { method: 'POST', url, payload: '<a/>', headers: { 'content-type': 'application/xml' } })
    expect([other.statusCode, problemOf(other).code]).toEqual([415, 'unsupported-media-type'])
  })

  test('a problem says where to find it in the log and carries no words of the database', async () => {
    const answer = await running.ask('north', { url: '/api/v1/audit/events/99999999999999' })
    expect(problemOf(answer).instance).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
    expect(answer.body).not.toMatch(/select|relation|column/i)
  })
})
