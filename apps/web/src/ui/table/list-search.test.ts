import { expect, test } from 'vitest'
import { z } from 'zod'
import { listRequestOf, listSearch } from '#ui/table/list-search.ts'

const filter = { status: z.enum(['0', '1']).optional(), name: z.string().max(5).optional() }

const calls = { filter, list: { path: '/prod-api/thing/list' } } as const

test('an empty address requests the first twenty rows', () =>
  expect(listRequestOf(listSearch.parse({}), calls)).toEqual({ pageNum: 1, pageSize: 20 }))
test('page, order and filters of a link are requested, the number of a state as text', () =>
  expect(listRequestOf(listSearch.parse({ page: 3, size: 50, sort: 'name.desc', status: 0, beginTime: '2026-01-31' }), calls)).toEqual({
    pageNum: 3,
    pageSize: 50,
    orderByColumn: 'name',
    isAsc: 'desc',
    status: '0',
    beginTime: '2026-01-31',
  }))
test('a damaged link requests its valid part', () =>
  expect(
    listRequestOf(listSearch.parse({ page: -1, size: 7, status: '9', name: 'too long', other: { deep: 1 }, endTime: 'never' }), calls),
  ).toEqual({ pageNum: 1, pageSize: 20 }))
test('a list of `/api/v1` is called with its own parameters', () =>
  expect(listRequestOf(listSearch.parse({ page: 3, name: 'x', sort: 'name.desc' }), { filter, list: { path: '/api/v1/things' } })).toEqual({
    name: 'x',
    page: 3,
    limit: 20,
  }))
