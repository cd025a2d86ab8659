import { expect, test } from 'vitest'
import { signOutCode, unwrap } from '#api/envelope.ts'
import { ProblemError } from '#api/problem-error.ts'

const refused = (body: unknown): ProblemError => {
  try {
    unwrap('data', body)
  } catch (error) {
    if (error instanceof ProblemError) return error
  }
  throw new Error('was not refused')
}

test('the content of a success is unwrapped by the type of its envelope; no code is a success', () => {
  expect(unwrap('data', { code: 200, msg: 'Done', data: [1] })).toEqual([1])
  expect(unwrap(undefined, { code: 200 })).toEqual({})
  expect(unwrap('rows', { code: 200, rows: [], total: 0 })).toMatchObject({ rows: [], total: 0 })
  expect(unwrap('top', { imgUrl: '/a' })).toMatchObject({ imgUrl: '/a' })
})

test('a refusal carries the server’s own word, its text and the fields that were wrong', () => {
  const errors = [{ path: 'nickName', code: 'characters-max', details: { limit: 20 }, message: 'At most 20 characters' }]
  const problem = refused({ code: 500, msg: 'Taken', reason: 'name-taken', status: 409, errors })
  expect(problem).toMatchObject({ code: 'name-taken', status: 409, message: 'Taken', how: { backOfficeCode: 500 } })
  expect(problem.problem?.errors).toEqual(errors)
})

test.each([
  [401, 'not-signed-in'],
  [403, 'permission-missing'],
  [404, 'not-found'],
  [signOutCode, 'session-ended'],
  [601, 'internal-error'],
])('code %i without a word of its own is %s', (code, word) => expect(refused({ code, msg: 'text' }).code).toBe(word))

test('an answer without an envelope is a failure of the service', () => expect(refused('<html>').how.failure).toBe('http'))
