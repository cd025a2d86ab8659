import { expect, test } from 'vitest'
import { changesBetween } from './changes-between.ts'

test('changed fields come first, and absent ones are unchanged', () =>
  expect(changesBetween({ noticeId: 7, title: 'Flushing', status: '0' }, { title: 'Flushing on Monday', status: '0' })).toEqual([
    { field: 'title', before: 'Flushing', after: 'Flushing on Monday', isChanged: true },
    { field: 'noticeId', before: '7', after: '7', isChanged: false },
    { field: 'status', before: '0', after: '0', isChanged: false },
  ]))
test('of what was made there was nothing before', () =>
  expect(changesBetween(null, { name: 'North', labels: { en: 'Burst' } })).toEqual([
    { field: 'name', before: '–', after: 'North', isChanged: true },
    { field: 'labels', before: '–', after: '{"en":"Burst"}', isChanged: true },
  ]))
test('a field that was empty and stays so says nothing', () =>
  expect(changesBetween({ email: null }, { email: '', roleIds: [] })).toEqual([]))
test('of what was removed there is nothing after', () =>
  expect(changesBetween([{ name: 'North' }], undefined)).toEqual([{ field: '1', before: '{"name":"North"}', after: '–', isChanged: true }]))
