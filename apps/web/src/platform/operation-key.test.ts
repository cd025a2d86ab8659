import { endpoints } from '@nightflow/schemas/endpoints'
import { expect, test } from 'vitest'
import texts from '../../locales/en/platform.json' with { type: 'json' }
import { commandKey, creationKey, operationKey, resourceKeys } from './operation-key.ts'

/** Sessions have a log of their own, and a list requested by a body is a read. */
const unlogged = /^(PUT|POST)-session$|-auth-|-system-msg-|-common-download$|-list$|-getSelectedAlarmInfo$|-statisticsUsedTotalData$/

test('every call that the operation log holds has a name', () => {
  const keys = Object.values(endpoints)
    .flatMap((group) => Object.values(group))
    .filter(
      ({ method, path }) =>
        method !== 'GET' && commandKey(`${method} ${path}`) === undefined && resourceKeys(`${method} ${path}`) === undefined,
    )
    .map(({ method, path }) => operationKey(`${method} ${path}`))
  expect(keys.length).toBeGreaterThan(30)
  expect(keys.filter((key) => !unlogged.test(key) && !(key in texts.operation.call))).toEqual([])
})

test('every read that a permission can refuse is named by the title of a page', () => {
  const reads = Object.values(endpoints)
    .flatMap((group) => Object.values(group))
    .filter(({ method, permission }) => method === 'GET' && permission !== 'public' && permission !== 'signed-in')
  const titles = reads.map(({ path }) => [path, resourceKeys(`GET ${path}`)?.title] as const)
  expect(titles.length).toBeGreaterThan(60)
  expect(titles.filter(([, title]) => title === undefined)).toEqual([])
})

test('every list exports and hands out its template under one name', () => {
  expect(operationKey('POST /prod-api/system/user/export')).toBe('POST-export')
  expect(operationKey('POST /prod-api/business/meter/importTemplate')).toBe('POST-importTemplate')
})

test('a new row is named as its list offers it, and not created', () => {
  expect(creationKey('POST /prod-api/business/payment')).toBe('billing:payment.create')
  expect(creationKey('PUT /prod-api/business/payment')).toBeUndefined()
})

test('a call of a declared resource is named by its verb and the title of the resource', () => {
  const title = 'platform:customerType.title'
  expect(resourceKeys('POST /prod-api/business/customerType')).toEqual({ verb: 'operation.ofResource.POST', title })
  expect(resourceKeys('DELETE /prod-api/business/customerType/:customerTypeId')).toEqual({ verb: 'operation.ofResource.DELETE', title })
  expect(resourceKeys('POST /prod-api/business/customerType/importData')).toEqual({ verb: 'operation.ofResource.import', title })
  expect(resourceKeys('POST /prod-api/business/customerType/export')).toBeUndefined()
})
