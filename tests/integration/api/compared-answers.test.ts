import { ownClientHeader } from '@nightflow/schemas/shared/own-client'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { compareAnswers } from '../../support/api/documented-answers.ts'

/** Answers of an API to the two calls, and the differences found in them. */
const differencesOf = async (
  { status = 200, type = 'application/json', body }: { status?: number; type?: string; body: string },
  headers: Record<string, string> = {},
) => {
  const app = fastify()
  const compared = compareAnswers(app, { isJudged: false })
  for (const url of ['/api/v1/partitions', '/prod-api/system/notice/list', '/metrics'])
    app.get(url, (_, reply) => reply.code(status).type(type).send(body))
  for (const url of ['/api/v1/partitions', '/prod-api/system/notice/list', '/metrics']) await app.inject({ url, headers })
  await app.close()
  expect(compared.count()).toBe(2)
  return compared.differences()
}

test('an answer that is described has no difference', async () => {
  const [only, ...others] = await differencesOf({ body: '{"rows":[],"total":0,"next":null}' })
  expect(others).toEqual([])
  expect(only).toContain('/prod-api/system/notice/list')
  expect(await differencesOf({ body: '{"code":200,"msg":"Done","rows":[],"total":0}' })).toEqual([
    expect.stringContaining('/api/v1/partitions'),
  ])
})

test.each([
  [
    'a field that is not described',
    { body: '{"rows":[],"total":0,"next":null,"more":1}' },
    /GET \/api\/v1\/partitions 200: the body .*additional/,
  ],
  ['a field of another type', { body: '{"rows":{},"total":0,"next":null}' }, /\/rows must be array/],
  ['a missing field', { body: '{"total":0,"next":null}' }, /must have required property 'rows'/],
  ['a status that is not described', { status: 201, body: '{}' }, /201: this status is not documented/],
  ['a type that is not described', { type: 'text/plain', body: 'none' }, /the type text\/plain is not documented/],
  [
    'a problem that is none',
    { status: 404, type: 'application/problem+json', body: '{"status":404}' },
    /404: the body must have required property/,
  ],
])('%s is a difference', async (_, answer, expected) => {
  const differences = await differencesOf(answer)
  expect(differences[0]).toMatch(expected)
  expect(differences).toHaveLength(2)
})

/** A list of notices with one that was created at this time. */
const noticesAt = (createTime: string): string => {
  const texts = { noticeTitle: 'a', noticeType: '1', noticeContent: '', status: '0', remark: null }
  const notice = { noticeId: 1, ...texts, createBy: 'a', createTime, updateBy: null, updateTime: null }
  return JSON.stringify({ code: 200, msg: 'Done', rows: [notice], total: 1 })
}

test('an instant in the form of the other header is a difference', async () => {
  const [local, iso] = ['2026-11-26 02:18:52', '2026-11-26T02:18:52.104Z']
  const own = { [ownClientHeader]: 'web' }
  // The other address, of `/api/v1`, differs each time.
  expect(await differencesOf({ body: noticesAt(local) })).toHaveLength(1)
  expect(await differencesOf({ body: noticesAt(iso) }, own)).toHaveLength(1)
  expect((await differencesOf({ body: noticesAt(iso) }))[1]).toMatch(/\/rows\/…\/createTime must match pattern/)
  expect((await differencesOf({ body: noticesAt(local) }, own))[1]).toMatch(/\/rows\/…\/createTime must match pattern/)
})

test('a refusal is no difference, one with a reason that is not described is', async () => {
  const refusal = { code: 500, msg: 'No', reason: 'request-invalid', status: 400 }
  expect(await differencesOf({ body: JSON.stringify(refusal) })).toHaveLength(1)
  expect((await differencesOf({ body: JSON.stringify({ ...refusal, reason: 'unheard' }) }))[1]).toMatch(/\/reason must be equal to one of/)
})

test('a difference fails the closing of the API, and so the file of whichever test it comes in', async () => {
  const app = fastify()
  compareAnswers(app)
  app.get('/api/v1/partitions', (_, reply) => reply.code(201).send({}))
  await app.inject({ url: '/api/v1/partitions' })
  await expect(app.close()).rejects.toThrow('GET /api/v1/partitions 201: this status is not documented')
})
