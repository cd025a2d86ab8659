import { expect, test } from 'vitest'
import { filledAreas } from './area-colours.ts'

const area = (id: string, parentId: string | null, isKnown: boolean, isDrawn = true) => ({ id, parentId, isKnown, isDrawn })
const filled = (...areas: ReturnType<typeof area>[]) => [...filledAreas(areas)].toSorted()

test('the innermost areas are coloured', () => expect(filled(area('a', null, true), area('b', 'a', true))).toEqual(['b']))
test('a parent is coloured where a child lacks data, beside the children that have some', () =>
  expect(filled(area('a', null, true), area('b', 'a', true), area('c', 'a', false))).toEqual(['a', 'b']))
test('a child without data and without a parent that has some is coloured as unknown', () =>
  expect(filled(area('a', null, false), area('b', 'a', false))).toEqual(['b']))
test('the nearest parent with data counts, over parents without', () =>
  expect(filled(area('a', null, true), area('b', 'a', false), area('c', 'b', false))).toEqual(['a']))
test('a parent that is not drawn cannot lend its colour', () =>
  expect(filled(area('a', null, true, false), area('b', 'a', false))).toEqual(['b']))
test('a circle of parents ends', () => expect(filled(area('a', 'b', false), area('b', 'a', false))).toEqual([]))
