import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { expect, test } from 'vitest'
import { ask, command } from '../http/serve.ts'
import { derivedRoutes } from './derived-routes.ts'

const derivedOf = (name: keyof typeof resources, written: Parameters<typeof derivedRoutes>[0] = []): string[] =>
  derivedRoutes(written)
    .filter(({ endpoint: { path } }) => path === resources[name].path || path.startsWith(`${resources[name].path}/`))
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    .toSorted()

test('rows of a read model are never changed by a derived route', () => {
  const path = resources.debts.path
  expect(derivedOf('debts')).toEqual([`GET ${path}/:debtNo`, `GET ${path}/list`, `GET ${path}/totals`, `POST ${path}/export`])
})

test('a written list leaves the changes to derivation, and a written change the lists', () => {
  const { carriers: calls } = resourceCalls
  const list = ask(calls.list, async () => ({ rows: [], total: 0 }))
  const create = command(calls.create, async () => ({ response: { carrierId: 1 } }))
  const all = derivedOf('carriers')
  const withoutList = derivedOf('carriers', [list])
  const withoutCreate = derivedOf('carriers', [create])
  expect(withoutList).toContain(`POST ${calls.create.path}`)
  expect(withoutList).not.toContain(`GET ${calls.find.path}`)
  expect(withoutCreate).toContain(`GET ${calls.find.path}`)
  expect(withoutCreate).not.toContain(`DELETE ${calls.remove.path}`)
  expect([...withoutList, ...withoutCreate].toSorted()).toEqual(all)
})
