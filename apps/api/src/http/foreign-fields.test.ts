import { endpoints } from '@nightflow/schemas/endpoints'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { expect, test } from 'vitest'
import { isIgnored } from './foreign-fields.ts'

const every: Endpoint[] = Object.values<Record<string, Endpoint>>(endpoints).flatMap(Object.values<Endpoint>)
const find = (method: string, path: string): Endpoint => every.find((one) => one.method === method && one.path === path)!

test.each([
  ['the base fields of RuoYi in a body', 'PUT', '/prod-api/system/dept', { updateBy: 'admin' }, 'updateBy', true],
  ['a field of a form for what does not exist here', 'POST', '/prod-api/system/user', { postIds: [] }, 'postIds', true],
  ['a field of the row as it was answered', 'PUT', '/prod-api/system/role', { builtIn: 'Y' }, 'builtIn', true],
  ['a filter of a client’s page in a query', 'GET', '/prod-api/system/user/list', {}, 'nickNameLike', true],
  ['a misspelt field of a body', 'PUT', '/prod-api/system/dept', { deptNmae: 'x' }, 'deptNmae', false],
  ['a base field of RuoYi under /api/v1', 'POST', '/api/v1/partitions', { createBy: 'admin' }, 'createBy', false],
  ['a field of a query under /api/v1', 'GET', '/api/v1/partitions', {}, 'asof', false],
] as const)('%s: ignored or not', (_, method, path, body, name, ignored) => {
  expect(isIgnored(find(method, path), body, name)).toBe(ignored)
})
