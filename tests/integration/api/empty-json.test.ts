import { ownClientHeader } from '@nightflow/schemas/shared/own-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let baseUrl: string
beforeAll(async () => {
  running = await startApi('empty_json')
  baseUrl = await running.api.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => running?.stop())

/** A request over a connection that names JSON and has no body, as generated clients send it. */
const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${running.tokenOf('north')}`,
      [ownClientHeader]: 'web',
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, body: (await answer.json()) as { code: number | string; reason?: string; data: Record<string, number> } }
}
const addGroup = async (meterGroupName: string) => {
  const { body } = await send('POST', '/prod-api/business/meterGroup', {}, JSON.stringify({ meterGroupName }))
  return body.data.meterGroupId
}

test.each([
  ['the type alone', {}],
  ['a charset', { 'content-type': 'application/json; charset=utf-8' }],
])('a DELETE with %s and no body removes what it names', async (name, headers: Record<string, string>) => {
  const id = await addGroup(`Group with ${name}`)
  expect(id).toBeGreaterThan(0)
  expect(await send('DELETE', `/prod-api/business/meterGroup/${id}`, headers)).toMatchObject({ status: 200, body: { code: 200 } })
  expect(await send('GET', `/prod-api/business/meterGroup/${id}`)).toMatchObject({ body: { code: 404 } })
})

test('a DELETE and a PUT of the interface for machines need no body either', async () => {
  const created = await send('POST', '/api/v1/gateways', {}, JSON.stringify({ name: 'tower' }))
  expect(created.status).toBe(200)
  expect(await send('DELETE', '/api/v1/gateways/tower')).toMatchObject({ status: 200 })
  const scheme = { schemeName: 'Sewer', items: [{ itemName: 'Sewer', method: '1', enabledDate: '2026-01-01', amount: 1 }] }
  const { body } = await send('POST', '/prod-api/business/surchargeScheme', {}, JSON.stringify(scheme))
  const disabled = await send('PUT', `/prod-api/business/surchargeScheme/disable/${body.data.surchargeSchemeId}`)
  expect(disabled).toMatchObject({ status: 200, body: { code: 200 } })
})

test('a request that needs a body says which fields are missing, and broken JSON is still refused', async () => {
  const missing = await send('POST', '/prod-api/business/meterGroup')
  expect(missing.body).toMatchObject({ reason: 'request-invalid' })
  expect(JSON.stringify(missing.body)).toContain('meterGroupName')
  expect((await send('POST', '/prod-api/business/meterGroup', {}, '{')).body).toMatchObject({ reason: 'request-invalid' })
  expect((await send('POST', '/prod-api/business/meterGroup', {}, ' ')).body).toMatchObject({ reason: 'request-invalid' })
  expect((await send('POST', '/prod-api/business/meterGroup', {}, '{"meterGroupName":"A","__proto__":{"a":1}}')).body).toMatchObject({
    reason: 'request-invalid',
  })
})
