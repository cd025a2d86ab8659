import { randomInt, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { type BilledUtility, startBilledUtility } from '../../support/api/billed-utility.ts'
import { knownDocument } from '../../support/api/documented-answers.ts'
import { type Asked, boundary, operationsOf, remember, requestOf, type SeenValues } from '../../support/api/requests-of-openapi.ts'
import { type IngestApp, ingestApp, northKey } from '../../support/data/ingest-app.ts'
import { byForm } from '../../support/full-form.ts'

const seed = Number(process.env.NIGHTFLOW_OPENAPI_SEED ?? randomInt(2 ** 31))
const millisecondsMax = byForm({ full: 180_000, short: 30_000 })
const roundsMax = byForm({ full: 100, short: 5 })

/** Queries that come at once on one connection: the driver warns of them. */
const warnings: string[] = []
const keepWarning = ({ message }: Error): void => {
  if (message.includes('client.query()')) warnings.push(message)
}

let utility: BilledUtility
let office: BackOffice
let ingest: IngestApp
beforeAll(async () => {
  process.on('warning', keepWarning)
  utility = await startBilledUtility('requests_from_openapi')
  const { call, done, open, publish, use, issue, travelTo } = utility
  travelTo('2025-12-01T00:00:00Z')
  await publish('Homes', '2025-11-01', 2)
  await open('1001', '5001', '2025-12-01T00:00:00Z', 'Homes', 'Europe/Rome')
  await use('5001', '2025-12-01T00:00:00+01:00', '2026-01-20T00:00:00+01:00', () => 20)
  travelTo('2026-01-20T09:00:00Z')
  await issue('1001', '2025-12')
  await done('POST', 'payment', { accountNo: '1001', paymentId: randomUUID(), amount: 5, payMethod: '1' })
  await call('POST', '/api/v1/partitions', { partitionId: 'hill', name: 'Hill' })
  await call('POST', '/api/v1/partitions/hill/sub-meters', { numbers: ['5001'] })
  office = backOfficeOf(utility.running)
  ingest = await ingestApp(utility.running.log)
})
afterAll(async () => {
  process.off('warning', keepWarning)
  await ingest?.app.close()
  await utility.stop()
})

/** Sessions of people, renewed where a request ended one; tokens of the command line have none, and no request ends them. */
const sessions = new Map<string, string>()
const sessionOf = async (username: string): Promise<string | undefined> => {
  const known = sessions.get(username)
  if (known !== undefined) return known
  const answer = await office.tryLogIn(username)
  const token = answer.code === 200 ? (answer.data as { access_token: string }).access_token : ''
  sessions.set(username, token)
  return token
}

/** The caller of a request: mostly one who has the permission, sometimes one who lacks it or is not signed in. */
const authorizationOf = async ({ path, permission }: Asked, nth: number): Promise<string | undefined> => {
  if (nth % 17 === 16) return undefined
  if (path.startsWith('/ingest/')) return `Bearer ${northKey}`
  const { tokenOf } = utility.running
  if (nth % 17 === 15) return `Bearer ${tokenOf('north', 'analyst')}`
  const isOperators = /^(platform|system:dict):/.test(permission)
  const session = nth % 2 === 0 ? await sessionOf(isOperators ? 'operator' : 'admin') : ''
  return `Bearer ${session || (isOperators ? tokenOf('platform', 'operator') : tokenOf('north'))}`
}

type Answered = 'done' | 'refused' | 'broken'

const send = async (asked: Asked, request: InjectOptions, nth: number, seen: SeenValues): Promise<Answered> => {
  const authorization = await authorizationOf(asked, nth)
  const type = String((request.headers as Record<string, string>)['content-type'] ?? '')
  const headers = {
    ...request.headers,
    ...(authorization !== undefined && { authorization }),
    ...(type.startsWith('multipart') && { 'content-type': `${type}; boundary=${boundary}` }),
  }
  const app = asked.path.startsWith('/ingest/') ? ingest.app : utility.running.api
  const answer = await app.inject({ ...request, headers })
  if (answer.statusCode >= 500) return 'broken'
  if (!String(answer.headers['content-type']).includes('json')) return answer.statusCode < 300 ? 'done' : 'refused'
  const body = answer.json() as { code?: unknown; reason?: unknown; status?: unknown }
  if (body.reason === 'session-ended') sessions.clear()
  const isRefusal = answer.statusCode >= 300 || (asked.path.startsWith('/prod-api/') && body.code !== 200)
  if (isRefusal) return Number(body.status) >= 500 ? 'broken' : 'refused'
  remember(seen, body)
  return 'done'
}

test('answers to requests that are generated from the OpenAPI document are what it says', {
  timeout: millisecondsMax + 120_000,
}, async () => {
  const operations = operationsOf((await knownDocument()).document)
  // Lists first: later requests name what is in them.
  const inOrder = operations.toSorted((one, other) => Number(one.method !== 'GET') - Number(other.method !== 'GET'))
  const seen: SeenValues = new Map()
  const done = new Set<string>()
  const broken: string[] = []
  const deadline = performance.now() + millisecondsMax
  let answers = 0
  for (let round = 0; round < roundsMax; round += 1) {
    for (const [place, asked] of inOrder.entries()) {
      // Each operation is called twice in any case: with the required fields, and with any fields.
      if (round > 1 && performance.now() > deadline) break
      const [request] = fc.sample(requestOf(asked, seen, round === 0), { numRuns: 1, seed: seed + round * 1_000 + place })
      const answered = await send(asked, request!, round === 0 ? 0 : round + place, seen)
      answers += 1
      if (answered === 'done') done.add(asked.name)
      if (answered === 'broken') broken.push(`${request!.method} ${request!.url} ${String(request!.payload).slice(0, 500)}`)
    }
  }
  const differences = [...utility.running.compared.differences(), ...ingest.compared.differences()]
  console.log(
    `seed ${seed}: ${differences.length} violations over ${answers} answers; ${done.size} of ${operations.length} operations done at least once`,
  )
  expect(broken).toEqual([])
  expect(warnings).toEqual([])
  expect(differences).toEqual([])
  expect(answers).toBeGreaterThanOrEqual(operations.length * 2)
  // Refusals alone would show nothing: most lists, files and commands answer at least once.
  expect(done.size).toBeGreaterThan(operations.length * 0.3)
})
